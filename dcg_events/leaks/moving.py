"""What a viewer cannot tell of cards that change places: which card, from where, to where."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from dcg_events.leaks.stays import Blank, Filler, Mixing, Stay
from dcg_events.leaks.tracing import Tracer
from dcg_events.log.sealing import value_at
from dcg_events.projections.locating import cards_at, locate
from dcg_events.projections.looking import hand_viewers, viewers_of, viewers_on_arrival
from dcg_events.projections.placing import is_vague
from dcg_events.vocabulary.people import EVERYBODY, PLAYERS
from dcg_events.vocabulary.places import HIDDEN_PILES


@dataclass(eq=False, slots=True)
class Move:
    """One card on its way.

    Attributes:
        event: The transfer.
        mark: The mark that the card has on the marked table.
        through: The card while it is on its way.
        source: The stay that it leaves, if the recorder knows which.
        index: Its index in the list that it leaves.
        seen: Whether the viewer may look at it there.
        by_all: Whether everybody may.
    """

    event: dict[str, Any]
    mark: str
    through: Stay
    source: Stay | None = None
    index: int = -1
    seen: bool = False
    by_all: bool = False


@dataclass(eq=False, slots=True)
class _Stretch:
    """Cards of a pile among which somebody chose unseen by the viewer."""

    moves: list[Move]
    indices: list[int]
    ins: list[Stay]
    rest: list[str]


class Passage:
    """A group of transfers, from before it happens to after."""

    def __init__(self, tracer: Tracer, group: Sequence[dict[str, Any]]) -> None:
        self.tracer = tracer
        self.moves = [self._leave(event) for event in group if event["kind"] == "transferred"]
        self.marks = {move.event["seq"]: move.mark for move in self.moves}
        self._stretches = self._chosen_unseen()

    def _leave(self, event: dict[str, Any]) -> Move:
        tracer, origin = self.tracer, event["from"]
        through = tracer.begin(Stay("", event["number"], event["owner"]))
        if event.get("revealed"):
            through.seen = event["seq"]
        move = Move(event, tracer.new_mark(), through)
        if origin["zone"] == "hand":  # who sees all of a hand sees what leaves it
            viewers = hand_viewers(tracer.real, origin.get("side"))
            move.seen, move.by_all = tracer.viewer in viewers, viewers >= EVERYBODY
        entering = origin["zone"] == "outside" and event["was"] is None
        if not entering and not is_vague(event):
            marked = cards_at(tracer.marked, origin, event)
            index = locate(tracer.marked, marked, origin, event)
            card = cards_at(tracer.real, origin, event)[index]
            move.index = index
            if origin["zone"] != "hand":
                viewers = viewers_of(tracer.real, card, origin["zone"], origin.get("side"))
                move.seen, move.by_all = tracer.viewer in viewers, viewers >= EVERYBODY
            move.source = tracer.stays_in([marked[index]])[0]
            if move.source is not None:
                move.mark = str(marked[index].number)
                through.past = move.source
        return move

    def _chosen_unseen(self) -> list[_Stretch]:
        """Find the stretches of which the viewer does not see which cards are taken."""
        tracer = self.tracer
        found: dict[tuple[Any, ...], list[Move]] = {}
        for move in self.moves:
            origin = move.event["from"]
            if (
                "among" in origin
                and type(origin.get("position")) is int
                and origin["zone"] in HIDDEN_PILES
                and not move.seen
                and not tracer.disclosed(move.event["seq"], "from.position")
                and not tracer.disclosed(move.event["seq"], "was")
            ):
                key = origin["zone"], origin.get("side"), tuple(origin["among"])
                found.setdefault(key, []).append(move)
        stretches = []
        for (zone, side, (first, last)), moves in found.items():
            marked, real = tracer.marked.sides[side][zone], tracer.real.sides[side][zone]
            indices = tracer.real.hidden(real, first, last + 1)
            stays = tracer.stays_in([marked[index] for index in indices])
            ins = [stay for stay in stays if stay is not None]
            looking = {viewers_of(tracer.real, real[index], zone, side) for index in indices}
            taken = {
                move.index
                for move in self.moves
                if (move.event["from"]["zone"], move.event["from"].get("side")) == (zone, side)
            }
            alike = taken & set(indices) == {move.index for move in moves}
            # where not all are looked at alike, not every card could have been chosen unseen
            alike = alike and len(looking) == 1 and tracer.viewer not in next(iter(looking))
            if len(ins) == len(indices) and alike:
                rest = [str(marked[index].number) for index in indices if index not in taken]
                stretches.append(_Stretch(moves, indices, ins, rest))
        return stretches

    def depart(self) -> None:
        """Put the cards on their way, right before the tables change."""
        for move in self.moves:
            self.tracer.stay_of[move.mark] = move.through

    def arrive(self) -> None:
        """Note, when the tables have changed, what the viewer cannot tell."""
        tracer = self.tracer
        told = {seq for seq, _ in tracer.opened}
        if len(self.moves) > 1 and any(move.event["seq"] in told for move in self.moves):
            self._hold()
        else:
            for stretch in self._stretches:
                self._blank_origins(stretch)
            self._blank_orders()
        for move in self.moves:
            event, through = move.event, move.through
            if move.seen or tracer.viewer in viewers_on_arrival(event):
                tracer.see(through)
            if event["number"] is not None:
                if tracer.disclosed(event["seq"], "number"):
                    tracer.see(through, tracer.opened[event["seq"], "number"])
                self._blank(move, "number", partial(_number, through))
            source = move.source
            if source is not None and source.hand not in (None, tracer.viewer) and event["was"]:
                if tracer.disclosed(event["seq"], "was"):
                    fix(source)
                self._blank(move, "was", partial(_name, source))

    def _blank(self, move: Move, path: str, fill: Any) -> None:  # noqa: ANN401 - partials
        self.tracer.blanks.append(Blank(move.event["seq"], path, fill))

    def _blank_origins(self, stretch: _Stretch) -> None:
        tracer = self.tracer
        rest = [tracer.stay_of.get(mark) for mark in stretch.rest]
        outs = [move.through for move in stretch.moves] + [stay for stay in rest if stay]
        before = len(tracer.mixings)
        tracer.mix(stretch.ins, outs, taken=len(stretch.moves))
        for mixing in tracer.mixings[before:]:
            for index, move in enumerate(stretch.moves):
                origin = _Origin(mixing, index, stretch)
                self._blank(move, "from.position", origin.position)
                if move.event["was"] is not None:
                    self._blank(move, "was", origin.placement)

    def _blank_orders(self) -> None:
        """Find the cards that are put down in an order that the viewer does not see."""
        tracer = self.tracer
        found: dict[tuple[Any, ...], list[Move]] = {}
        for move in self.moves:
            event, target = move.event, move.event["to"]
            ordering = event.get("ordering") or {}
            chooser = ordering.get("chooser")
            knows = move.seen and (
                chooser == tracer.viewer or (chooser not in PLAYERS and not move.by_all)
            )
            if "among" in target and type(target.get("position")) is int and not knows:
                likes = chooser, ordering.get("public"), "rank" in ordering, "requested" in event
                key = target["zone"], target.get("side"), tuple(target["among"]), likes
                found.setdefault(key, []).append(move)
        for (zone, side, _, _), moves in found.items():
            pile = tracer.stays_in(tracer.marked.sides[side][zone])
            outs = [pile[move.event["to"]["position"]] for move in moves]
            before = len(tracer.mixings)
            tracer.mix([move.through for move in moves], [stay for stay in outs if stay])
            for mixing in tracer.mixings[before:]:
                for index, move in enumerate(moves):
                    goal = _Goal(mixing, index, moves)
                    for path in _ORDER:
                        self._blank(move, path, partial(goal.value, path))

    def _hold(self) -> None:
        """Keep the cards of a group as they are: with one value of a step its place is told."""
        for move in self.moves:
            self.tracer.see(move.through)
            if move.source is not None:
                fix(move.source)


_ORDER = ("to.position", "requested.position", "ordering.rank")


@dataclass(slots=True)
class _Origin:
    """From where one of several cards is taken, in a world."""

    mixing: Mixing
    number: int
    stretch: _Stretch

    def position(self, world: Filler) -> int:
        return self.stretch.indices[world.cards(self.mixing)[self.number]]

    def placement(self, world: Filler) -> str:
        return world.name(self.mixing.ins[world.cards(self.mixing)[self.number]])


@dataclass(slots=True)
class _Goal:
    """In which place of an order one of several cards is put, in a world."""

    mixing: Mixing
    number: int
    moves: list[Move]

    def value(self, path: str, world: Filler) -> Any:  # noqa: ANN401 - any JSON value
        place = world.cards(self.mixing).index(self.number)
        return value_at(self.moves[place].event, path)


def fix(stay: Stay) -> None:
    """Keep a card of a hand under the placement that it has in the log."""
    held: Stay | None = stay
    while held is not None and held.hand is not None:
        held.fixed = True
        held = held.past if held.renewed else None


def _number(stay: Stay, world: Filler) -> str:
    return world.number(stay)


def _name(stay: Stay, world: Filler) -> str:
    return world.name(stay)
