#!/usr/bin/env python3
"""no_uring.py COMMAND… -- run it where io_uring is forbidden, as containers do: a seccomp filter
answers the three calls with EPERM. Their numbers are the same on every processor."""
import ctypes
import errno
import os
import struct
import sys

PR_SET_NO_NEW_PRIVS, PR_SET_SECCOMP, SECCOMP_MODE_FILTER = 38, 22, 2
LOAD, AT_LEAST, ABOVE, ANSWER = 0x20, 0x35, 0x25, 0x06      # BPF: ld abs, jge, jgt, ret
FIRST, LAST = 425, 427                                      # io_uring_setup, _enter, _register
ALLOW, REFUSE = 0x7FFF0000, 0x00050000 | errno.EPERM


def forbid():
    program = b"".join(struct.pack("HBBI", *step) for step in (
        (LOAD, 0, 0, 0),                                    # the number of the system call
        (AT_LEAST, 0, 2, FIRST),
        (ABOVE, 1, 0, LAST),
        (ANSWER, 0, 0, REFUSE),
        (ANSWER, 0, 0, ALLOW)))
    steps = ctypes.create_string_buffer(program, len(program))
    prog = struct.pack("HxxxxxxP", len(program) // 8, ctypes.addressof(steps))
    libc = ctypes.CDLL(None, use_errno=True)
    for call in ((PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0), (PR_SET_SECCOMP, SECCOMP_MODE_FILTER, prog, 0, 0)):
        if libc.prctl(*call) != 0:
            sys.exit("no_uring.py: " + os.strerror(ctypes.get_errno()))


if __name__ == "__main__":
    forbid()
    os.execvp(sys.argv[1], sys.argv[1:])
