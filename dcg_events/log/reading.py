"""Read a log as a stream and verify it on the way: one write at a time, in constant memory.

What comes out has been checked against the head of its commit, and every opening against the
record it belongs to. A log that ends without a commit ends, for its reader, at the last one.
"""

from collections.abc import Iterator, Sequence
from hashlib import sha256
from typing import Any, BinaryIO, Final, NoReturn

import orjson

from dcg_events.errors import LogDamagedError, LogError
from dcg_events.events.codec import MAX_LINE
from dcg_events.log.sealing import put_back

CHUNK: Final = 1 << 18
MAX_WRITE: Final = 1 << 28
"""Most bytes that one write may have: openings, records and commit together."""

NO_HEAD: Final = sha256().hexdigest()
"""The head of a log that holds nothing yet."""


class LogReader:
    """A log being read from its first byte.

    Attributes:
        name: The log's name, for messages.
        holder: The viewer who reads: openings that are not for this viewer are left closed.
        head: SHA-256 of all record lines up to the last commit read.
        version: Number of events up to there; the next event has this seq.
        lines: Number of lines up to there.
        size: Number of bytes up to there.
        tail: Bytes after the last commit: a write that was cut off, or one under way.
        digest: The running SHA-256 behind `head`.
    """

    def __init__(self, file: BinaryIO, name: str, holder: str = "judge") -> None:
        self.name = name
        self.holder = holder
        self.head = NO_HEAD
        self.version = 0
        self.lines = 0
        self.size = 0
        self.tail = 0
        self.digest = sha256()
        self._file = file
        self._openings: list[bytes] = []
        self._records: list[bytes] = []
        self._bytes = 0

    def groups(self) -> Iterator[list[dict[str, Any]]]:
        """Yield the groups of the log, verified; values that it does not open stay sealed.

        Raises:
            LogDamagedError: At the first write that is not what was written.
            LogError: If nothing was ever committed.
        """
        for batch in self._batches():
            for line in batch:
                self._bytes += len(line) + 1
                start = line[:2]
                if start == b'{"':
                    self._records.append(line)
                elif start == b'["' and line[2:7] == b'open"':
                    if self._records:
                        self._damage("an opening stands after the records of its write")
                    self._openings.append(line)
                elif start == b'["' and line[2:9] == b'commit"':
                    yield from self._write(line)
                    self.lines += len(self._openings) + len(self._records) + 1
                    self.size += self._bytes
                    self._openings, self._records, self._bytes = [], [], 0
                else:
                    self._damage("the line is no record, no opening and no commit")
            if self._bytes > MAX_WRITE:
                self._damage(f"a write has no commit within {MAX_WRITE:,} bytes")
        self.tail += self._bytes
        if self.version == 0:
            problem = "it holds no committed event" if self.tail else "the file is empty"
            raise LogError(self.name, problem, "begin a log with `dcg-events new`")

    def _batches(self) -> Iterator[list[bytes]]:
        carry = b""
        read = self._file.read
        while chunk := read(CHUNK):
            lines = (carry + chunk).split(b"\n")
            carry = lines.pop()
            if len(carry) > MAX_LINE or (lines and len(lines[0]) > MAX_LINE):
                self._damage(f"a line is longer than the {MAX_LINE:,} bytes a log may have", lines)
            yield lines
        self.tail = len(carry)

    def _write(self, commit: bytes) -> Iterator[list[dict[str, Any]]]:
        """Verify one write and yield its groups."""
        records = self._records
        digest = self.digest
        digest.update(b"\n".join(records))
        digest.update(b"\n")
        head = digest.hexdigest()
        seq = self.version
        if not records or commit != b'["commit",%d,"%s"]' % (
            seq + len(records) - 1,
            head.encode(),
        ):
            self._damage(f"the write from event {seq} on does not match its commit")
        opened = self._open()
        loads = orjson.loads
        group: list[dict[str, Any]] = []
        try:
            for line in records:
                event = loads(line)
                if event["seq"] != seq:
                    self._damage(f"another event stands in the place of event {seq}")
                if seq in opened:
                    for path, value, commitment in opened.pop(seq):
                        if event.get(path) == commitment:
                            event[path] = value
                        elif not put_back(event, path, value, commitment):
                            self._damage(f"the opening of {path} does not fit event {seq}")
                seq += 1
                if event["of"] == 1:
                    if group:
                        self._damage(f"event {seq - 1} interrupts a group")
                    self.version, self.head = seq, head
                    yield [event]
                    continue
                group.append(event)
                if event["step"] != len(group) - 1 or event["of"] != group[0]["of"]:
                    self._damage(f"event {seq - 1} is not the next of its group")
                if len(group) == event["of"]:
                    self.version, self.head = seq, head
                    yield group
                    group = []
        except (orjson.JSONDecodeError, KeyError, TypeError, AttributeError):
            self._damage(f"the record of event {seq} cannot be read")
        if group:
            self._damage(f"the commit splits the group of event {seq - 1}")
        if opened:
            self._damage(f"an opening belongs to event {min(opened)}, of another write")

    def _open(self) -> dict[int, list[tuple[str, object, str]]]:
        """Read the openings of a write that the holder may have, by seq."""
        opened: dict[int, list[tuple[str, object, str]]] = {}
        loads = orjson.loads
        holder = None if self.holder == "judge" else self.holder
        try:
            for line in self._openings:
                _, seq, path, audience, value, _ = loads(line)
                if holder is not None and holder not in audience:
                    continue
                found = (path, value, "~" + sha256(line).hexdigest())
                if seq in opened:
                    opened[seq].append(found)
                else:
                    opened[seq] = [found]
        except (orjson.JSONDecodeError, ValueError, TypeError):
            self._damage("an opening cannot be read")
        return opened

    def _damage(self, problem: str, more: Sequence[bytes] = ()) -> NoReturn:
        line = self.lines + len(self._openings) + len(self._records) + len(more) + 1
        good = self.version - 1
        remedy = (
            f"the log is good up to event {good}; use another copy for the rest"
            if self.version
            else "nothing of it can be read; use another copy"
        )
        raise LogDamagedError(f"{self.name}, line {line}", problem, remedy)
