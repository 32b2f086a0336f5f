"""What a viewer learns, keeps and loses when cards change places.

A card that leaves unseen is still the card it was: who knew it where it was knows it where it is,
and who knew only that it was one of some knows that it may be here or there. A card that is seen
is taken out of memory where it lies open, and remembered anew where it is put out of sight.
"""

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple, TypeAlias

from dcg_events.projections.knowing.memory import HANDS, KnownCard, Memory, Whereabouts, Why
from dcg_events.projections.knowing.passages import Passage, follow_passage
from dcg_events.projections.locating import cards_at, index_at, known, locate
from dcg_events.projections.placing import is_vague
from dcg_events.projections.table import Card, Showing, Table
from dcg_events.vocabulary.people import Viewer

Pile: TypeAlias = tuple[str, str]
"""Zone and side."""


class Departure(NamedTuple):
    """One transfer, as the viewer reads it on the table before.

    Attributes:
        event: The transfer.
        origins: Where the card was: one placement if the viewer can tell, or several.
        told: Whether the viewer can tell which card of its place left.
        number: What the viewer saw it to be.
        why: How the viewer saw it.
    """

    event: dict[str, Any]
    origins: Whereabouts
    told: bool
    number: str | None
    why: Why


class Transfers:
    """The transfers of one group: looked up before they happen, followed afterwards.

    Attributes:
        departures: What leaves, first what the viewer can tell: the others are not those.
    """

    def __init__(self, table: Table, events: Sequence[dict[str, Any]], viewer: Viewer) -> None:
        self.viewer = viewer
        self._passed: dict[Pile, Passage] = {}
        self._vague: dict[str, Whereabouts] = {}
        piles = {_pile(place) for e in events for place in (e["from"], e["to"]) if "among" in place}
        for pile in piles:
            zone, side = pile
            before = table.sides[side][zone][:]
            veiled = frozenset(table.hidden(before, 0, len(before)))
            self._passed[pile] = Passage(before, veiled, set(), [], {}, [])
        self.departures = sorted(self._depart(table, events), key=lambda leaving: not leaving.told)
        for event in events:
            passage = self._passed.get(_pile(event["to"]))
            if passage is not None:
                self._arrive(passage, event, events)

    def _depart(self, table: Table, events: Sequence[dict[str, Any]]) -> Iterator[Departure]:
        told_first = sorted(events, key=is_vague)  # as the fold looks them up
        for event in told_first:
            origin, number = event["from"], known(event["number"])
            zone, side = origin["zone"], origin.get("side")
            origins: Whereabouts = frozenset()
            told = True
            why: Why = "was_public"
            if zone == "hand":
                origins, told = frozenset({HANDS[side]}), False
            elif zone != "outside" or known(event["was"]) is not None:
                cards = cards_at(table, origin, event)
                passage = self._passed.get(_pile(origin))
                index = locate(table, cards, origin, event, passage.gone if passage else set())
                if passage is not None:
                    passage.gone.add(index)
                told = not is_vague(event) or _is_alone(origin)
                origins = frozenset({cards[index].id})
                if not told:
                    origins = self._one_of(cards, origin, passage)
                elif not cards[index].up and "unit" in origin:
                    why = "looked_at"  # its owner may look at it
            yield Departure(event, origins, told, number, self._why(table, event, origins, why))

    def _one_of(
        self, cards: list[Card], origin: dict[str, Any], passage: Passage | None
    ) -> Whereabouts:
        """Return the placements of which one left, and nobody told the viewer which."""
        if passage is None:
            origins = frozenset(card.id for card in cards)
            self._vague |= dict.fromkeys(origins, origins)
            return origins
        first, last = origin["among"]
        passage.left.append((first, last))
        veiled = passage.veiled.intersection(range(first, last + 1))
        return frozenset(cards[index].id for index in veiled)

    def _why(
        self, table: Table, event: dict[str, Any], origins: Whereabouts, otherwise: Why
    ) -> Why:
        """Say how the viewer saw a card that leaves, if the viewer saw it."""
        origin, target = event["from"], event["to"]
        if origin["zone"] == "hand" and origin.get("side") == self.viewer:
            return "placed_by_viewer"
        if event.get("revealed"):
            return "revealed"
        watching = [s for s in table.showings.values() if not origins.isdisjoint(s.cards)]
        watching += [s for s in table.showings.values() if _shows_hand(s, origin)]
        if any(len(showing.viewers) == 3 for showing in watching):
            return "revealed"
        if any(self.viewer in showing.viewers for showing in watching):
            return "ordering_seen" if "among" in target else "looked_at"
        if target["zone"] == "hand" and target["side"] == self.viewer:
            return "held"
        return otherwise

    def _arrive(
        self, passage: Passage, event: dict[str, Any], events: Sequence[dict[str, Any]]
    ) -> None:
        target = event["to"]
        name = str(event["seq"])
        if type(target.get("position")) is not int:
            first, last = target["among"]
            passage.unseen.append(((first, last), name))
            return
        pile = _pile(target)
        leaving = sum(_pile(other["from"]) == pile for other in events)
        arriving = sum(_pile(other["to"]) == pile for other in events)
        size = len(passage.before) - leaving + arriving
        passage.arrived[index_at(target, size, event)] = name

    def hands(self, *, left_unseen: bool) -> set[str]:
        """Return whose hands cards left unseen, or else whose hands cards came to."""
        if left_unseen:
            origins = (d.event["from"] for d in self.departures if d.number is None)
            return {place["side"] for place in origins if place["zone"] == "hand"}
        goals = (leaving.event["to"] for leaving in self.departures)
        return {place["side"] for place in goals if place["zone"] == "hand"}

    def depart(self, memory: Memory) -> bool:
        """Take the known cards along; tell whether a card was seen that was not known before.

        Every card is called by its event's seq from now on.
        """
        news = False
        for leaving in self.departures:
            goal = str(leaving.event["seq"])
            if leaving.number is None:
                if leaving.told:
                    memory.follow(dict.fromkeys(leaving.origins, frozenset({goal})))
                else:
                    memory.spread(leaving.origins, goal)
                continue
            before = memory.take(leaving.number, leaving.origins)
            news = news or before is None
            if leaving.told:
                memory.vacate(leaving.origins)
            if self._goes_out_of_sight(leaving.event):
                memory.add(frozenset({goal}), self._learned(leaving))
        return news

    def arrive(self, memory: Memory, table: Table) -> dict[str, Whereabouts]:
        """Call the cards by their places on the table afterwards; return the new names."""
        moves = dict(self._vague)
        for leaving in self.departures:
            target = leaving.event["to"]
            if target["zone"] == "hand":
                moves[str(leaving.event["seq"])] = frozenset({HANDS[target["side"]]})
        for (zone, side), passage in self._passed.items():
            moves |= follow_passage(passage, table, table.sides[side][zone])
        memory.follow(moves)
        return moves

    def _goes_out_of_sight(self, event: dict[str, Any]) -> bool:
        return bool(event["to"]["zone"] == "hand" or event["facing"] != "up")

    def _learned(self, leaving: Departure) -> KnownCard:
        """Say what the viewer knows from now on of a card that was seen to go out of sight."""
        event, why = leaving.event, leaving.why
        clause = None
        if why == "was_public" and event.get("ordering") and "among" not in event["to"]:
            clause = "3-1-3-6"
        elif why == "revealed" and event.get("revealed"):
            clause = "3-1-3-7"
        return KnownCard(str(leaving.number), event["seq"], why, clause)

    def same_card(self) -> Iterator[tuple[str, str]]:
        """Yield for each card that the viewer can follow its placements before and after."""
        for leaving in self.departures:
            if leaving.told and leaving.event["to"]["zone"] != "hand":
                for origin in leaving.origins:
                    yield origin, str(leaving.event["seq"])

    def seen(self) -> Iterator[tuple[KnownCard, Departure]]:
        """Yield the cards that the viewer saw leave."""
        for leaving in self.departures:
            if leaving.number is not None:
                yield self._learned(leaving), leaving


def _pile(place: dict[str, Any]) -> Pile:
    return place["zone"], place.get("side", "")


def _is_alone(origin: dict[str, Any]) -> bool:
    """Tell whether a sealed position can be only one."""
    first, last = origin.get("among") or (0, -1)
    return bool(first == last)


def _shows_hand(showing: Showing, origin: dict[str, Any]) -> bool:
    return origin["zone"] == "hand" == showing.zone and showing.side == origin.get("side")
