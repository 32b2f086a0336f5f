"""Type commands as a user does, on a terminal or not."""

import io
import sys
from collections.abc import Callable
from typing import Any, NamedTuple, TypeAlias

import pytest

from dcg_events.cli.app import main


class Printed(NamedTuple):
    """What a command left: its exit code, and what it wrote."""

    code: int
    out: str
    err: str


Typed: TypeAlias = Callable[..., Printed]


class Terminal(io.StringIO):
    """A stream that says it is a terminal."""

    def isatty(self) -> bool:
        return True


def typing(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Typed:
    """Return a function that types `dcg-events` with some arguments."""

    def run(*arguments: object, given: bytes = b"") -> Printed:
        monkeypatch.setattr(sys, "argv", ["dcg-events", *map(str, arguments)])
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(given)))
        capsys.readouterr()
        code: Any = 0
        try:
            main()
        except SystemExit as stopped:
            code = stopped.code or 0
        printed = Printed(code, *capsys.readouterr())
        assert "Traceback" not in printed.err
        return printed

    return run
