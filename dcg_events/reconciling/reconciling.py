"""Reconcile two recordings of one match: where they agree, and every divergence, told once."""

from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from dcg_events.log.part import LogPart
from dcg_events.log.trusting import first_misformed
from dcg_events.reconciling.clocks import TOLERANCE, clock_difference, misfits
from dcg_events.reconciling.comparing import ORDER, Compared, Comparer, Difference
from dcg_events.reconciling.fields import FOR_ITS_WRITER
from dcg_events.reconciling.identity import refuse_other_matches, refuse_other_names
from dcg_events.reconciling.pairing import Pairing, pair, pair_same
from dcg_events.reconciling.recording import Recording, read_recording
from dcg_events.reconciling.references import depends_on
from dcg_events.reconciling.same_log import are_one_log
from dcg_events.reconciling.shape import Divergence, Nature, Reconciliation, Seqs, Stretch
from dcg_events.reconciling.telling import Tell, before, count_split, evidence, source
from dcg_events.vocabulary.people import Viewer

_ALWAYS_RECORDED: Final = frozenset(
    {"transferred", "game_started", "turn_started", "game_ended", "match_ended"}
)
"""Kinds that no recording of a match does without."""

_OFTEN: Final = 3
"""A kind that one recording tells so often, and the other never, is one that it does not record."""


def reconcile(  # noqa: PLR0913 - each is a choice of its own
    a: str | Path,
    b: str | Path,
    viewer: Viewer | None = None,
    *,
    tolerance: int = TOLERANCE,
    other_names: bool = False,
    tell: Tell = lambda event: str(event["kind"]),
) -> tuple[Reconciliation, Pairing]:
    """Compare two recordings of one match; return what was found, and which events belong together.

    Args:
        a: The one log.
        b: The other.
        viewer: As whom both are read; by default all that each file holds.
        tolerance: Seconds by which times may be off, besides the difference of the clocks.
        other_names: Whether the players may have other names in the one than in the other.
        tell: Tells an event in words.

    Raises:
        UsageError: If they are of different matches, or one is the copy of another viewer.
        LogError: If one cannot be read, at its first damage, or at the first line that does not
            follow the schema: here every field is looked at.
        ImpossibleEventError: If an event of one cannot have happened.
    """
    for path in (Path(a), Path(b)):
        damage = first_misformed(LogPart(path))
        if damage is not None:
            raise damage
    ours, theirs = read_recording(Path(a), viewer), read_recording(Path(b), viewer)
    same_log = are_one_log(Path(a), Path(b))
    if same_log:
        pairing = pair_same(ours, theirs)
    else:
        if not other_names:
            refuse_other_names(ours, theirs)
        pairing = pair(ours, theirs)
        refuse_other_matches(pairing)
    return _Reconciler(pairing, tell, tolerance).reconcile(same_log=same_log), pairing


class _Reconciler:
    def __init__(self, pairing: Pairing, tell: Tell, tolerance: int) -> None:
        self.pairing = pairing
        self.a, self.b = pairing.a, pairing.b
        self.tell = tell
        self.tolerance = tolerance
        comparer = Comparer(pairing)
        self.compared = {
            one: comparer.compare(one, two) for one, two in sorted(pairing.of_a.items())
        }

    def reconcile(self, *, same_log: bool) -> Reconciliation:
        unrecorded = [self._unrecorded(self.b, self.a), self._unrecorded(self.a, self.b)]
        # the first are what A lacks, which stands alone in B
        found = [
            *self._alone(self.a, self.pairing.of_a, "only_a", unrecorded[1]),
            *self._alone(self.b, self.pairing.of_b, "only_b", unrecorded[0]),
            *self._differing(),
            *(self._one("time", one, self._times(one)) for one in self._late()),
        ]
        found.sort(key=self._place)
        told = {seq for one in found for seq in self._seqs_of_a(one)}
        compared = self.compared.values()
        return {
            "a": source(self.a, unrecorded[0], sum(one.fills[0] for one in compared)),
            "b": source(self.b, unrecorded[1], sum(one.fills[1] for one in compared)),
            "same_log": same_log,
            "agreed": sum(1 for one in self.compared if one not in told),
            "paired": len(self.compared),
            "stretches": list(self._stretches(told)),
            "clock": clock_difference(self.pairing),
            "split": count_split(self.pairing),
            "worded": sum(one.worded for one in compared),
            "echoes": sum(bool(one.echoes) for one in compared),
            "contradictions": sum(one["contradiction"] for one in found),
            "divergences": found,
        }

    def _unrecorded(self, told: Recording, by: Recording) -> dict[str, int]:
        """Return the kinds that one recording tells often and the other never."""
        kinds, others = (
            Counter(one.event["kind"] for one in recording.told) for recording in (told, by)
        )
        return {
            kind: count
            for kind, count in sorted(kinds.items())
            if count >= _OFTEN
            and kind not in others
            and kind not in _ALWAYS_RECORDED
            and kind not in FOR_ITS_WRITER
        }

    def _alone(
        self,
        recording: Recording,
        paired: dict[int, int],
        nature: Nature,
        unrecorded: dict[str, int],
    ) -> Iterator[Divergence]:
        """Yield the events that only one recording has; what follows from one goes with it."""
        side = "a" if nature == "only_a" else "b"
        roots: dict[int, Divergence] = {}
        moments: dict[int, Divergence] = {}
        for seq, told in enumerate(recording.told):
            kind = told.event["kind"]
            if seq in paired or kind in FOR_ITS_WRITER or kind in unrecorded:
                continue
            found = moments.get(told.moment)
            if found is not None:
                found["also"][side].append(seq)  # type: ignore[literal-required]
                roots[seq] = found
                continue
            cause = next((roots[s] for s in depends_on(recording, seq) if s in roots), None)
            if cause is not None:
                cause["consequences"][side].append(seq)  # type: ignore[literal-required]
                roots[seq] = cause
                continue
            found = self._one(nature, seq, [])
            roots[seq] = moments[told.moment] = found
        yield from moments.values()

    def _differing(self) -> Iterator[Divergence]:
        """Yield the events that both tell and not alike."""
        reordered: set[int] = set()
        moved: dict[tuple[int, int], Divergence] = {}
        for one, compared in self.compared.items():
            if one in self.pairing.moved:
                two = self.pairing.of_a[one]
                moments = self.a.told[one].moment, self.b.told[two].moment
                if moments in moved:
                    moved[moments]["also"]["a"].append(one)
                    moved[moments]["also"]["b"].append(two)
                    moved[moments]["fields"].extend(compared.differences)
                else:
                    moved[moments] = self._one("order", one, compared.differences)
            elif compared.differences and one not in reordered:
                steps = self._reordered_steps(one, compared)
                reordered.update(steps)
                found = self._one("order" if steps else "differs", one, compared.differences)
                found["also"]["a"] = steps
                found["also"]["b"] = [self.pairing.of_a[step] for step in steps]
                yield found
        yield from moved.values()

    def _reordered_steps(self, one: int, compared: Compared) -> list[int]:
        """Return the other steps of a moment, if all that differs is in which order they stand."""
        if not _only_order(compared):
            return []
        moment = self.a.group(self.a.told[one].moment)
        steps = [told.event["seq"] for told in moment]
        return [
            step
            for step in steps
            if step != one and step in self.compared and _only_order(self.compared[step])
        ]

    def _late(self) -> list[int]:
        return list(misfits(self.pairing, self.tolerance))

    def _times(self, one: int) -> list[Difference]:
        two = self.pairing.of_a[one]
        ours, theirs = self.a.told[one].event, self.b.told[two].event
        return [{"field": "at", "a": ours.get("at"), "b": theirs.get("at")}]

    def _one(self, nature: Nature, seq: int, fields: list[Difference]) -> Divergence:
        one = None if nature == "only_b" else seq
        two = seq if nature == "only_b" else self.pairing.of_a.get(seq)
        return {
            "nature": nature,
            "contradiction": nature in ("differs", "order"),
            "fields": fields,
            "a": evidence(self.a, one, self.tell),
            "b": evidence(self.b, two, self.tell),
            "after": before(self.pairing, one, two),
            "also": {"a": [], "b": []},
            "consequences": {"a": [], "b": []},
        }

    def _place(self, found: Divergence) -> tuple[int, int, str]:
        """Sort divergences by their place in A, those of B alone behind what both tell before."""
        if found["a"] is not None:
            return found["a"]["seq"], 0, found["nature"]
        last, two = found["after"]["a"], found["b"]
        return (-1 if last is None else last), 1 + (two["seq"] if two else 0), found["nature"]

    def _seqs_of_a(self, found: Divergence) -> Iterator[int]:
        seqs: Seqs = found["also"]
        if found["a"] is not None:
            yield found["a"]["seq"]
        yield from seqs["a"]

    def _stretches(self, told: set[int]) -> Iterator[Stretch]:
        """Yield the stretches of events in a row that both tell alike."""
        begin = last = (-1, -1)
        for one, two in sorted(self.pairing.of_a.items()):
            if one in told:
                continue
            if (one, two) != (last[0] + 1, last[1] + 1):
                if last[0] >= 0:
                    yield {"a": (begin[0], last[0]), "b": (begin[1], last[1])}
                begin = one, two
            last = one, two
        if last[0] >= 0:
            yield {"a": (begin[0], last[0]), "b": (begin[1], last[1])}


def _only_order(compared: Compared) -> bool:
    fields = {difference["field"] for difference in compared.differences}
    return bool(fields) and fields <= ORDER
