"""A match of the corpus beside the log that was made from it."""

import json
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from dcg_events.importers.aegis.importing import ImportReport
from dcg_events.views.matchlog import MatchLog

CORPUS = Path(__file__).parent.parent / "corpus" / "aegis"
MATCHES = sorted(path.stem for path in CORPUS.glob("*.jsonl"))


@dataclass
class Imported:
    """A match of the corpus beside its log."""

    source: Path
    log: Path
    report: ImportReport

    @cached_property
    def lines(self) -> list[dict[str, Any]]:
        """The source's lines, read without the importer."""
        return [json.loads(line) for line in self.source.read_text().splitlines()]

    @cached_property
    def groups(self) -> list[list[dict[str, Any]]]:
        """The log's groups, as the judge reads them."""
        return list(MatchLog(self.log, "judge").groups())

    @property
    def events(self) -> list[dict[str, Any]]:
        """The log's events."""
        return [event for group in self.groups for event in group]

    def kind(self, kind: str) -> list[dict[str, Any]]:
        """Return the log's events of a kind."""
        return [event for event in self.events if event["kind"] == kind]

    def reported(self, kind: str) -> list[dict[str, Any]]:
        """Return the source's events of a kind."""
        return [
            line["event"]
            for line in self.lines
            if line["t"] == "event" and line["event"]["kind"] == kind
        ]

    def told_at(self, n: int) -> list[dict[str, Any]]:
        """Return the log's events that come from one line of the source."""
        return [event for event in self.events if event["recorder"]["ref"] == f"n={n}"]
