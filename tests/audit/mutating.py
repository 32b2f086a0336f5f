"""Change one thing in a recorded match, for tests of what finds such a change.

A mutation gives the groups of a match with one thing changed, and marks what it changed. Places
that a judge took back are left alone.
"""

from collections.abc import Callable, Iterator
from copy import deepcopy
from dataclasses import dataclass
from random import Random
from typing import Any, Final

from dcg_events.projections.rewinding import advance
from dcg_events.projections.table import Table
from dcg_events.vocabulary.rules import Language
from tests.lawful.desk import Event

Groups = list[list[Event]]
Test = Callable[[Event], Any]

MARK: Final = "mutated"
"""What marks an event as changed, until it is recorded."""

FILLED_IN: Final = ("seq", "group", "step", "of", "game")
"""What the recorder fills in anew."""

_NUMBERS: Final = frozenset({"seq", "event", "about", "declaration", "showing", "to_seq"})
_NAMES: Final = frozenset(
    {
        *("was", "card", "source", "unit", "units", "chosen", "cards"),
        *("candidates", "losers", "placement"),
    }
)


@dataclass(frozen=True, slots=True)
class Mutation:
    """One way in which a match can go wrong, or its record.

    Attributes:
        mutate: Changes it at one of the places that a match offers; None if there is none.
        rules: Which rules may find it.
        clauses: Which clause they may name then.
        later: Whether it is found at a later moment of the same game, as what is left out is;
            otherwise at the changed moment itself, or with it as evidence.
        scribe: Whether it is done to what a scribe wrote, who did not see what is hidden.
        refused: Whether the recorder may refuse it as impossible.
        languages: Under which readings it is found.
    """

    mutate: Callable[[Groups, Random], Groups | None]
    rules: frozenset[str]
    clauses: frozenset[str]
    later: bool = False
    scribe: bool = False
    refused: bool = False
    languages: tuple[Language, ...] = ("ja", "en")

    @property
    def name(self) -> str:
        """What the mutation is called."""
        return self.mutate.__name__.strip("_")

    @property
    def changes(self) -> str:
        """What it changes."""
        return str(self.mutate.__doc__).rstrip(".")


def found_by(
    rules: str, clauses: str, *mutate: Callable[[Groups, Random], Groups | None], **more: Any
) -> tuple[Mutation, ...]:
    """Return mutations that the same rules find."""
    known = frozenset(rules.split()), frozenset(clauses.split())
    return tuple(Mutation(one, *known, **more) for one in mutate)


def places(groups: Groups, test: Test) -> Iterator[tuple[int, int]]:
    """Yield group and step of events that a test is true of and that no judge took back."""
    spans = [
        (group[0]["to_seq"], group[0]["seq"]) for group in groups if group[0]["kind"] == "rewound"
    ]
    for index, group in enumerate(groups):
        if any(first < group[0]["seq"] <= last for first, last in spans):
            continue
        for step, event in enumerate(group):
            if test(event):
                yield index, step


def place(groups: Groups, dice: Random, test: Test) -> tuple[int, int] | None:
    """Return one place at which a test is true."""
    found = list(places(groups, test))
    return dice.choice(found) if found else None


def moments(groups: Groups, test: Callable[[list[Event]], Any]) -> list[int]:
    """Return the groups of which a test is true and that no judge took back."""
    return [index for index, _ in places(groups, lambda e: e["step"] == 0) if test(groups[index])]


def kind(name: str, **fields: Any) -> Test:
    """Return a test of the kind of an event and of some of its fields."""
    return lambda e: e["kind"] == name and all(e.get(k) == value for k, value in fields.items())


def moved_by(manner: str, *, cause: str | None = None, to: str | None = None) -> Test:
    """Return a test of transfers."""

    def test(event: Event) -> bool:
        return (
            event["kind"] == "transferred"
            and event["manner"] == manner
            and (cause is None or (event.get("cause") or {}).get("kind") == cause)
            and (to is None or event["to"]["zone"] == to)
        )

    return test


def lone(test: Test) -> Test:
    """Return a test of events that are the only one of their moment."""
    return lambda event: event["of"] == 1 and test(event)


def reaches(groups: Groups, index: int, kinds: tuple[str, ...], *avoided: str) -> bool:
    """Tell whether an event of some kind comes before any that names one of some places."""
    for group in groups[index:]:
        if group[0]["kind"] in kinds:
            return True
        ends = group[0]["kind"] in ("game_ended", "rewound", "attempted")
        if ends or any(f"'{name}'" in str(group) for name in avoided):
            return False
    return False


def table_before(groups: Groups, index: int) -> Table:
    """Return the table before a group."""
    table = Table()
    for group in groups[:index]:
        table = advance(table, group, lambda: iter(groups))
    return table


def marked(event: Event, **changes: Any) -> Event:
    """Return an event with changes, as the one that was changed."""
    return {**deepcopy(event), **changes, MARK: True}


def changed(groups: Groups, index: int, *events: Event) -> Groups:
    """Return the groups with another group in one place; it has as many events as the old one."""
    return [*groups[:index], list(events), *groups[index + 1 :]]


def with_event(groups: Groups, index: int, step: int, event: Event) -> Groups:
    """Return the groups with another event in one place."""
    group = list(groups[index])
    group[step] = event
    return changed(groups, index, *group)


def edited(groups: Groups, where: tuple[int, int] | None, **changes: Any) -> Groups | None:
    """Return the groups with an event changed, if there is a place for it."""
    if where is None:
        return None
    index, step = where
    return with_event(groups, index, step, marked(groups[index][step], **changes))


def note(event: Event) -> Event:
    """Return a note that takes the place of an event, as if the scribe had missed it."""
    kept: Event = {name: event[name] for name in (*FILLED_IN, "at") if name in event}
    return {"kind": "noted", "text": None, **kept, MARK: True}


def missed(groups: Groups, index: int, *steps: int) -> Groups:
    """Return the groups as if a scribe had missed a moment, or some steps of it."""
    group = [
        note(event) if not steps or step in steps else event
        for step, event in enumerate(groups[index])
    ]
    return changed(groups, index, *group)


def lost(groups: Groups, found: tuple[int, int] | None) -> Groups | None:
    """Return the groups as if the scribe had missed an event, if there is one."""
    return None if found is None else missed(groups, *found)


def spliced(groups: Groups, index: int, count: int, *new: list[Event]) -> Groups:
    """Return the groups with others in the place of some, and all references put right."""
    told = [*groups[:index], *new, *groups[index + count :]]
    seqs: dict[int, int] = {}
    seq = 0
    for group in told:
        for event in group:
            if "seq" in event:
                seqs[event["seq"]] = seq
            seq += 1
    return [[_renumbered(event, seqs) for event in group] for group in told]


def added(event: Event, **more: Any) -> list[Event]:
    """Return a new moment of one event."""
    return [{**deepcopy(event), **more, MARK: True}]


def fresh(event: Event) -> Event:
    """Return an event without what the recorder fills in, to be told at another place."""
    return {name: deepcopy(value) for name, value in event.items() if name not in FILLED_IN}


def _renumbered(event: Event, seqs: dict[int, int]) -> Event:
    return {
        name: _put_right(name, value, seqs)
        for name, value in event.items()
        if name not in FILLED_IN
    }


def _put_right(name: str, value: Any, seqs: dict[int, int]) -> Any:
    if isinstance(value, dict):
        return {key: _put_right(key, inner, seqs) for key, inner in value.items()}
    if isinstance(value, list):
        return [_put_right(name, inner, seqs) for inner in value]
    if isinstance(value, int) and name in _NUMBERS and not isinstance(value, bool):
        return seqs.get(value, value)
    if isinstance(value, str) and name in _NAMES:
        seq, dot, rest = value.partition(".")
        return f"{seqs.get(int(seq), seq)}{dot}{rest}" if seq.isdecimal() else value
    return value


def loosened(groups: Groups) -> Groups:
    """Return the groups without the ids of cards that leave hidden places."""
    hidden = ("deck", "egg_deck", "security", "hand")

    def loose(event: Event) -> Event:
        if event["kind"] != "transferred" or event["from"]["zone"] not in hidden:
            return event
        return {name: value for name, value in event.items() if name != "was"}

    return [[loose(event) for event in group] for group in groups]
