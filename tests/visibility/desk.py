"""What lies on a viewer's desk when they type a command."""

from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeAlias

Typed: TypeAlias = tuple[list[Any], bytes]
"""Arguments, and what stands on standard input."""


@dataclass(frozen=True)
class Desk:
    """What lies on a viewer's desk.

    Attributes:
        viewer: Who types.
        full: The full log, read by a program that says whom it is for.
        copy: The viewer's copy.
        inside: Seq of an event that is not the last of its group.
    """

    viewer: str
    full: Path
    copy: Path
    inside: int

    def readings(self) -> list[list[Any]]:
        """Name a log as this viewer may: the full one as the viewer, or the viewer's copy."""
        return [[self.full, "--as", self.viewer], [self.copy], [self.copy, "--as", self.viewer]]
