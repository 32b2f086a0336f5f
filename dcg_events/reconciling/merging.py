"""Record anew what two recordings of a match know together: one log, sealed for whom it is."""

from collections.abc import Iterator, Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any, Final, Literal, TypeAlias

from typing_extensions import TypedDict  # comes with pydantic, which reads these types

from dcg_events.errors import DcgEventsError, EventError, UsageError
from dcg_events.events.codec import PlainEvent
from dcg_events.events.schema_digest import SCHEMA_DIGEST
from dcg_events.log.sealing import SaltSource, random_salt
from dcg_events.reconciling.clocks import TOLERANCE, clock_difference, misfits
from dcg_events.reconciling.comparing import ORDER
from dcg_events.reconciling.composing import Composer, Part
from dcg_events.reconciling.pairing import Pairing
from dcg_events.reconciling.recording import number_at, pile_of
from dcg_events.recorder.recorder import Recorder

Preference: TypeAlias = Literal["a", "b", "none"]
"""Which recording is right where both contradict each other; by default none is."""

_DROPPED: Final = "recovered"
"""A kind that tells of a file, not of the match, and not of the merged file."""


class Merged(TypedDict):
    """A merged log.

    Attributes:
        path: The file.
        head: Its head.
        events: How many it has.
        only_a: How many of them only A told.
        only_b: How many only B told.
    """

    path: str
    head: str
    events: int
    only_a: int
    only_b: int


def merge(
    pairing: Pairing,
    out: str | Path,
    *,
    prefer: Preference = "none",
    tolerance: int = TOLERANCE,
    salt: SaltSource = random_salt,
) -> Merged:
    """Record a merged log of two recordings whose events were paired.

    Moments are those of A, or of the one that is preferred; what only the other tells stands
    behind what both tell before it. Every event says in its note where it is from.

    Args:
        pairing: The recordings and their pairs.
        out: The log, which must not exist yet.
        prefer: Who is right where they contradict each other. If nobody is, the value is left
            unknown; an order, and what has to be known, then cannot be merged.
        tolerance: Seconds by which times may be off.
        salt: Where the salts come from.

    Raises:
        UsageError: If the file exists, or a contradiction cannot be left open.
        ImpossibleEventError: If what they tell together cannot have happened.
        EventError: If a merged event cannot be sealed.
    """
    names = ("a", "b")
    if prefer == "b":
        pairing, names = _exchanged(pairing), ("b", "a")
    composer = Composer(pairing, names, clock_difference(pairing), preferred=prefer != "none")
    if prefer == "none":
        _refuse_orders(composer)
    _refuse_corrections(pairing)
    path = Path(out)
    merger = _Merger(composer, set(misfits(pairing, tolerance)))
    header = merger.header()
    if salt is random_salt:
        header["match"] = random_salt()  # seals tell it from its sources
    recorder = Recorder.begin(path, header, salt=salt)
    try:
        with recorder, recorder.batch():
            merger.record(recorder)
    except BaseException:
        path.unlink(missing_ok=True)
        raise
    alone = [merger.alone["one"], merger.alone["two"]]
    if prefer == "b":
        alone.reverse()
    return {
        "path": str(path),
        "head": recorder.head,
        "events": recorder.version,
        "only_a": alone[0],
        "only_b": alone[1],
    }


def _exchanged(pairing: Pairing) -> Pairing:
    moved = {pairing.of_a[one] for one in pairing.moved}
    return Pairing(pairing.b, pairing.a, pairing.of_b, pairing.of_a, moved)


def _refuse_corrections(pairing: Pairing) -> None:
    """Refuse recordings that were corrected: a correction is about a place in its own log."""
    for name, recording in (("a", pairing.a), ("b", pairing.b)):
        for told in recording.told:
            if told.event["kind"] == "record_corrected" and "event" in told.event:
                problem = "the record is corrected there, and a correction is not carried over"
                remedy = "merge what was recorded before it, and correct the merged log"
                raise UsageError(f"{name}:{told.event['seq']}", problem, remedy)


def _refuse_orders(composer: Composer) -> None:
    """Refuse to choose between two orders of the same events."""
    for one, compared in composer.compared.items():
        fields = {difference["field"] for difference in compared.differences}
        if one in composer.pairing.moved or fields & ORDER:
            part = Part(one, composer.pairing.of_a[one])
            kind = composer.pairing.a.told[one].event["kind"]
            problem = "the recordings tell it in another order, and neither is taken unasked"
            remedy = "say which one is right with --prefer a or --prefer b"
            raise UsageError(f"{composer.label(part)} ({kind})", problem, remedy)


class _Merger:
    """Goes through both recordings once and records what they tell.

    Attributes:
        alone: Events that only one told.
    """

    def __init__(self, composer: Composer, late: set[int]) -> None:
        self.composer = composer
        self.pairing = composer.pairing
        self.alone = {"one": 0, "two": 0}
        self._late = late
        self._notes_at: list[str] = []

    def header(self) -> PlainEvent:
        """Return the first event of the merged log."""
        part = Part(0, 0)
        event = self.composer.event(part)
        theirs = self.pairing.b.told[0].event
        clock = event["clock"] if event["clock"] != "none" else theirs["clock"]
        sources = zip(self.composer.names, (self.pairing.a, self.pairing.b), strict=True)
        told = sorted(
            f"{name} of {len(source.told)} events with head {source.head}"
            for name, source in sources
        )
        self._note([part], [0])
        event.pop("match", None)
        return event | {
            "format": 1,
            "schema": SCHEMA_DIGEST,
            "clock": clock,
            "recorder_notes": True,
            "origin": f"reconciled from two recordings: {', '.join(told)}",
            "recorder": self._noted(part),
        }

    def record(self, recorder: Recorder) -> None:
        """Record all moments but the first."""
        for parts in self._moments():
            self._append(recorder, parts)

    def _moments(self) -> Iterator[list[Part]]:
        """Yield the merged moments: those of A, and behind each what only B tells there."""
        joining, following = self._of_b_alone()
        of_a = self.pairing.of_a
        for index in range(len(self.pairing.a.moments)):
            seqs = [told.event["seq"] for told in self.pairing.a.group(index)]
            parts = [Part(seq, of_a.get(seq)) for seq in seqs]
            parts += [Part(None, two) for two in joining.get(index, ())]
            if index and self.pairing.a.told[seqs[0]].event["kind"] != _DROPPED:
                yield parts
            for others in following.get(index, ()):
                yield [Part(None, two) for two in others]

    def _of_b_alone(self) -> tuple[dict[int, list[int]], dict[int, list[list[int]]]]:
        """Return what only B tells, by the moments of A: what joins one, and what follows it."""
        joining: dict[int, list[int]] = {}
        following: dict[int, list[list[int]]] = {}
        last = 0
        a, b, of_b = self.pairing.a, self.pairing.b, self.pairing.of_b
        for index in range(len(b.moments)):
            seqs = [told.event["seq"] for told in b.group(index)]
            ours = [a.told[of_b[seq]].moment for seq in seqs if seq in of_b]
            alone = [seq for seq in seqs if seq not in of_b]
            moved = any(of_b[seq] in self.pairing.moved for seq in seqs if seq in of_b)
            if alone and ours:
                joining.setdefault(ours[0], []).extend(alone)
            elif alone and b.told[alone[0]].event["kind"] != _DROPPED:
                following.setdefault(last, []).append(alone)
            if ours and not moved:
                last = max(last, *ours)
        return joining, following

    def _append(self, recorder: Recorder, parts: list[Part]) -> None:
        version = recorder.version
        self._note(parts, range(version, version + len(parts)))
        try:
            events = [self._made(recorder, part) for part in parts]
            receipt = recorder.append_group(events)
        except UsageError:
            raise
        except EventError as error:
            if self.pairing_kind(parts[0]) == "disclosed":
                return  # it shows values that the merged log does not seal
            raise self._refusal(error, parts) from error
        except DcgEventsError as error:
            raise self._refusal(error, parts) from error
        self._note(parts, receipt.seqs)
        self._count(parts)

    def pairing_kind(self, part: Part) -> str:
        """Return the kind of an event."""
        if part.one is not None:
            return str(self.pairing.a.told[part.one].event["kind"])
        return str(self.pairing.b.told[part.two or 0].event["kind"])

    def _refusal(self, error: DcgEventsError, parts: list[Part]) -> DcgEventsError:
        """Say where the recordings cannot be merged, and why."""
        labels = f"{self.composer.label(parts[0])} ({self.pairing_kind(parts[0])})"
        contested = [
            f"{self.composer.label(Part(one, self.pairing.of_a[one]))} {difference['field']}"
            for one, compared in self.composer.compared.items()
            for difference in compared.differences
            if parts[0].one is None or one <= parts[0].one
        ]
        problem = f"merged, it cannot be recorded: {error.problem}"
        before = f"; they contradict each other before at {contested[-1]}" if contested else ""
        remedy = "see what only one recording tells before it, and try --prefer a or --prefer b"
        return type(error)(labels, problem + before, remedy)

    def _note(self, parts: list[Part], seqs: Sequence[int]) -> None:
        """Note what the events of both recordings are called in the merged log."""
        for side, renumbering, recording in (
            (0, self.composer.ours, self.pairing.a),
            (1, self.composer.theirs, self.pairing.b),
        ):
            both = zip(parts, seqs, strict=True)
            told = {seq: new for part, new in both if (seq := part[side]) is not None}
            groups = {recording.told[seq].event["group"] for seq in told}
            renumbering.note(told, groups, min(seqs), max(seqs))

    def _made(self, recorder: Recorder, part: Part) -> PlainEvent:
        event = self.composer.event(part)
        if part.one in self._late and not self.composer.preferred:
            event["at"] = None
        if event["kind"] == "transferred" and event.get("number") is None:
            self._refuse_known(recorder, part, event)
        event["recorder"] = self._noted(part)
        return event

    def _refuse_known(self, recorder: Recorder, part: Part, event: PlainEvent) -> None:
        """Refuse to leave open what a card is, where the merged table has it from one of them."""
        if not self.composer.preferred and self.composer.contested(part):
            pile = pile_of(recorder.table, event["from"])
            if number_at(pile, event["from"], event.get("was")) is not None:
                raise self.composer.refuse(part, "number")

    def _count(self, parts: list[Part]) -> None:
        for part in parts:
            if part.one is not None and part.two is not None:
                continue
            self.alone["two" if part.one is None else "one"] += 1
            if self.pairing_kind(part) in ("transferred", "shuffled", "reordered", "game_started"):
                self.composer.uneven = True

    def _noted(self, part: Part) -> dict[str, Any]:
        """Say where an event is from; only the judge may read it."""
        told = (self.pairing.a.told, self.pairing.b.told)
        notes = [
            of[seq].event.get("recorder") or {}
            for of, seq in zip(told, part, strict=True)
            if seq is not None
        ]
        note: dict[str, Any] = {"ref": self.composer.label(part)}
        evidence = [known["evidence"] for known in notes if known.get("evidence")]
        if len(notes) < 2:
            note["evidence"] = evidence[0] if evidence else "one_client"
        elif evidence and all(one == two for one, two in pairwise(evidence)):
            note["evidence"] = evidence[0]
        times = [known["ms"] for known in notes if known.get("ms") is not None]
        refs = [str(known[name]) for known in notes for name in ("ref", "text") if known.get(name)]
        if times:
            note["ms"] = times[0]
        if refs:
            note["text"] = "; ".join(refs)[:4000]
        return note
