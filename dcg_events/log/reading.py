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

    def groups(self) -> Iterator[list[dict[str, Any]]]:
        """Yield the groups of the log, verified; values that it does not open stay sealed.

        Raises:
            LogDamagedError: At the first write that is not what was written.
            LogError: If nothing was ever committed.
        """
        for batch in self._batches():
            for line in batch:
                if line[:1] == b"{":
                    self._records.append(line)
                elif line[:7] == b'["open"':
                    if self._records:
                        self._damage("an opening stands after the records of its write")
                    self._openings.append(line)
                elif line[:9] == b'["commit"':
                    yield from self._write(line)
                    self._finish(line)
                else:
                    self._damage("the line is no record, no opening and no commit")
            if self._pending() > MAX_WRITE:
                self._damage(f"a write has no commit within {MAX_WRITE:,} bytes")
        self.tail += self._pending()
        if self.version == 0:
            problem = "it holds no committed event" if self.tail else "the file is empty"
            raise LogError(self.name, problem, "begin a log with `dcg-events new`")

    def _pending(self) -> int:
        """Count the bytes of the lines that wait for their commit."""
        lines = (self._openings, self._records)
        return sum(sum(map(len, some)) + len(some) for some in lines)

    def _finish(self, commit: bytes) -> None:
        self.lines += len(self._openings) + len(self._records) + 1
        self.size += self._pending() + len(commit) + 1
        self._openings, self._records = [], []

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

    def _verify_head(self, commit: bytes) -> str:
        records = self._records
        digest = self.digest
        digest.update(b"\n".join(records))
        digest.update(b"\n")
        head = digest.hexdigest()
        last = self.version + len(records) - 1
        if not records or commit != b'["commit",%d,"%s"]' % (last, head.encode()):
            self._damage(f"the write from event {self.version} on does not match its commit")
        return head

    def _write(self, commit: bytes) -> Iterator[list[dict[str, Any]]]:  # noqa: C901, PLR0912
        """Verify one write and yield its groups, with what is opened put back.

        Openings stand in the order of their events, so one pass over both is enough. This is the
        innermost loop of every reading: it stays in one piece, which is the reason for the noqa.
        """
        head = self._verify_head(commit)
        loads, digest_of = orjson.loads, sha256
        holder = None if self.holder == "judge" else self.holder
        openings = iter(self._openings)
        line = next(openings, None)
        owner, path, audience, value = -1, "", [], None
        seq = self.version
        group: list[dict[str, Any]] = []
        try:
            if line is not None:
                _, owner, path, audience, value, _ = loads(line)
            for record in self._records:
                event = loads(record)
                while owner == seq and line is not None:
                    if holder is None or holder in audience:
                        commitment = "~" + digest_of(line).hexdigest()
                        if event.get(path) == commitment:
                            event[path] = value
                        elif not put_back(event, path, value, commitment):
                            self._damage(f"the opening of {path} does not fit event {seq}")
                    line = next(openings, None)
                    if line is not None:
                        _, owner, path, audience, value, _ = loads(line)
                if event["seq"] != seq or event["step"] != len(group):
                    self._damage(f"another event stands in the place of event {seq}")
                seq += 1
                group.append(event)
                if event["of"] == len(group):
                    self.version, self.head = seq, head
                    yield group
                    group = []
        except (orjson.JSONDecodeError, KeyError, TypeError, ValueError, AttributeError):
            self._damage(f"event {seq}, or an opening of it, cannot be read")
        if line is not None:
            self._damage(f"an opening of event {owner} is not in its place")
        if group:
            self._damage(f"the commit splits the group of event {seq - 1}")

    def _damage(self, problem: str, more: Sequence[bytes] = ()) -> NoReturn:
        line = self.lines + len(self._openings) + len(self._records) + len(more) + 1
        good = self.version - 1
        remedy = (
            f"the log is good up to event {good}; use another copy for the rest"
            if self.version
            else "nothing of it can be read; use another copy"
        )
        raise LogDamagedError(f"{self.name}, line {line}", problem, remedy)
