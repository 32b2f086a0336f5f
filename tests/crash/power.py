"""A disk whose power fails: what was not waited for may be lost, torn, or there in part."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from io import FileIO
from itertools import combinations
from pathlib import Path
from random import Random
from typing import Final, Literal, TypeAlias

from dcg_events.log.disk import Disk

BLOCK: Final = 512
Content: TypeAlias = bytes
Filler: TypeAlias = Callable[[int, Random], bytes]


@dataclass(frozen=True, slots=True)
class Moment:
    """The disk between two calls.

    Attributes:
        synced: What of each file the disk has confirmed, by its name as it is now.
        changes: What each file held since, after every change; the last is what programs see.
        unconfirmed: Names that the disk may not have: their files are gone, or have the old name.
        acknowledged: How many groups the recorder had answered.
    """

    synced: dict[str, Content]
    changes: dict[str, list[Content]]
    unconfirmed: dict[str, str | None]
    acknowledged: int


@dataclass
class PowerDisk(Disk):
    """Does what it is asked, and remembers every moment in which the power could fail.

    Attributes:
        moments: One before the first call, and one after each.
        acknowledged: Set by the test, when the recorder has answered.
    """

    moments: list[Moment] = field(default_factory=list)
    acknowledged: int = 0
    _synced: dict[str, Content] = field(default_factory=dict)
    _changes: dict[str, list[Content]] = field(default_factory=dict)
    _unconfirmed: dict[str, str | None] = field(default_factory=dict)

    @classmethod
    def holding(cls, path: Path) -> "PowerDisk":
        """Return a disk that has confirmed what a file holds."""
        disk = cls()
        disk._synced[path.name] = path.read_bytes()
        disk.note()
        return disk

    def note(self) -> None:
        """Remember this moment."""
        changes = {name: list(held) for name, held in self._changes.items()}
        moment = Moment(dict(self._synced), changes, dict(self._unconfirmed), self.acknowledged)
        self.moments.append(moment)

    def _changed(self, file: FileIO) -> None:
        path = Path(str(file.name))
        self._changes.setdefault(path.name, []).append(path.read_bytes())
        self.note()

    def open(self, path: Path, mode: Literal["r+", "w", "x+"]) -> FileIO:
        if mode != "r+":
            self._synced[path.name] = b""
            self._changes[path.name] = []
            self._unconfirmed[path.name] = None
        file = super().open(path, mode)
        self.note()
        return file

    def write(self, file: FileIO, data: bytes) -> None:
        super().write(file, data)
        self._changed(file)

    def truncate(self, file: FileIO, size: int) -> None:
        super().truncate(file, size)
        self._changed(file)

    def sync(self, file: FileIO) -> None:
        super().sync(file)
        path = Path(str(file.name))
        self._synced[path.name] = path.read_bytes()
        self._changes[path.name] = []
        self.note()

    def rename(self, old: Path, new: Path) -> None:
        super().rename(old, new)
        for names in (self._synced, self._changes):
            names[new.name] = names.pop(old.name)  # type: ignore[assignment]
        self._unconfirmed.pop(old.name, None)
        self._unconfirmed[new.name] = old.name
        self.note()

    def sync_directory(self, path: Path) -> None:
        super().sync_directory(path)
        self._unconfirmed.clear()
        self.note()


def crashes(moment: Moment, dice: Random, every: int) -> Iterator[dict[str, Content]]:
    """Yield what may lie on the disk after a power cut in a moment.

    Args:
        moment: The moment.
        dice: Chooses among the rarer ones.
        every: One in so many cuts is tried.
    """
    for name, changes in moment.changes.items():
        if not changes:
            continue
        for content in torn(moment.synced[name], changes, dice, every):
            others = {
                other: dice.choice([moment.synced[other], *held])
                for other, held in moment.changes.items()
            }
            yield _named(moment, {**moment.synced, **others, name: content}, dice)
    yield _named(moment, dict(moment.synced), dice)
    now = {name: held[-1] for name, held in moment.changes.items() if held}
    yield _named(moment, {**moment.synced, **now}, dice)


def _named(moment: Moment, files: dict[str, Content], dice: Random) -> dict[str, Content]:
    """Take away some of the names that the disk has not confirmed."""
    for name, before in moment.unconfirmed.items():
        if name in files and dice.random() < 0.5:
            content = files.pop(name)
            if before is not None:
                files[before] = content
    return files


def torn(synced: Content, changes: list[Content], dice: Random, every: int) -> Iterator[Content]:
    """Yield what a file may hold that was changed and not waited for."""
    yield from changes
    now = changes[-1]
    common = min(len(synced), len(now))
    if len(now) <= common:
        return
    for size in range(len(synced) + 1, len(now), every):
        yield now[:size]
    blocks = range(len(synced) // BLOCK, -(-len(now) // BLOCK))
    for lost in _some(blocks, dice):
        yield _without(now, lost, len(synced), _zeros, dice)
    for first in blocks[1:] if blocks[0] == 0 else blocks:
        yield _without(now, range(first, blocks[-1] + 1), len(synced), _stale, dice)
    yield now + b"\0" * dice.randrange(1, 3 * BLOCK)


def _some(blocks: range, dice: Random) -> Iterator[Sequence[int]]:
    """Yield some blocks that are lost: all ways if they are few, otherwise some of the ways."""
    if len(blocks) <= 3:
        for count in range(1, len(blocks) + 1):
            yield from combinations(blocks, count)
        return
    for first in blocks:
        yield range(first, blocks[-1] + 1)
        yield [first]
        yield sorted(dice.sample(blocks, dice.randrange(2, len(blocks))))


def _without(
    now: Content, lost: Sequence[int], start: int, filler: Filler, dice: Random
) -> Content:
    content = bytearray(now)
    for block in lost:
        first, end = max(block * BLOCK, start), min((block + 1) * BLOCK, len(now))
        content[first:end] = filler(end - first, dice)
    return bytes(content)


def _zeros(size: int, _: Random) -> bytes:
    return bytes(size)


def _stale(size: int, dice: Random) -> bytes:
    return dice.randbytes(size)
