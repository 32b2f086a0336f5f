"""The referee: moves cards with all that the rules make of it, and asks players to choose."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any

from tests.lawful.board import Board, Card, Unit
from tests.lawful.desk import FIELD, Desk, Event, Step, ordered


@dataclass(slots=True)
class Pending:
    """An effect that has triggered and waits (CR 4.2 §15-4).

    Attributes:
        name: By which the log refers to it.
        player: Whose effect it is.
        card: The card that it is written on.
        placement: That card as it was placed when the effect triggered.
        unit: The unit it is an effect of; None for a card in the trash.
        ability: What it does.
        timing: On what it triggered.
        optional: Whether the player may decline.
    """

    name: str
    player: str
    card: Card
    placement: str
    unit: Unit | None
    ability: str
    timing: str
    optional: bool


@dataclass(slots=True)
class Fx:
    """An effect that is being carried out.

    Attributes:
        player: Whose effect it is.
        card: The card it is written on.
        source: That card's placement when the effect was activated.
        unit: The unit it is an effect of; None if it has none.
        seq: Where it was activated.
    """

    player: str
    card: Card
    source: str | None
    unit: Unit | None
    seq: int

    def cause(self, **more: Any) -> Event:
        """Return the cause of what it does; `more` says `asks` or `breeding`."""
        cause: Event = {"kind": "effect", "event": self.seq, "player": self.player, **more}
        return cause | ({} if self.source is None else {"source": self.source})

    def cost(self) -> Event:
        """Return the cause of what is done to activate it."""
        return {"kind": "cost", "event": self.seq, "player": self.player}


@dataclass
class Referee:
    """One match under way.

    Attributes:
        desk: Writes it down.
        edition: The edition of the rules.
        language: Whose reading of them.
        style: Habits of this match: `rush`, `deck_out` or `normal`.
        full_steps: Whether steps of an attack that are let pass are written down too.
        waiting: Effects that have triggered and have not been looked at yet.
        busy: How often something happens around the game.
        rewinds: How often a judge still takes something back.
        over: Whether the game has ended.
        winner: Who won it.
    """

    desk: Desk
    edition: str
    language: str
    style: str = "normal"
    full_steps: bool = False
    busy: float = 0.0
    rewinds: int = 0
    waiting: list[Pending] = field(default_factory=list)
    over: bool = False
    winner: str | None = None

    @property
    def board(self) -> Board:
        """The table of the game under way."""
        return self.desk.board

    @property
    def dice(self) -> Random:
        """All chance."""
        return self.desk.dice

    def carry(self, steps: Sequence[Step], *, cause: Event, by: str | None = None) -> int:
        """Move cards at once, with what follows in the same breath: the end of statuses, Overflow.

        Returns:
            The seq of the first event of the group.
        """
        aces = [
            step.card
            for step in steps
            if step.card.print_.overflow
            and step.card.pile.zone in FIELD
            and step.goal.zone not in FIELD
        ]
        before = list(self.board.units)
        seq = self.desk.move(steps, cause=cause, by=by)
        for unit in before:
            if unit not in self.board.units:
                for status in unit.statuses:
                    self.desk.record(
                        {"kind": "status_ended", "status": status.name}, cause={"kind": "rule"}
                    )
                unit.statuses.clear()
        turn_player = self.board.turn_player
        self.dice.shuffle(aces)  # each player's in the order that this player chooses
        for card in sorted(aces, key=lambda card: card.owner != turn_player):
            rule = {"kind": "rule", "event": seq}
            self.desk.change_memory(-card.print_.overflow, card.owner, "overflow", rule)
        return seq

    def leave(
        self, units: Iterable[Unit], zone: str, manner: str, *, end: str = "bottom"
    ) -> list[Step]:
        """Return the steps by which units leave: the top card goes, the rest to the trash.

        Tokens leave the game instead (CR 4.2 §4-21-5), Digi-Eggs go to the Digi-Egg deck
        (CR 4.0 §3-1-3-9). Everything goes to its owner's place (§3-1-3-8).
        """
        tops, rest = [], []
        for unit in units:
            tops.append(self.send(unit.cards[0], zone, manner, end=end))
            trashed = "delete" if manner == "delete" else "trash"
            rest += [self.send(card, "trash", trashed) for card in unit.cards[1:]]
            rest += [self.send(card, "trash", trashed) for card in unit.links]
        return [*tops, *rest]

    def send(
        self,
        card: Card,
        zone: str,
        manner: str,
        *,
        side: str | None = None,
        end: str = "top",
        up: bool | None = None,
        **fields: Any,
    ) -> Step:
        """Return the step by which a card goes to a pile, or to where a rule redirects it."""
        side = side or card.owner
        piles = self.board.sides
        if card.print_.kind == "token":
            return Step("remove", card, piles[card.owner]["outside"])
        if card.print_.kind != "egg" or zone not in ("deck", "hand", "security"):
            return Step(manner, card, piles[side][zone], end, up, fields=dict(fields))
        asked: Event = {"zone": zone, "side": side}
        if zone != "hand":
            asked["position"] = 0 if end == "top" else -1
        into_deck = zone == "deck"
        told = {"requested": asked, "redirect": f"3-1-3-9-{1 if into_deck else 2}"}
        goal = piles[side]["egg_deck"]
        return Step(manner, card, goal, end if into_deck else "bottom", fields=fields | told)

    def delete(self, units: Sequence[Unit], cause: Event, chooser: str | None = None) -> int:
        """Delete units, all at once, with all that is under and linked to them (CR 4.2 §4-7-8)."""
        fallen = [(unit, unit.cards[0]) for unit in units if unit.top.kind == "digimon"]
        steps = []
        for unit in units:
            steps += self.leave([unit], "trash", "delete")
        if chooser is not None:
            ordered(self.desk, steps, chooser, public=True)
        seq = self.carry(steps, cause=cause)
        for unit, card in fallen:
            if card.print_.timing == "OnDestroyedAnyone":
                self.trigger(unit.side, card, None, card.print_.ability, "OnDestroyedAnyone")
        return seq

    def trigger(
        self, player: str, card: Card, unit: Unit | None, ability: str, timing: str
    ) -> None:
        """Note that an effect has triggered; `triggers` writes it down when it is looked at."""
        placement = self.desk.id(card)
        if ability and placement is not None:
            name = f"e{self.desk.version}-{len(self.waiting)}"
            optional = self.dice.random() < 0.3
            waiting = Pending(name, player, card, placement, unit, ability, timing, optional)
            self.waiting.append(waiting)

    def choose_units(
        self, fx: Fx, units: Sequence[Unit], most: int, least: int = 1, *, breeding: bool = False
    ) -> list[Unit]:
        """Let a player choose units for an effect, and write it down.

        Units in the breeding area only where the effect names that area (CR 4.0 §3-4-5-5).
        """
        if not units:
            return []
        most = min(most, len(units))
        least = min(least, most)
        chosen = self.dice.sample(units, self.dice.randint(least, most))
        self.desk.record(
            {
                "kind": "choice_made",
                "player": fx.player,
                "what": "targets",
                "units": [unit.id for unit in units],
                "least": least,
                "most": most,
                "chosen": [unit.id for unit in chosen],
            },
            by=fx.player,
            cause=fx.cause(breeding=True) if breeding else fx.cause(),
        )
        return chosen

    def choose_cards(
        self, fx: Fx, cards: Sequence[Card], most: int, least: int = 1, *, public: bool = True
    ) -> list[Card]:
        """Let a player choose cards, which everybody sees or only that player."""
        if not cards:
            return []
        most = min(most, len(cards))
        least = min(least, most)
        chosen = self.dice.sample(cards, self.dice.randint(least, most))
        event: Event = {
            "kind": "choice_made",
            "player": fx.player,
            "what": "cards",
            "least": least,
            "most": most,
        }
        if not public:
            event["audience"] = [fx.player]
        if public or self.desk.knows_all:
            event["cards"] = self.desk.ids(cards)
            event["chosen"] = self.desk.ids(chosen)
        self.desk.record(event, by=fx.player, cause=fx.cause())
        return chosen

    def end_game(self, winner: str | None, reason: str) -> None:
        """End the game."""
        self.desk.record({"kind": "game_ended", "winner": winner, "reason": reason})
        self.over, self.winner = True, winner
        self.waiting.clear()
