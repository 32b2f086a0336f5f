"""Run commands as a viewer types them, and keep every byte that they leave anywhere."""

import os
import sys
import tempfile
import time
import traceback
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cache
from io import BytesIO, TextIOWrapper
from pathlib import Path
from typing import Any

import pytest
import typer.main

from dcg_events.cli.app import main

_get_command = typer.main.get_command


@dataclass
class Left:
    """What a command left behind.

    Attributes:
        arguments: What was typed.
        code: The exit code; None if it crashed.
        parts: Bytes by where they were found: out, err, and each file by its name.
        modes: Permissions of the temporary folders that it made.
    """

    arguments: list[str]
    code: int | None
    parts: dict[str, bytes]
    modes: list[int] = field(default_factory=list)

    @property
    def out(self) -> bytes:
        return self.parts["out"]

    @property
    def err(self) -> bytes:
        return self.parts["err"]


class Console:
    """A folder to work in and one for temporary files, both searched after every command."""

    def __init__(self, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        self.work, self.temporary = folder / "work", folder / "temporary"
        for made in (self.work, self.temporary):
            made.mkdir()
        self._modes: list[int] = []
        self._kept: dict[str, bytes] = {}
        monkeypatch.chdir(self.work)
        monkeypatch.setenv("COLUMNS", "100")
        monkeypatch.setenv("TMPDIR", str(self.temporary))
        monkeypatch.setattr(tempfile, "tempdir", str(self.temporary))
        monkeypatch.setattr(time, "sleep", self._no_more)
        monkeypatch.setattr(typer.main, "get_command", _prepared)
        make = tempfile.mkdtemp

        def make_and_note(*arguments: Any, **more: Any) -> str:
            made = str(make(*arguments, **more))
            self._modes.append(os.stat(made).st_mode & 0o777)  # noqa: PTH116
            return made

        monkeypatch.setattr(tempfile, "mkdtemp", make_and_note)

    def _no_more(self, _: float) -> None:
        """Stop whoever waits for more of a match."""
        raise KeyboardInterrupt

    def run(self, *arguments: object, given: bytes = b"") -> Left:
        """Run a command; files that it leaves in the working folder are read and taken away."""
        before = {path: path.stat().st_mtime_ns for path in self._files()}
        self._modes.clear()
        typed = [str(argument) for argument in arguments]
        out, err = BytesIO(), BytesIO()
        with _standing_in(typed, given, out, err):
            code = _outcome()
            sys.stdout.flush()
            sys.stderr.flush()
        left = {"out": out.getvalue(), "err": err.getvalue()}
        assert not list(self.temporary.iterdir()), typed
        for path in self._files():
            if before.get(path) != path.stat().st_mtime_ns:
                left[str(path.relative_to(self.work))] = path.read_bytes()
                path.unlink()
        return Left(typed, code, left, list(self._modes))

    def _files(self) -> list[Path]:
        return [path for path in self.work.rglob("*") if path.is_file()]


@cache
def _prepared(app: typer.Typer) -> Any:
    """Build the commands once and not for every call, which takes longer than most of them."""
    return _get_command(app)


def _outcome() -> int | None:
    try:
        main()
    except SystemExit as stopped:
        return stopped.code if isinstance(stopped.code, int) else int(bool(stopped.code))
    except BaseException:  # noqa: BLE001 - whatever it is, a user would read its traceback
        sys.stderr.write(traceback.format_exc())
        return None
    return 0


@contextmanager
def _standing_in(typed: list[str], given: bytes, out: BytesIO, err: BytesIO) -> Iterator[None]:
    kept = sys.argv, sys.stdin, sys.stdout, sys.stderr
    sys.argv = ["dcg-events", *typed]
    sys.stdin = TextIOWrapper(BytesIO(given))
    sys.stdout = TextIOWrapper(out, "utf-8", write_through=True)
    sys.stderr = TextIOWrapper(err, "utf-8", write_through=True)
    streams = sys.stdout, sys.stderr
    try:
        yield
    finally:
        sys.argv, sys.stdin, sys.stdout, sys.stderr = kept
        for stream in streams:
            stream.detach()
