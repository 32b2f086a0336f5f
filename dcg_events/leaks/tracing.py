"""Follow every card of a full log, as the judge can and nobody at the table may.

The log is folded twice: as it is, and with a mark of its own in place of each card's number. What
the viewer saw is told from the table by where cards lie, and not from the policy under attack.
"""

import itertools
from collections.abc import Iterator, Sequence
from typing import Any, Final

from dcg_events.leaks.stays import Blank, Glimpse, Mixing, Stay
from dcg_events.projections.fold import apply_group
from dcg_events.projections.looking import hand_viewers, viewers_of
from dcg_events.projections.table import Card, Table
from dcg_events.vocabulary.people import EVERYBODY, PLAYERS, Viewer

_FIELDS_OF_NUMBERS: Final = {
    "flipped": "number",
    "revealed": "numbers",
    "looked_at": "numbers",
    "shuffled": "order",
}

Heap = tuple[str, str | None, list[Card]]
"""A zone, its side and the cards there."""


class Tracer:
    """The tables and stays of a log, up to an event, with the eyes of one viewer.

    Attributes:
        viewer: Who is not to tell the worlds apart.
        opened: Events and fields that were disclosed to the viewer afterwards, and when.
        real: The table as the judge sees it.
        marked: The same table with a mark for each card in place of its number.
        stay_of: For each mark the stay that the card is in.
        named: For each placement the latest stay under it.
        stays: All stays, in the order in which they began.
        mixings: Where the viewer loses track.
        glimpses: Cards that the viewer was shown from places not seen.
        blanks: Values that another world may fill in otherwise.
        seq: The last event of the group at hand.
    """

    def __init__(self, viewer: Viewer, opened: dict[tuple[int, str], int], kept: set[int]) -> None:
        self.viewer = viewer
        self.opened = opened
        self.real = Table()
        self.marked = Table()
        self.stay_of: dict[str, Stay] = {}
        self.named: dict[str, Stay] = {}
        self.stays: list[Stay] = []
        self.mixings: list[Mixing] = []
        self.glimpses: list[Glimpse] = []
        self.blanks: list[Blank] = []
        self.seq = -1
        self._marks = itertools.count()
        self._kept = kept
        self._snapshots: dict[int, tuple[Table, Table, dict[str, Stay], dict[str, Stay]]] = {}

    def fold(self, group: Sequence[dict[str, Any]], marks: dict[int, str]) -> None:
        """Apply a group to both tables.

        Args:
            group: Plain events.
            marks: For each transfer the mark of the card that it moves.
        """
        self.seq = group[-1]["seq"]
        if group[0]["kind"] == "rewound":
            self._restore(group[0]["to_seq"])
        else:
            apply_group(self.real, group)
            apply_group(self.marked, [_marked(event, marks) for event in group])
        self._settle()

    def keep(self) -> None:
        """Keep the tables if the game is rewound to here later."""
        if self.seq in self._kept:
            self._snapshots[self.seq] = (
                self.real.copy(),
                self.marked.copy(),
                dict(self.stay_of),
                dict(self.named),
            )

    def _restore(self, seq: int) -> None:
        real, marked, stays, named = self._snapshots[seq]
        self.real, self.marked = real.copy(), marked.copy()
        self.stay_of, self.named = dict(stays), self.named | named

    def new_mark(self) -> str:
        """Return a mark that no card has yet."""
        return f"#{next(self._marks)}"

    def begin(self, stay: Stay) -> Stay:
        """Take in a stay that begins."""
        self.stays.append(stay)
        return stay

    def _settle(self) -> None:
        """Begin a stay for every card that has a new placement; note what the viewer sees."""
        for (zone, side, marked), (_, _, real) in zip(
            heaps(self.marked), heaps(self.real), strict=True
        ):
            shown = hand_viewers(self.real, side) if zone == "hand" else frozenset()
            for index, (card, told) in enumerate(zip(marked, real, strict=True)):
                if not card.id:
                    continue
                stay = self._stay_here(marked, index, told, zone, side)
                viewers = viewers_of(self.real, told, zone, side) | shown
                if self.viewer in viewers:
                    self.see(stay)
                stay.public = stay.public or viewers >= EVERYBODY

    def _stay_here(
        self, marked: list[Card], index: int, told: Card, zone: str, side: str | None
    ) -> Stay:
        card = marked[index]
        mark = card.number
        if mark is None:
            mark = self.new_mark()
            marked[index] = card._replace(number=mark)
        stay = self.stay_of.get(mark)
        if stay is None or stay.placement != card.id:
            hand = side if zone == "hand" else None
            new = Stay(card.id, told.number, told.owner, past=stay, zone=zone, hand=hand)
            stay = self.begin(new)
            self.stay_of[mark] = self.named[card.id] = stay
        elif stay.number is None:
            stay.number = told.number
        return stay

    def see(self, stay: Stay, since: int | None = None) -> None:
        """Note that the viewer sees a card's face now, or since an event."""
        since = self.seq if since is None else since
        if stay.seen is None or since < stay.seen:
            stay.seen = since

    def disclosed(self, seq: int, path: str) -> bool:
        """Tell whether a value was disclosed to the viewer afterwards."""
        return (seq, path) in self.opened

    def stays_in(self, cards: Sequence[Card]) -> list[Stay | None]:
        """Return the stays of marked cards; None for one that cannot be told from others."""
        return [self.stay_of.get(card.number or "") if card.id else None for card in cards]

    def hand(self, side: str) -> list[Stay]:
        """Return the stays in a hand that can be told apart."""
        return [stay for stay in self.stays_in(self.marked.sides[side]["hand"]) if stay]

    def renew_hands(self, group: Sequence[dict[str, Any]]) -> None:
        """Mix the hands that got cards: which of them it is that leaves later is not seen."""
        for side in PLAYERS:
            got = any(
                event["kind"] == "transferred"
                and event["to"]["zone"] == "hand"
                and event["to"].get("side") == side
                for event in group
            )
            if not got or side == self.viewer:
                continue
            ins: list[Stay] = []
            outs: list[Stay] = []
            for card in self.marked.sides[side]["hand"]:
                if card.id and card.number:
                    old = self.stay_of[card.number]
                    new = self.begin(
                        Stay(
                            old.placement,
                            old.number,
                            old.owner,
                            past=old,
                            public=old.public,
                            zone="hand",
                            hand=side,
                            renewed=True,
                            pinned=old.pinned,
                        )
                    )
                    self.stay_of[card.number] = self.named[card.id] = new
                    if not old.pinned:
                        ins.append(old)
                        outs.append(new)
            self.mix(ins, outs)

    def mix(self, ins: list[Stay], outs: list[Stay], taken: int | None = None) -> None:
        """Note that cards were mixed up; which is which follows from the past of `outs`."""
        if len(ins) < 2 or len(ins) != len(outs):
            return
        place = {id(stay): index for index, stay in enumerate(ins)}
        came = [place.get(id(stay.past), -1) for stay in outs]
        if sorted(came) == list(range(len(ins))):
            self.mixings.append(Mixing(self.seq, ins, outs, came, taken))


def heaps(table: Table) -> Iterator[Heap]:
    """Yield every list of cards on a table, in an order of its own."""
    for side, piles in table.sides.items():
        for zone, cards in piles.items():
            yield zone, side, cards
    for unit in table.units.values():
        yield unit.zone, unit.side, unit.cards
        yield "link", unit.side, unit.links
    yield "no_area", None, table.no_area


def _marked(event: dict[str, Any], marks: dict[int, str]) -> dict[str, Any]:
    """Return an event as it is folded with marks in place of numbers."""
    kind = event["kind"]
    if kind == "transferred":
        return event | {"number": marks[event["seq"]]}
    if kind == "game_started":
        return event | {
            side: {name: value for name, value in event[side].items() if name.endswith("_count")}
            for side in PLAYERS
        }
    if kind in _FIELDS_OF_NUMBERS:
        return event | {_FIELDS_OF_NUMBERS[kind]: None}
    return event
