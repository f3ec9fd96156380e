"""Runs a program for `engine_process`, and ends it with all its children when the input of this process ends.

The input also ends when the process at its other end is killed, so that no program outlives the one that it works for.
This file is run on its own, without the rest of the package: `python engine_guard.py PROGRAM [ARGUMENT...]`.
"""

import os
import queue
import signal
import subprocess
import sys
import threading

GRACE = 1.0
"""Seconds that the program has to end by itself after the end of its input."""


def main() -> None:
    """Run the program of the command line, and exit with its status: 128 and the signal if one has killed it."""
    if os.name == "posix":  # a group of its own, which can be killed as a whole
        program = subprocess.Popen(sys.argv[1:], stdin=subprocess.PIPE, process_group=0)
    else:
        program = subprocess.Popen(sys.argv[1:], stdin=subprocess.PIPE)
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)  # its output ends when the program closes it
    chunks: queue.SimpleQueue[bytes] = queue.SimpleQueue()
    threading.Thread(target=_read, args=(program, chunks), daemon=True).start()
    threading.Thread(target=_write, args=(program, chunks), daemon=True).start()
    status = program.wait()
    _kill(program)
    os._exit(status if status >= 0 else 128 - status)  # the threads may still wait for input


def _read(program: "subprocess.Popen[bytes]", chunks: "queue.SimpleQueue[bytes]") -> None:
    """Take the input whether or not the program reads it, so that its end is noticed."""
    while chunk := os.read(0, 1 << 16):
        chunks.put(chunk)
    chunks.put(b"")
    try:
        program.wait(GRACE)
    except subprocess.TimeoutExpired:
        _kill(program)


def _write(program: "subprocess.Popen[bytes]", chunks: "queue.SimpleQueue[bytes]") -> None:
    assert program.stdin
    try:
        while chunk := chunks.get():
            program.stdin.write(chunk)
            program.stdin.flush()
        program.stdin.close()
    except OSError:  # it no longer reads
        return


def _kill(program: "subprocess.Popen[bytes]") -> None:
    """Kill the program and its children."""
    if os.name != "posix":
        program.kill()
        return
    try:
        os.killpg(program.pid, signal.SIGKILL)
    except (ProcessLookupError, PermissionError):  # they have all ended
        return


if __name__ == "__main__":
    main()
