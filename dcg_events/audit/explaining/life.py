"""The life of one card: its stages, who could look at it, and the events that touch it."""

from bisect import bisect_right
from collections.abc import Iterable, Sequence
from typing import Any, Final, cast

from dcg_events.audit.explaining.shape import (
    CutView,
    How,
    LifeView,
    ReasonView,
    SpotView,
    StageView,
    Why,
)
from dcg_events.audit.explaining.spots import Spot, shows, spot_of, spot_on_arrival
from dcg_events.audit.explaining.touching import Touching
from dcg_events.audit.explaining.tracing import Loss, Step
from dcg_events.audit.values import is_known
from dcg_events.log.sealing import plain
from dcg_events.projections.fold import Group
from dcg_events.projections.table import Table

_MIXED: Final = {
    "game_started": "registered",
    "shuffled": "shuffled",
    "reordered": "reordered",
    "record_corrected": "corrected",
}
_CUT_BY: Final = {"reordered": "shuffled", "transferred": "unseen", "corrected": "unseen"}
_SHOWING: Final = frozenset({"revealed", "looked_at", "information_shown", "flipped", "declared"})


class Life:
    """Follows one card through a match, from the first placement that the reader can tell.

    Attributes:
        first: That placement.
        here: Its placement now, or None if the reader does not know it.
        stages: Its placements so far.
        begins: How it came to the first one; None before.
        ends: How the reader lost sight of it; None while it is in sight.
        number: Its card number, as far as the reader knows it.
        since: The seq by which the table shows it.
        owner: Whose card it is.
    """

    def __init__(self, first: str) -> None:
        self.first = first
        self.here: str | None = None
        self.stages: list[StageView] = []
        self.begins: CutView | None = None
        self.ends: CutView | None = None
        self.number: str | None = None
        self.since: int | None = None
        self.owner: str | None = None
        self._spot: Spot | None = None
        self._touching = Touching()
        self._ends: list[int] = []
        self._heres: list[str | None] = []

    def take(self, group: Group, steps: Sequence[Step], table: Table) -> None:
        """Follow the card through a group that has happened."""
        if self.begins is None:
            self._begin(group, steps, table)
        else:
            for step in steps:
                self._step(step, group, table)
        if self.begins is None:
            return
        before = self._spot
        if self.here is not None:
            self._look(group, table)
        elif not self.stages[-1]["spots"] and self._spot is not None:
            stage = self.stages[-1]
            stage["spots"].append(self._spot.view(stage["since"]))
        self._note(group, before)
        self._ends.append(group[-1]["seq"])
        self._heres.append(self.here)

    def refuse(self, seq: int) -> None:
        """Note that the log holds an event that cannot have happened: nothing follows it."""
        if self.here is not None:
            self._end("refused", seq)

    def _begin(self, group: Group, steps: Iterable[Step], table: Table) -> None:
        maker = next((event for event in group if str(event["seq"]) == self.first), None)
        if maker is None or maker["kind"] != "transferred":
            seq = int(self.first.split(".")[0])
            maker = next((event for event in group if event["seq"] == seq), None)
            if maker is None:
                return
        kind = _MIXED.get(maker["kind"], "transferred")
        why: Any = _CUT_BY.get(kind, kind)
        if maker["kind"] == "transferred" and str(maker["seq"]) == self.first:
            why = {"hand": "hand", "outside": "entered"}.get(maker["from"]["zone"], "unseen")
        self.begins = {"event": maker["seq"], "why": why, "among": None, "copies": None}
        whole = maker["kind"] == "transferred" and str(maker["seq"]) == self.first
        self._open(
            self.first, maker, "" if whole else kind if kind in _MIXED.values() else "renamed"
        )
        for step in steps:
            self._step(step, group, table)

    def _step(self, step: Step, group: Group, table: Table) -> None:
        if step.back_to is not None:
            self._go_back(group[0], step.back_to, table)
        elif self.here is None:
            return
        elif step.cleared:
            if step.seq > self.stages[-1]["since"]:
                self._end("new_game", step.seq)
        elif self.here in step.taken:
            seq = step.taken[self.here]
            event = next(event for event in group if event["seq"] == seq)
            self._open(str(seq), event, "")
            self._settle(step, group)
        else:
            self._settle(step, group)

    def _settle(self, step: Step, group: Group) -> None:
        """Give the card the name it has after a step, or lose sight of it."""
        here = str(self.here)
        if here in step.lost:
            self._lose(step.lost[here])
        elif here in step.renamed:
            event = next(event for event in group if event["seq"] == step.seq)
            name = step.renamed[here]
            if self.stages[-1]["since"] in {event["seq"] for event in group}:
                self.stages[-1]["id"] = self.here = name  # it was put there in this very moment
            else:
                self._open(name, event, _MIXED.get(event["kind"], "renamed"))

    def _lose(self, loss: Loss) -> None:
        self._end(loss.why, loss.event, loss.among, loss.copies)

    def _end(
        self, why: Why, event: int, among: int | None = None, copies: int | None = None
    ) -> None:
        self.ends = {"event": event, "why": why, "among": among, "copies": copies}
        self.here = None

    def _open(self, name: str, event: dict[str, Any], manner: str) -> None:
        if self.stages:
            self.stages[-1]["until"] = event["seq"]
        self.here = name
        why = _reason(event, manner)
        self.stages.append(
            {
                "id": name,
                "since": event["seq"],
                "until": None,
                "undone": False,
                "why": why,
                "spots": [],
                "events": [],
            }
        )
        if event["kind"] == "transferred" and not manner:
            self._spot = spot_on_arrival(event)
            self.owner = event["owner"] or self.owner
            self._learn(event["number"], event["seq"])

    def _learn(self, number: str | None, seq: int) -> None:
        if self.number is None and is_known(number):
            self.number, self.since = number, seq

    def _go_back(self, event: dict[str, Any], target: int, table: Table) -> None:
        """Find the card where it lay: a rewind puts everything back."""
        index = bisect_right(self._ends, target) - 1
        there = self._heres[index] if index >= 0 else None
        for stage in self.stages:
            stage["undone"] = stage["undone"] or stage["since"] > target
        if there is None:
            if self.here is not None:
                self._end("undone", event["seq"])
        elif there != self.here or self.stages[-1]["since"] > target:
            self.ends = None
            self._open(there, event, "rewound")
            self._spot = spot_of(table, there)

    def _look(self, group: Group, table: Table) -> None:
        """Note how the card lies, and who may look at it."""
        seq = group[-1]["seq"]
        stage = self.stages[-1]
        if stage["since"] > group[0]["seq"]:
            seq = stage["since"]
        spot = spot_of(table, str(self.here))
        if spot is None:
            arrival = next((e for e in group if e["seq"] == stage["since"]), None)
            if arrival is not None and arrival["kind"] == "transferred":
                stage["spots"].append(spot_on_arrival(arrival).view(seq))
            self._end("hand" if self._spot and self._spot.zone == "hand" else "unseen", seq)
            return
        self._spot = spot
        if spot.card is not None:
            self.owner = spot.card.owner or self.owner
            self._learn(spot.card.number, seq)
        view = spot.view(stage["since"] if not stage["spots"] else seq)
        if stage["spots"] and _alike(stage["spots"][-1], view):
            stage["spots"][-1]["last_position"] = spot.position
        else:
            stage["spots"].append(view)

    def _note(self, group: Group, before: Spot | None) -> None:
        """Note which events of the group touch the card."""
        if not self.stages:
            return
        stage = self.stages[-1]
        names = {stage["id"], str(stage["since"])}
        names |= {old["id"] for old in self.stages if old["until"] in _seqs(group)}
        after = self._spot
        for event in group:
            how: set[How] = set()
            if event["seq"] in (stage["since"], self.ends["event"] if self.ends else None):
                how.add("placed")
            if self.here is not None or "placed" in how:
                how |= self._touching.by(event, names, after)
                how |= _covering(event, before, after)
                if event["kind"] in _SHOWING and after is not None and shows(event, after):
                    how.add("turned" if event["kind"] == "flipped" else "shown")
            how |= self._touching.about(event)
            if how:
                self._touching.remember(event)
                touch: Any = {"seq": event["seq"], "kind": event["kind"], "how": sorted(how)}
                stage["events"].append(touch)

    @property
    def touched(self) -> set[int]:
        """The seqs of all events that touch the card."""
        return {touch["seq"] for stage in self.stages for touch in stage["events"]}

    def view(self) -> LifeView:
        """Return the life so far."""
        begins: CutView = self.begins or {
            "event": 0,
            "why": "unseen",
            "among": None,
            "copies": None,
        }
        return {
            "number": self.number,
            "number_since": self.since,
            "owner": cast("Any", self.owner),
            "begins": begins,
            "stages": self.stages,
            "ends": self.ends,
        }


def _reason(event: dict[str, Any], manner: str) -> ReasonView:
    told = plain(event)
    transfer = told if event["kind"] == "transferred" and not manner else {}
    return {
        "manner": manner or event["manner"],
        "by": told.get("by"),
        "cause": told.get("cause"),
        "ordering": transfer.get("ordering"),
        "route": transfer.get("route"),
        "redirect": transfer.get("redirect"),
        "attack": transfer.get("attack"),
    }


def _alike(one: SpotView, other: SpotView) -> bool:
    names = ("zone", "side", "unit", "facing", "covered", "viewers")
    return all(one.get(name) == other.get(name) for name in names)


def _covering(event: dict[str, Any], before: Spot | None, after: Spot | None) -> set[How]:
    """Tell whether a transfer covers or uncovers the card in its unit."""
    if before is None or after is None or event["kind"] != "transferred":
        return set()
    if before.unit is None or before.unit != after.unit or before.covered == after.covered:
        return set()
    place = event["to" if after.covered else "from"]
    if place.get("unit") != after.unit or place["zone"] == "link":
        return set()
    return {"covered" if after.covered else "uncovered"}


def _seqs(group: Group) -> set[int | None]:
    return {event["seq"] for event in group}
