"""A log in the eyes of one viewer: what is seen, and what might be otherwise."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from dcg_events.leaks.mixing import Reorder, Shuffle
from dcg_events.leaks.moving import Passage
from dcg_events.leaks.stays import Blank, Glimpse, Mixing, Stay
from dcg_events.leaks.telling import Teller
from dcg_events.leaks.tracing import Tracer
from dcg_events.vocabulary.people import Viewer

Groups = Sequence[Sequence[dict[str, Any]]]


@dataclass(frozen=True, slots=True)
class History:
    """What a viewer could tell of a match.

    Attributes:
        viewer: The viewer.
        groups: The plain events, as the judge has them.
        stays: Every stay of every card, in order.
        mixings: Where the viewer loses track of cards.
        glimpses: Cards that the viewer was shown from places not seen.
        blanks: The values that the viewer cannot know.
        listed: Whether the viewer holds a list of the own deck.
    """

    viewer: Viewer
    groups: Groups
    stays: list[Stay]
    mixings: list[Mixing]
    glimpses: list[Glimpse]
    blanks: list[Blank]
    listed: bool


def trace(groups: Groups, viewer: Viewer) -> History:
    """Follow every card through the groups of a full log."""
    opened: dict[tuple[int, str], int] = {}
    kept: set[int] = set()
    listed = False
    for group in groups:
        for event in group:
            if event["kind"] == "disclosed" and viewer in event["to"]:
                for item in event["opened"]:
                    opened.setdefault((item["event"], item["field"]), event["seq"])
            elif event["kind"] == "rewound":
                kept.add(event["to_seq"])
            elif event["kind"] == "deck_registered":
                listed = listed or event["player"] == viewer
    tracer = Tracer(viewer, opened, kept)
    for group in groups:
        _take(tracer, group)
    mixings = [mixing for mixing in map(_free, tracer.mixings) if len(mixing.outs) > 1]
    return History(viewer, groups, tracer.stays, mixings, tracer.glimpses, tracer.blanks, listed)


def _take(tracer: Tracer, group: Sequence[dict[str, Any]]) -> None:
    """Take in one group: look, let it happen, look again."""
    passage = Passage(tracer, group)
    piles = [_MIXED[event["kind"]](tracer, event) for event in group if event["kind"] in _MIXED]
    passage.depart()
    tracer.fold(group, passage.marks)
    passage.arrive()
    for pile in piles:
        pile.settle()
    for event in group:
        Teller(tracer, event).tell()
    tracer.renew_hands(group)
    tracer.keep()


_MIXED: dict[str, type[Shuffle] | type[Reorder]] = {"shuffled": Shuffle, "reordered": Reorder}


def _free(mixing: Mixing) -> Mixing:
    """Leave out of the mixing of a hand the cards whose placement the viewer was told of."""
    if not any(stay.fixed for stay in mixing.outs) or not mixing.outs[0].renewed:
        return mixing
    kept = [index for index, stay in enumerate(mixing.outs) if not stay.fixed]
    outs = [mixing.outs[index] for index in kept]
    ins = [mixing.ins[mixing.came[index]] for index in kept]
    return Mixing(mixing.seq, ins, outs, list(range(len(outs))))
