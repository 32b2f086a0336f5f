"""Read a log as a stream and verify it on the way: one write at a time, in constant memory.

What comes out has been checked against the head of its commit, and every opening against the
record it belongs to. A log that ends without a commit ends, for its reader, at the last one.
"""

import re
from collections.abc import Iterable, Iterator
from hashlib import sha256
from typing import Any, BinaryIO, Final, NamedTuple, NoReturn

import orjson

from dcg_events.errors import LogDamagedError, LogError
from dcg_events.events.codec import MAX_LINE
from dcg_events.log.repeating import MARK, Disclosures, collect, disclosures_of, put_back_repeated
from dcg_events.log.sealing import put_back

CHUNK: Final = 1 << 18
MAX_WRITE: Final = 1 << 24
"""Most bytes that one write may have: openings, records and commit together."""

_COMMIT: Final = re.compile(rb'\n(\["commit",[^\n]*)\n')

FORMAT: Final = 1
"""The format version that this reads and writes."""

NO_HEAD: Final = sha256().hexdigest()
"""The head of a log that holds nothing yet."""


class Write(NamedTuple):
    """A write as it stands in the log, its lines joined by line feeds.

    Attributes:
        openings: The opening lines; empty if there are none.
        opened: The same, parsed.
        records: The record lines.
        commit: The commit line.
    """

    openings: bytes
    opened: list[Any]
    records: bytes
    commit: bytes


class LogReader:
    """A log being read from its first byte.

    Attributes:
        name: The log's name, for messages.
        holder: The viewer who reads: openings that are not for this viewer are left closed.
        fields: Dotted paths of the fields that are wanted; all if None. The others stay sealed,
            so that nothing is used that was not verified. An opening that is not wanted, or not
            for the holder, is not looked at: only a judge's reading of all fields, as `verify`
            does it, finds every one that is false, repeated or misplaced.
        head: SHA-256 of all record lines up to the last commit read.
        version: Number of events up to there; the next event has this seq.
        lines: Number of lines up to there.
        size: Number of bytes up to there.
        tail: Bytes after the last commit: a write that was cut off, or one under way.
        digest: The running SHA-256 behind `head`.
        write: The last write of `verified_writes`, as it stands in the log.
    """

    def __init__(
        self,
        file: BinaryIO,
        name: str,
        holder: str = "judge",
        fields: frozenset[str] | None = None,
    ) -> None:
        self.name = name
        self.holder = holder
        self.fields = fields
        self.head = NO_HEAD
        self.version = 0
        self.lines = 0
        self.size = 0
        self.tail = 0
        self.digest = sha256()
        self.write = Write(b"", [], b"", b"")
        self._keeps = False
        self._file = file

    def groups(self) -> Iterator[list[dict[str, Any]]]:
        """Yield the groups of the log, verified; values that it does not open stay sealed.

        Raises:
            LogDamagedError: At the first write that is not what was written.
            LogError: If nothing was ever committed.
        """
        for events in self.writes():
            yield from self._groups_of(events)

    def verified_writes(self) -> Iterator[list[dict[str, Any]]]:
        """Yield the events of each write, made of whole groups, and keep it in `write`."""
        self._keeps = True
        for events in self.writes():
            for _ in self._groups_of(events):
                pass
            yield events

    def writes(self) -> Iterator[list[dict[str, Any]]]:
        """Yield the events of each write, its head and openings verified; see `groups`.

        That the events follow one another and make whole groups is for the reader to check.
        """
        for write, commit in self._writes():
            yield self._verify(write, commit)
        if self.version == 0:
            problem = "it holds no committed event" if self.tail else "the file is empty"
            raise LogError(self.name, problem, "begin a log with `dcg-events new`")

    def _writes(self) -> Iterator[tuple[bytes, bytes]]:
        """Yield each write: openings and records without the last line feed, and the commit."""
        held = b""
        read = self._file.read
        while chunk := read(CHUNK):
            held += chunk
            start = 0
            for found in _COMMIT.finditer(held):
                yield held[start : found.start()], found[1]
                start = found.end()
            held = held[start:]
            if len(held) - held.rfind(b"\n") > MAX_LINE + 1:
                self._damage(_LONG, held.count(b"\n"))
            if len(held) > MAX_WRITE:
                self._damage(f"a write has no commit within {MAX_WRITE:,} bytes")
        self.tail = len(held)
        for number, line in enumerate(held.split(b"\n")[:-1]):
            if not line.startswith((b'{"', b'["open",')):
                self._damage("the line is no record, no opening and no commit", number)

    def _verify(self, write: bytes, commit: bytes) -> list[dict[str, Any]]:
        """Verify one write; return its events, with what is opened put back."""
        begin = 0 if write[:1] == b"{" else write.find(b"\n{") + 1
        if begin == 0 and write[:1] != b"{":
            self._damage("a commit without a record")
        openings, records = write[: max(begin - 1, 0)], write[begin:]
        self.digest.update(records)
        self.digest.update(b"\n")
        head = self.digest.hexdigest()
        opened = self._parse(openings) if openings else []
        events = self._parse(records, len(opened))
        last = self.version + len(events) - 1
        if commit != b'["commit",%d,"%s"]' % (last, head.encode()):
            problem = f"the write from event {self.version} on does not match its commit"
            self._damage(problem, len(opened) + len(events))
        if self.version == 0:
            self._check_header(events[0])
        disclosures: Disclosures = {}
        if (self.fields is None or self._begins_before(opened)) and MARK in records:
            disclosures = self._disclosed(events, len(opened))
        if openings:
            self._put_back(openings, opened, events, disclosures)
        if self._keeps:  # else it is let go at once: memory stays hot
            self.write = Write(openings, opened, records, commit)
        self.version, self.head = last + 1, head
        self.lines += len(opened) + len(events) + 1
        self.size += len(write) + len(commit) + 2
        return events

    def _check_header(self, event: object) -> None:
        """Check that a log begins with what a reader has to know before all else."""
        if not isinstance(event, dict) or event.get("kind") != "match_opened":
            problem = "it has no header: its first event is not match_opened"
            raise LogError(self.name, problem, "begin a log with `dcg-events new`")
        if event.get("format") != FORMAT:
            problem = "its format version is not known to this program"
            remedy = f"read it with a program that knows more than version {FORMAT}"
            raise LogError(self.name, problem, remedy)

    def _groups_of(self, events: list[Any]) -> Iterator[list[dict[str, Any]]]:
        """Yield the groups of the last write, checking that its events follow one another."""
        seq, line = self.version - len(events), self.lines - len(events) - 1
        group: list[dict[str, Any]] = []
        try:
            for event in events:
                size = event["of"]
                if event["seq"] != seq or event["step"] != len(group):
                    self._out_of_order(seq, line)
                seq += 1
                line += 1
                group.append(event)
                if size == len(group):
                    yield group
                    group = []
        except (KeyError, TypeError):
            self._out_of_order(seq, line)
        if group:
            self._out_of_order(seq, line)

    def _out_of_order(self, seq: int, line: int) -> NoReturn:
        problem = f"the line does not hold event {seq} of a whole group"
        remedy = f"the log is good up to event {seq - 1}; use another copy for the rest"
        raise LogDamagedError(f"{self.name}, line {line + 1}", problem, remedy)

    def _begins_before(self, opened: list[Any]) -> bool:
        """Tell whether the openings of a write begin with one of an earlier event."""
        try:
            return bool(opened[0][1] < self.version)
        except (IndexError, TypeError, KeyError):
            return False

    def _disclosed(self, events: list[Any], before: int) -> Disclosures:
        """Return what a write discloses of events before it."""
        found = []
        for number, event in enumerate(events, before):
            try:
                found += disclosures_of(event)
            except ValueError:
                self._damage("the line does not say what it discloses, and to whom", number)
        return collect(found)

    def _put_back(
        self, openings: bytes, opened: list[Any], events: list[Any], disclosures: Disclosures
    ) -> None:
        """Verify the openings of a write that are for the holder, and put their values back."""
        lines = openings.split(b"\n")
        if len(lines) != len(opened):
            self._damage("a line does not hold one opening")
        number, first, last = 0, self.version, -1
        event: dict[str, Any] = {}
        try:
            for number in self._wanted(opened):
                tag, seq, path, _, value, _ = opened[number]
                commitment = "~" + sha256(lines[number]).hexdigest()
                if seq != last:
                    event = events[seq - first] if seq >= first else {}
                    last = seq
                if tag == "open" and event.get(path) == commitment:
                    event[path] = value
                elif seq < first:
                    if not put_back_repeated(disclosures, opened[number], commitment, self.holder):
                        problem = f"the opening of {path} does not fit event {seq}: no event of its"
                        self._damage(f"{problem} write discloses it, or it stands twice", number)
                elif tag != "open" or not put_back(event, path, value, commitment):
                    self._damage(f"the opening of {path} does not fit event {seq}", number)
        except (IndexError, TypeError, ValueError, AttributeError):
            self._damage("this is not an opening for an event of its write", number)

    def _wanted(self, opened: list[Any]) -> Iterable[int]:
        """Return which openings of a write are for the holder and of a field that is wanted."""
        holder, fields = self.holder, self.fields
        wanted: Iterable[int] = range(len(opened))
        if holder != "judge":
            first = self.version  # who else may hold a repeated opening, its write says
            wanted = [n for n in wanted if holder in opened[n][3] or opened[n][1] < first]
        if fields is not None:
            wanted = [number for number in wanted if opened[number][2] in fields]
        return wanted

    def _parse(self, lines: bytes, before: int = 0) -> list[Any]:
        """Parse lines of a write all at once, which is faster than one by one."""
        if len(lines) > MAX_LINE:
            for number, line in enumerate(lines.split(b"\n")):
                if len(line) > MAX_LINE:
                    self._damage(_LONG, before + number)
        values: list[Any] | None
        try:
            values = orjson.loads(b"[%b]" % lines.replace(b"\n", b","))
        except orjson.JSONDecodeError:
            values = None  # reported below: the parser's own error holds the lines
        if values is None:
            self._report_no_json(lines, before)
        return values  # as many as lines, or the seq in the commit tells

    def _report_no_json(self, lines: bytes, before: int) -> NoReturn:
        for number, line in enumerate(lines.split(b"\n")):
            if not _is_json(line):
                self._damage("the line is not JSON", before + number)
        self._damage("a line does not hold one value", before)

    def _damage(self, problem: str, within: int = 0) -> NoReturn:
        """Report damage in the line that is `within` lines into the write."""
        good = self.version - 1
        remedy = (
            f"the log is good up to event {good}; use another copy for the rest"
            if self.version
            else "nothing of it can be read; use another copy"
        )
        raise LogDamagedError(f"{self.name}, line {self.lines + within + 1}", problem, remedy)


def _is_json(line: bytes) -> bool:
    try:
        orjson.loads(line)
    except orjson.JSONDecodeError:
        return False
    return True


_LONG: Final = f"the line is longer than the {MAX_LINE:,} bytes a log may have"
