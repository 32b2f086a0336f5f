"""Children of the test's own process: quick to begin, for they have loaded everything already."""

import os
import traceback
from collections.abc import Callable
from typing import Final

NOBODY: Final = 65534


class Child:
    """A process that runs a function and writes to a pipe.

    Attributes:
        pid: Its id.
        pipe: Where to read what it writes.
    """

    def __init__(self, work: Callable[[int], object]) -> None:
        """Begin it.

        Args:
            work: Called in the child with the pipe's end that it may write to.
        """
        self.pipe, end = os.pipe()
        self.pid = os.fork()
        if self.pid == 0:
            try:
                os.close(self.pipe)
                work(end)
                os._exit(0)
            except BaseException:  # noqa: BLE001 - a child must not go on as a test runner
                os.write(end, traceback.format_exc().encode())
                os._exit(1)
        os.close(end)

    def read(self) -> str:
        """Return all it wrote, when it has ended or was killed."""
        with os.fdopen(self.pipe, "rb") as pipe:
            told = pipe.read().decode()
        os.waitpid(self.pid, 0)
        return told

    def kill(self) -> str:
        """Kill it; return what it wrote before."""
        os.kill(self.pid, 9)
        return self.read()


def drop_privileges() -> None:
    """Be nobody, if this is root: root may write everywhere."""
    if os.geteuid() == 0:
        os.setgroups([])
        os.setgid(NOBODY)
        os.setuid(NOBODY)
