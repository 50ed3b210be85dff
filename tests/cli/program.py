"""program.py -- runs the program and reads its output."""
import os
import subprocess

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
PROGRAM = os.environ.get("SKERRY") or os.path.join(ROOT, "build", "skerry")


def skerry(*words, **more):
    """The finished process; its output is text."""
    return subprocess.run([PROGRAM, *words], capture_output=True, text=True, timeout=300, **more)


def commands():
    """The names of all commands, from the list that --help prints."""
    listed = skerry("--help").stdout.split("\n\n")[1]
    return [line.split()[0] for line in listed.splitlines()]
