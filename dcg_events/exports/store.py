"""What an export writes into, whatever its format."""

from pathlib import Path
from typing import NamedTuple, Protocol

from dcg_events.errors import UsageError
from dcg_events.exports.chunk import Chunk
from dcg_events.tables.schema import SCHEMA_VERSION
from dcg_events.vocabulary.people import Viewer


class Held(NamedTuple):
    """How far a match is exported."""

    events: int
    head: str


class Rejected(NamedTuple):
    """A log that is not exported, and why."""

    path: str
    reason: str


class Store(Protocol):
    """A folder or a database that holds exported matches.

    Chunks become visible whole or not at all, and stay: whoever is killed and begins again goes on
    after the last one.
    """

    def held(self, match_id: str) -> Held | None:
        """Return how far a match is exported, None if it is not."""

    def begin(self) -> Chunk:
        """Return a new chunk to fill."""

    def add(self, chunk: Chunk) -> None:
        """Make a chunk visible, and take away what it replaces."""

    def tell_rejected(self, rejected: list[Rejected]) -> None:
        """Keep the logs that this run rejected, in the place of those of the last."""

    def close(self) -> None:
        """Let go of it."""


def check_same(out: Path, held: dict[str, str], viewer: Viewer, form: str) -> None:
    """Refuse to mix in one export what does not belong together.

    Raises:
        UsageError: If it was made for another viewer, in another format, or by another version.
    """
    wanted = about(viewer, form)
    for name, value in wanted.items():
        if held.get(name) != value:
            problem = f"its {name.replace('_', ' ')} is {held.get(name)} and not {value}"
            raise UsageError(str(out), problem, "export into another place")


def about(viewer: Viewer, form: str) -> dict[str, str]:
    """Return what an export says of itself."""
    return {"format": form, "viewer": viewer, "schema_version": str(SCHEMA_VERSION)}
