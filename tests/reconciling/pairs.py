"""Recordings of one match by others: a seat, a scribe at the table; numbered in their own way."""

from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from copy import deepcopy
from pathlib import Path
from random import Random
from typing import Any, Final

from dcg_events import MatchLog, Recorder
from tests.property.matches import counting_salt

Event = dict[str, Any]
Groups = list[list[Event]]

PLACED: Final = ("seq", "group", "step", "of", "game")
CARDS: Final = ("unit", "was", "card", "source")
LISTS: Final = ("units", "cards", "losers", "chosen", "candidates", "fighters")
SEQS: Final = ("event", "showing", "declaration", "about", "corrects")
HIDDEN: Final = ("deck", "egg_deck", "security")


class CannotBeToldError(Exception):
    """What is left of a match makes no sense without what was left out."""


def groups_as(path: Path, viewer: Any = "judge") -> Groups:
    """Return what a viewer reads of a match, free to be changed, without the judge's notes."""
    found: Groups = []
    for group in MatchLog(path, viewer).groups():
        events = deepcopy(list(group))
        if viewer != "judge" and events[0]["kind"] == "disclosed":
            place = {name: events[0][name] for name in (*PLACED, "at")}
            events = [{"kind": "noted", "text": None, **place}]  # who was shown it holds no seal
        for event in events:
            event.pop("recorder", None)
        found.append(events)
    found[0][0]["recorder_notes"] = False
    return found


class Retelling:
    """Records groups anew under numbers of its own, whatever was added or left out.

    Attributes:
        seqs: For each seq of the source its seq here.
        misread: Placements here of cards whose number was misread, by what was read.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self.seqs: dict[int, int] = {}
        self.ends: dict[int, int] = {}
        self.misread: dict[str, str] = {}

    def record(self, groups: Sequence[Sequence[Event]]) -> Path:
        header = {name: v for name, v in groups[0][0].items() if name not in PLACED}
        with Recorder.begin(self.path, header, salt=counting_salt()) as recorder, recorder.batch():
            self.seqs[0] = self.ends[0] = 0
            for group in groups[1:]:
                self._append(recorder, group)
        return self.path

    def _append(self, recorder: Recorder, group: Sequence[Event]) -> None:
        version = recorder.version
        for step, event in enumerate(group):
            self.seqs[event["seq"]] = version + step
        told = [self._retold(event) for event in group]
        for event in told:
            was = event.get("was") or event.get("card") or event.get("source")
            if was in self.misread and event.get("number") is not None:
                event["number"] = self.misread[was]
        receipt = recorder.append_group(told)
        for event, seq, new in zip(group, receipt.seqs, told, strict=True):
            self.seqs[event["seq"]] = seq
            self.ends[event["seq"]] = max(receipt.seqs)
            was = new.get("was")
            if event["kind"] == "transferred" and (was in self.misread or "misread" in event):
                self.misread[str(seq)] = new["number"] or self.misread[str(was)]

    def _retold(self, event: Event) -> Event:
        told = {n: v for n, v in self._part(event).items() if n not in (*PLACED, "misread")}
        if event["kind"] == "transferred" and "was" in told:
            origin = told["from"]
            if origin["zone"] in HIDDEN and isinstance(origin.get("position"), int):
                del told["was"]
        if event["kind"] == "rewound":
            told["to_seq"] = max(end for seq, end in self.ends.items() if seq <= event["to_seq"])
        return told

    def _part(self, part: Event) -> Event:
        found: Event = {}
        for name, value in part.items():
            if isinstance(value, dict):
                found[name] = self._part(value)
            elif name in CARDS:
                found[name] = self._card(value)
            elif name in LISTS and isinstance(value, list):
                found[name] = [self._item(item) for item in value]
            elif name in SEQS and isinstance(value, int):
                if value not in self.seqs and name not in ("event", "about"):
                    raise CannotBeToldError
                found[name] = self.seqs.get(value)
            else:
                found[name] = value
        return found

    def _item(self, item: Any) -> Any:
        return self._part(item) if isinstance(item, dict) else self._card(item)

    def _card(self, value: Any) -> Any:
        if not isinstance(value, str) or not value.replace(".", "", 1).isdigit():
            return value
        seq, dot, which = value.partition(".")
        if int(seq) not in self.seqs:
            raise CannotBeToldError
        return f"{self.seqs[int(seq)]}{dot}{which}"


def seat(path: Path, viewer: Any, out: Path) -> Path:
    """Record what one seat sees."""
    return Retelling(out).record(groups_as(path, viewer))


DETAIL: Final = (
    "declared",
    "cost_paid",
    "choice_made",
    "rule_checked",
    "effect_triggered",
    "effect_resolved",
    "effect_activated",
    "phase_entered",
    "attack_stepped",
    "passed",
)
"""Kinds that a scribe may not write down."""


def scribble(groups: Groups, dice: Random, keeps: Collection[str] = ()) -> Groups:
    """Tell what a spectator sees as a scribe does who has no time: coarser, by another clock.

    Args:
        groups: What the spectator sees; it is changed.
        dice: Decides how coarse.
        keeps: Kinds that this scribe writes down in any case.
    """
    detail = [kind for kind in _detail(groups) if kind not in keeps]
    missed = set(dice.sample(detail, k=min(dice.randint(0, 4), len(detail))))
    offset, vague, timed = dice.randint(-200, 200), dice.random() * 0.5, dice.random() < 0.7
    told: Groups = []
    for group in groups:
        if group[0]["kind"] in missed:
            continue
        at = dice.randint(-4, 4) + offset
        for event in group:
            _coarsen(event, dice, vague)
            event["at"] = shifted(event.get("at"), at) if timed else None
        told += _split(group) if dice.random() < 0.5 else [group]
    return told


def _detail(groups: Groups) -> list[str]:
    """List the kinds that a scribe may not write down: common ones that stand by themselves."""
    alone = Counter(group[0]["kind"] for group in groups if len(group) == 1)
    kinds = Counter(event["kind"] for event in flat(groups))
    return [kind for kind in DETAIL if kinds[kind] == alone[kind] > 4]


def _coarsen(event: Event, dice: Random, vague: float) -> None:
    if event["kind"] == "transferred" and dice.random() < vague:
        if event["manner"] not in ("digivolve", "draw", "hatch", "recover", "check"):
            event["manner"] = "unknown"
        event.pop("cause", None)
    for name in ("cause", "by"):
        if dice.random() < vague:
            event.pop(name, None)
    if isinstance(event.get("attack"), str):
        event["attack"] = f"attack-{event['attack']}"
    if isinstance(event.get("pending"), str):
        event["pending"] = f"pending-{event['pending']}"
    for ordering in [event["ordering"]] if isinstance(event.get("ordering"), dict) else []:
        ordering.pop("candidates", None)
    if "effect" in event:
        event["effect"] = "in my own words"


def _split(group: list[Event]) -> Groups:
    """Tell the steps of a moment one after the other, where that says the same."""
    kinds = {event["kind"] for event in group}
    if kinds == {"orientation_changed"}:
        return [[event] for event in group]
    if kinds == {"transferred"} and all(event["manner"] == "draw" for event in group):
        events = sorted(group, key=lambda event: event["from"].get("position") or 0)
        places = [event["from"].get("position") for event in events]
        to_hand = all(event["to"]["zone"] == "hand" for event in events)
        if to_hand and places == list(range(len(events))):
            for event in events:
                event["from"]["position"] = 0
            return [[event] for event in events]
    return [group]


def shifted(at: Any, seconds: int) -> Any:
    """Return a time that is later by some seconds."""
    if at is None:
        return None
    from_midnight = sum(int(at[k : k + 2]) * unit for k, unit in ((11, 3600), (14, 60), (17, 1)))
    later = from_midnight + seconds
    return f"{at[:11]}{later // 3600:02}:{later // 60 % 60:02}:{later % 60:02}Z"


def scribe(path: Path, out: Path, dice: Random) -> Path:
    """Record a match as a scribe at the table tells it."""
    return Retelling(out).record(scribble(groups_as(path, "spectator"), dice))


def flat(groups: Iterable[Sequence[Event]]) -> list[Event]:
    return [event for group in groups for event in group]
