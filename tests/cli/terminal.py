"""terminal.py -- `skerry play` behind a pseudo-terminal, as a person sees it."""
import fcntl
import os
import pty
import re
import select
import signal
import struct
import tempfile
import termios
import time

from program import PROGRAM

CLEAR = "\033[H\033[2J"
WAIT = float(os.environ.get("SKERRY_WAIT", 60))           # seconds for an answer; far more than a slow machine needs


class Terminal:
    """A running game; `frame()` is what stands on the screen."""

    def __init__(self, *words, columns=80, lines=24, colour=False, command="play", home=None):
        """`home`: of somebody who has been here before; otherwise nobody has."""
        self.columns, self.lines, self.text = columns, lines, ""
        self.folder = tempfile.TemporaryDirectory()
        home = home or self.folder.name
        env = dict(os.environ, TERM="xterm", LC_ALL="C.UTF-8", HOME=home, SKERRY_HISTORY=os.path.join(home, "history"))
        env.pop("XDG_STATE_HOME", None)
        env.pop("NO_COLOR", None)
        if not colour:
            env["NO_COLOR"] = "1"
        self.pid, self.fd = pty.fork()
        if self.pid == 0:
            self.resize(columns, lines, tell=False, fd=0)
            os.chdir(self.folder.name)
            os.execve(PROGRAM, [PROGRAM, command, *words], env)

    def resize(self, columns, lines, tell=True, fd=None):
        self.columns, self.lines = columns, lines
        fcntl.ioctl(self.fd if fd is None else fd, termios.TIOCSWINSZ, struct.pack("HHHH", lines, columns, 0, 0))
        if tell:
            os.kill(self.pid, signal.SIGWINCH)

    def read(self):
        """Read more of its output; False at the end."""
        try:
            data = os.read(self.fd, 65536)
        except OSError:
            return False
        self.text += data.decode("utf-8", "replace")
        return bool(data)

    def until(self, pattern, frames=0):
        """Wait until the last frame matches, drawn after the first `frames` frames."""
        end = time.monotonic() + WAIT
        while not (self.text.count(CLEAR) > frames and re.search(pattern, self.frame(), re.S)):
            left = end - time.monotonic()
            if left <= 0 or not select.select([self.fd], [], [], left)[0] or not self.read():
                raise AssertionError("waited for %s in:\n%s" % (pattern, self.frame()))
        return self.frame()

    def type(self, line, pattern="> $"):
        """Type a line and wait for the screen that follows."""
        frames = self.text.count(CLEAR)
        os.write(self.fd, (line + "\r").encode())
        return self.until(pattern, frames)

    def keys(self, keys):
        os.write(self.fd, keys.encode())

    def frame(self):
        """The last screen, without colours and what moves the cursor."""
        last = self.text.rsplit(CLEAR, 1)[-1]
        return re.sub(r"\033\[[0-9;?]*[a-zA-Z]|\r|\x07", "", last)

    def fits(self):
        """Check that every line of the last screen fits the terminal; returns the screen."""
        text = self.frame()
        rows = text.split("\n")
        assert len(rows) <= self.lines, "%d lines on %d:\n%s" % (len(rows), self.lines, text)
        for row in rows[:-1]:
            assert len(row) <= self.columns, "%d columns on %d: %s" % (len(row), self.columns, row)
        return text

    def close(self):
        """Leave the game; returns the exit status."""
        try:
            os.write(self.fd, b"\x15quit\r")
            while self.read():
                pass
        except OSError:
            pass
        status = os.waitstatus_to_exitcode(os.waitpid(self.pid, 0)[1])
        os.close(self.fd)
        self.folder.cleanup()
        return status
