"""Print what is said of many logs, beside a progress bar that may stand on the same terminal."""

import sys
from collections.abc import Iterable

import typer

from dcg_events.cli.options import write_line


class Printer:
    """Prints for people, or for machines. On a terminal people's lines wait until the bar is gone.

    Args:
        as_json: Whether it is for machines.
    """

    def __init__(self, *, as_json: bool = False) -> None:
        self._as_json = as_json
        self._waiting: list[str] | None = [] if sys.stdout.isatty() else None

    def tell(self, data: object, lines: Iterable[str]) -> None:
        """Say something: its data to machines, its lines to people."""
        if self._as_json:
            write_line(data)
        else:
            self.add(lines)

    def add(self, lines: Iterable[str]) -> None:
        """Print lines for people, or have them wait."""
        if self._waiting is None:
            for line in lines:
                typer.echo(line)
        else:
            self._waiting += lines

    def finish(self) -> None:
        """Print what waits."""
        waiting, self._waiting = self._waiting, None
        self.add(waiting or ())
