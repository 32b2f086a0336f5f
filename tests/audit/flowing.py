"""A game from its first step on, step by step, for tests of its flow."""

from typing import Any

from dcg_events.audit.rule import Rule
from dcg_events.audit.rules import (
    deck_lists,
    draws,
    game_ends,
    match_results,
    memory,
    phases,
    setup,
    setup_steps,
    turns,
)
from tests.audit.asking import found
from tests.rules.scene import Scene, at, move

FLOW: tuple[Rule, ...] = tuple(
    rule
    for topic in (
        deck_lists,
        draws,
        game_ends,
        match_results,
        memory,
        phases,
        setup,
        setup_steps,
        turns,
    )
    for rule in topic.RULES
)
"""The rules of the game's flow."""

RULE = {"cause": {"kind": "rule"}}
BOTH = ("p1", "p2")
UP_TO_MAIN = ("unsuspend", "draw", "breeding", "main")


def action(player: str) -> dict[str, Any]:
    return {"cause": {"kind": "action", "player": player}}


def effect(player: str) -> dict[str, Any]:
    return {"cause": {"kind": "effect", "player": player}}


class Flow(Scene):
    """A match whose games are set up, or set up wrongly, one step a call.

    Attributes:
        number: The turn under way.
        player: Whose it is.
    """

    number = 0
    player = "p1"

    @property
    def last_seq(self) -> int:
        return self.recorder.version - 1

    def start(self, deck: int = 50, eggs: int = 4, **more: Any) -> None:
        decks = {"deck_count": deck, "egg_deck_count": eggs}
        self.number = 0
        self.record({"kind": "game_started", "p1": decks | more, "p2": decks})

    def shuffle(self, *players: str, zones: tuple[str, ...] = ("deck", "egg_deck")) -> None:
        for player in players or BOTH:
            for zone in zones:
                self.record({"kind": "shuffled", "zone": zone, "side": player})

    def decide(self, player: str = "p1") -> None:
        self.record({"kind": "first_player_decided", "player": player})

    def draw(self, player: str, count: int = 1, **more: Any) -> int:
        hand = at("hand", player)
        tops = [at("deck", player, position=index) for index in range(count)]
        self.record(*(move("draw", top, hand, **(RULE | more)) for top in tops))
        return self.last_seq - count + 1

    def draw_hands(self, count: int = 5) -> None:
        for player in BOTH:
            self.draw(player, count)

    def say_redraw(self, player: str, redraw: bool) -> int:
        self.record({"kind": "redraw_decided", "player": player, "redraw": redraw})
        return self.last_seq

    def give_back(self, player: str, count: int = 5) -> int:
        bottom = [at("deck", player, position=-1 - index) for index in range(count)]
        hand = at("hand", player)
        self.record(*(move("return", hand, goal, **RULE) for goal in bottom))
        return self.last_seq - count + 1

    def secure(self, player: str, count: int = 5, first_on_top: bool = False) -> int:
        steps = []
        for index in range(count):
            goal = index if first_on_top else count - 1 - index
            top, stack = at("deck", player, position=index), at("security", player, position=goal)
            steps.append(move("place", top, stack, **RULE))
        self.record(*steps)
        return self.last_seq - count + 1

    def prepare(self, first: str = "p1") -> None:
        """Set up a game by the rules."""
        self.start()
        self.shuffle()
        self.decide(first)
        self.draw_hands()
        for player in (first, "p2" if first == "p1" else "p1"):
            self.say_redraw(player, False)
        for player in BOTH:
            self.secure(player)

    def begin(self, player: str, number: int | None = None, **more: Any) -> int:
        self.number = self.number + 1 if number is None else number
        self.player = player
        self.record({"kind": "turn_started", "player": player, "turn": self.number, **more})
        return self.last_seq

    def enter(self, *phases: str) -> int:
        """Enter phases; the draw of a draw phase is made."""
        for phase in phases:
            self.record({"kind": "phase_entered", "phase": phase})
            if phase == "draw" and self.number > 1:
                self.draw(self.player)
        return self.last_seq

    def to_main(self, player: str, number: int | None = None) -> None:
        self.begin(player, number)
        self.enter(*UP_TO_MAIN)

    def end(self, reason: str | None = None, **more: Any) -> int:
        event = {"kind": "turn_ended", "player": self.player, "turn": self.number, **more}
        self.record(event if reason is None else event | {"reason": reason})
        return self.last_seq

    def gauge(self, after: int, **more: Any) -> int:
        self.record({"kind": "memory_changed", "after": after, **more})
        return self.last_seq

    def pass_turn(self) -> None:
        """Pass, and end the turn."""
        self.record({"kind": "passed", "player": self.player, "what": "turn"})
        self.gauge(-3 if self.player == "p1" else 3, reason="pass", **RULE)
        self.enter("end")
        self.end("pass")

    def hatch(self, player: str, **more: Any) -> int:
        egg, area = at("egg_deck", player, position=0), at("breeding", player)
        self.record(move("hatch", egg, area, **(action(player) | more)))
        return self.last_seq

    def attack(self, player: str, unit: str, **more: Any) -> int:
        target = {"player": "p2" if player == "p1" else "p1"}
        self.record(
            {
                "kind": "attack_declared",
                "player": player,
                "attack": f"a{self.recorder.version}",
                "unit": unit,
                "target": target,
                **(action(player) | more),
            }
        )
        return self.last_seq

    def finish(self, winner: str | None, reason: str, **more: Any) -> int:
        self.record({"kind": "game_ended", "winner": winner, "reason": reason, **more})
        return self.last_seq

    def flow(self, viewer: str = "judge") -> list[tuple[str, int]]:
        """Return what the rules of the game's flow find."""
        return found(self, viewer, rules=FLOW)  # type: ignore[arg-type]
