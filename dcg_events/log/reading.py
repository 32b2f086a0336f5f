"""Read a log as a stream and verify it on the way: one write at a time, in constant memory.

What comes out has been checked against the head of its commit, and every opening against the
record it belongs to. A log that ends without a commit ends, for its reader, at the last one.
"""

import re
from collections.abc import Callable, Iterable, Iterator
from hashlib import sha256
from typing import Any, BinaryIO, Final, NamedTuple, NoReturn, TypeAlias

import orjson

from dcg_events.errors import LogDamagedError, LogError, Spot
from dcg_events.events.limits import MAX_EVENTS, MAX_IN_WRITE, MAX_LINE, MAX_VALUES, MAX_WRITE
from dcg_events.log.diagnosing import Flaw, is_json, locate, opening_of
from dcg_events.log.lines import TOO_LONG
from dcg_events.log.repeating import MARK, Disclosures, collect, disclosures_of, put_back_repeated
from dcg_events.log.sealing import put_back
from dcg_events.log.upcasting import FORMAT, can_read, upcast
from dcg_events.log.wanted import NO_OPENINGS, Openings, wanted_openings

CHUNK: Final = 1 << 18
_COMMIT: Final = re.compile(rb'\n(\["commit",[^\n]*)\n')

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


Watcher: TypeAlias = Callable[[Write, list[dict[str, Any]]], None]
"""Is shown a write and its events before any value is put back."""


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
        lines_before: Lines of the file before the log, for messages.
        format: The format version that the log is written in. What comes out is in the newest.
        only_newest: Whether a log of an older format is refused, as for who wants to append to it.
    """

    def __init__(
        self,
        file: BinaryIO,
        name: str,
        holder: str = "judge",
        fields: frozenset[str] | None = None,
        *,
        lines_before: int = 0,
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
        self.lines_before = lines_before
        self.format = FORMAT
        self.only_newest = False
        self._keeps = False
        self._watch: Watcher | None = None
        self._file = file

    def groups(self) -> Iterator[list[dict[str, Any]]]:
        """Yield the groups of the log, verified; values that it does not open stay sealed.

        Raises:
            LogDamagedError: At the first write that is not what was written.
            LogError: If nothing was ever committed.
        """
        for events in self.writes():
            yield from self._groups_of(events)

    def verified_writes(self, watch: Watcher | None = None) -> Iterator[list[dict[str, Any]]]:
        """Yield the events of each write, made of whole groups, and keep it in `write`.

        Args:
            watch: Is shown each write once it is known to be what was written, with its events as
                they stand there: their values are put back afterwards, into the same dicts, and
                whether the openings fit, and the groups are whole, is not known yet.
        """
        self._keeps = True
        self._watch = watch
        for events in self.writes():
            if not self._are_groups(events):
                for _ in self._groups_of(events):  # says which line is to blame
                    pass
            yield events

    def writes(self) -> Iterator[list[dict[str, Any]]]:
        """Yield the events of each write, its head and openings verified; see `groups`.

        That the events follow one another and make whole groups is for the reader to check.
        """
        for write, commit in self._writes():
            try:
                events = self._verify(write, commit)
            except Flaw as flaw:
                raise self._damaged(flaw, write, commit) from None
            yield self._upcast(events) if self.format != FORMAT else events
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
                raise self._damaged(Flaw(TOO_LONG, held.count(b"\n")), held)
            if len(held) > MAX_WRITE:
                problem = f"a write has no commit within {MAX_WRITE:,} bytes"
                raise self._damaged(Flaw(problem, 0, held.count(b"\n")), held)
        self.tail = len(held)
        for number, line in enumerate(held.split(b"\n")[:-1]):
            if not line.startswith((b'{"', b'["open",')):
                problem = "the line is no record, no opening and no commit"
                raise self._damaged(Flaw(problem, number), held)

    def _verify(self, write: bytes, commit: bytes) -> list[dict[str, Any]]:
        """Verify one write; return its events, with what is opened put back."""
        begin = 0 if write[:1] == b"{" else write.find(b"\n{") + 1
        if begin == 0 and write[:1] != b"{":
            raise Flaw("a commit without a record", write.count(b"\n") + 1)
        records, openings = write[begin:], NO_OPENINGS
        self.digest.update(records)
        self.digest.update(b"\n")
        head = self.digest.hexdigest()
        count, opened = 0, []
        if begin:
            openings = wanted_openings(write[: begin - 1], self.fields)
            count = openings.all_lines.count(b"\n") + 1
            opened = self._parse(openings.all_lines, only=openings.lines)
        events = self._parse(records, count)
        last = self.version + len(events) - 1
        if commit != b'["commit",%d,"%s"]' % (last, head.encode()):
            problem = f"the write from event {self.version} on does not match its commit"
            raise Flaw(problem, 0, count + len(events))
        if last >= MAX_EVENTS:
            raise Flaw(f"a log has at most {MAX_EVENTS:,} events", count)
        if self.version == 0:
            self._check_header(events[0])
        disclosures: Disclosures = {}
        if (self.fields is None or self._begins_before(opened)) and MARK in records:
            disclosures = self._disclosed(events, count)
        if self._keeps:  # else it is let go at once: memory stays hot
            self.write = Write(openings.all_lines, opened, records, commit)
            if self._watch is not None:
                self._watch(self.write, events)
        if opened:
            self._put_back(openings, opened, events, disclosures)
        self.version, self.head = last + 1, head
        self.lines += count + len(events) + 1
        self.size += len(write) + len(commit) + 2
        return events

    def _check_header(self, event: object) -> None:
        """Check that a log begins with what a reader has to know before all else."""
        if not isinstance(event, dict) or event.get("kind") != "match_opened":
            problem = "it has no header: its first event is not match_opened"
            raise LogError(self.name, problem, "begin a log with `dcg-events new`")
        version = event.get("format")
        if type(version) is not int or not can_read(version):
            problem = "its format version is not known to this program"
            remedy = f"read it with a program that knows more than version {FORMAT}"
            raise LogError(self.name, problem, remedy)
        if self.only_newest and version != FORMAT:
            problem = f"it is in format {version}, and what is appended would be in format {FORMAT}"
            remedy = "end the match with the program that began it; this one reads it as it is"
            raise LogError(self.name, problem, remedy)
        self.format = version

    def _upcast(self, events: list[dict[str, Any]]) -> list[dict[str, Any]]:
        """Return verified events of an older format as the newest has them."""
        try:
            return [upcast(event, self.format) for event in events]
        except (KeyError, TypeError, ValueError, AttributeError):
            line = self.lines_before + self.lines
            seq = self.version - len(events)
            spot = Spot(line - len(events), line - 1, seq, seq)
            problem = f"an event is not what format {self.format} says"
            where, remedy = f"{self.name}, {spot}", _good_up_to(seq - 1)
            raise LogDamagedError(where, problem, remedy, spot) from None

    def _are_groups(self, events: list[Any]) -> bool:
        """Tell whether the events of the last write follow one another and make whole groups."""
        size = step = 0
        try:
            for seq, event in enumerate(events, self.version - len(events)):
                if step == 0:
                    size = event["of"]
                    if type(size) is not int:
                        return False
                if event["seq"] != seq or event["step"] != step or event["of"] != size:
                    return False
                step = 0 if step + 1 == size else step + 1
        except (KeyError, TypeError):
            return False
        return step == 0

    def _groups_of(self, events: list[Any]) -> Iterator[list[dict[str, Any]]]:
        """Yield the groups of the last write, checking that its events follow one another."""
        seq, line = self.version - len(events), self.lines - len(events) - 1
        group: list[dict[str, Any]] = []
        try:
            for event in events:
                size = event["of"]
                if event["seq"] != seq or event["step"] != len(group):
                    self._out_of_order(seq, line, seq - len(group))
                seq += 1
                line += 1
                group.append(event)
                if size == len(group):
                    self._check_size(group, seq, line)
                    yield group
                    group = []
        except (KeyError, TypeError):
            self._out_of_order(seq, line, seq - len(group))
        if group:
            self._out_of_order(seq, line, seq - len(group))

    def _check_size(self, group: list[Any], seq: int, line: int) -> None:
        """Check that a group's first event counts its events: by that others take it for one."""
        size, count = group[0]["of"], len(group)
        if not isinstance(size, int) or size < 1:
            self._out_of_order(seq - count, line - count, seq - count)

    def _out_of_order(self, seq: int, line: int, start: int) -> NoReturn:
        problem = f"the line does not hold event {seq} of a whole group"
        line += self.lines_before + 1
        remedy = _good_up_to(start - 1)
        spot = Spot(line, line, seq, start)
        raise LogDamagedError(f"{self.name}, {spot}", problem, remedy, spot)

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
                problem = "the line does not say what it discloses, and to whom"
                raise Flaw(problem, number) from None
        return collect(found)

    def _put_back(
        self, openings: Openings, opened: list[Any], events: list[Any], disclosures: Disclosures
    ) -> None:
        """Verify the openings of a write that are for the holder, and put their values back."""
        lines = openings.lines.split(b"\n")
        if len(lines) != len(opened):
            last_line = openings.all_lines.count(b"\n") + 1
            raise Flaw("a line does not hold one opening", 0, last_line)
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
                        problem = f"{opening_of(path)} does not fit event {seq}: no event of its"
                        problem += " write discloses it, or it stands twice"
                        raise Flaw(problem, openings.place(number))
                elif tag != "open" or not put_back(event, path, value, commitment):
                    problem = f"{opening_of(path)} does not fit event {seq}"
                    raise Flaw(problem, openings.place(number))
        except (IndexError, TypeError, ValueError, AttributeError):
            problem = "this is not an opening for an event of its write"
            raise Flaw(problem, openings.place(number)) from None

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

    def _parse(self, lines: bytes, before: int = 0, *, only: bytes | None = None) -> list[Any]:
        """Parse lines of a write all at once, which is faster than one by one.

        Args:
            lines: Lines as they stand in the log.
            before: How many lines of the write stand before them.
            only: Those of them that are to be parsed; all if None.
        """
        if len(lines) > MAX_LINE:
            _check_sizes(lines, before)
        values: list[Any] | None
        try:
            values = orjson.loads(b"[%b]" % (lines if only is None else only).replace(b"\n", b","))
        except orjson.JSONDecodeError:
            values = None  # reported below: the parser's own error holds the lines
        if values is None:
            _report_no_json(lines, before)
        return values  # as many as lines, or the seq in the commit tells

    def _damaged(self, flaw: Flaw, write: bytes, commit: bytes | None = None) -> LogDamagedError:
        """Return the error that says where in a write the damage is, and what is good."""
        found = locate(flaw, write, commit, self.version)
        before = self.lines_before + self.lines + 1
        spot = Spot(before + found.first, before + found.last, found.event, found.group)
        remedy = found.remedy or _good_up_to(self.version - 1)
        return LogDamagedError(f"{self.name}, {spot}", found.problem, remedy, spot)


def _good_up_to(seq: int) -> str:
    if seq < 0:
        return "nothing of it can be read; use another copy"
    return (
        f"the log is good up to event {seq}, and `dcg-events verify LOG --prefix OUT` writes that"
        " part; use another copy for the rest"
    )


def _check_sizes(lines: bytes, before: int) -> None:
    """Check the lines of a long write, before they are parsed."""
    split = lines.split(b"\n")
    if len(split) > MAX_IN_WRITE:
        raise Flaw(f"a write has at most {MAX_IN_WRITE:,} lines", before, before + len(split))
    for number, line in enumerate(split, before):
        if len(line) > MAX_LINE:
            raise Flaw(TOO_LONG, number)
        if line.count(b",") + line.count(b"[") + line.count(b"{") > MAX_VALUES:
            raise Flaw(f"the line holds more than {MAX_VALUES:,} values", number)


def _report_no_json(lines: bytes, before: int) -> NoReturn:
    split = lines.split(b"\n")
    for number, line in enumerate(split, before):
        if not is_json(line):
            raise Flaw("the line is not JSON", number)
    raise Flaw("a line does not hold one value", before, before + len(split) - 1)
