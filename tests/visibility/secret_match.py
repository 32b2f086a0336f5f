"""A match in which everything hidden is a string of its own, and who has lawfully read which.

Who may read what is written down by hand beside each event, from the rules; nothing of the package
helps to decide it.
"""

import re
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any, Final

from dcg_events import Recorder
from tests.rules.scene import NOWHERE, at, move

PLAYERS: Final = ("p1", "p2")
OUTSIDERS: Final = ("p1", "p2", "spectator")
SECRET: Final = re.compile(rb"Z[A-Z][12]-\d{3}|SECRET-\d{3}")
"""What a secret of this match looks like: a card, or a text."""

Event = dict[str, Any]


@dataclass
class Ledger:
    """Who has lawfully read which secret.

    Attributes:
        read: For each secret its readers, the judge aside.
    """

    read: dict[str, set[str]] = field(default_factory=dict)

    def text(self, *readers: str) -> str:
        """Make up a text that these may read and no one else."""
        secret = f"SECRET-{len(self.read):03}"
        self.read[secret] = set(readers)
        return secret

    def card(self, number: str) -> str:
        """Take note of a card that nobody has read yet."""
        self.read[number] = set()
        return number

    def tell(self, cards: list[str] | str, *readers: str) -> None:
        for number in [cards] if isinstance(cards, str) else cards:
            self.read[number] |= set(readers)

    def forbidden(self, viewer: str) -> set[bytes]:
        return {secret.encode() for secret, readers in self.read.items() if viewer not in readers}


class SecretMatch:
    """The match, recorded while its cards are kept in plain lists beside it.

    Attributes:
        path: The full log.
        ledger: Who has read what.
        piles: For each side and pile its numbers, top first; a hand oldest first.
    """

    def __init__(self, path: Path, *, ended: bool = True) -> None:
        self.path = path
        self.ledger = Ledger()
        self.piles: dict[tuple[str, str], list[str]] = {}
        self.drawn: dict[str, str] = {}
        dice = Random(7)  # noqa: S311 - a test wants the same match twice
        account = {side: {"name": side.upper(), "account": self.ledger.text()} for side in PLAYERS}
        self.recorder = Recorder.create(
            path,
            p1="P1",
            p2="P2",
            players=account,
            recorder_notes=True,
            durability="none",
            salt=lambda: f"{dice.getrandbits(128):032x}",
        )
        self.prepare()
        self.first_game()
        self.judge_and_rewind()
        self.second_game()
        if ended:
            self.note({"kind": "match_ended", "outcome": "win", "winner": "p1"})
        self.recorder.close()

    # the small change

    def note(self, *events: Event) -> int:
        """Record a group, with a judge's note on its first event; return its first seq."""
        first = events[0] | {"recorder": {"ref": self.ledger.text(), "text": self.ledger.text()}}
        return self.recorder.append_group([first, *events[1:]]).seqs[0]

    def deal(self, letter: str) -> None:
        """Start a game with cards that no earlier game had."""
        start: Event = {"kind": "game_started"}
        for side in PLAYERS:
            numbers = [self.ledger.card(f"Z{letter}{side[1]}-{n:03}") for n in range(24)]
            eggs = [self.ledger.card(f"Z{letter}{side[1]}-{n:03}") for n in range(100, 103)]
            start[side] = {"deck_count": 24, "deck": numbers, "egg_deck_count": 3, "egg_deck": eggs}
            self.piles |= {(side, "deck"): numbers, (side, "egg_deck"): eggs}
            self.piles |= {(side, zone): [] for zone in ("hand", "security", "trash")}
        self.note(start)

    def shuffle(self, side: str, zone: str = "deck") -> None:
        pile = self.piles[side, zone]
        Random(f"{side}{zone}{len(pile)}").shuffle(pile)  # noqa: S311
        self.note({"kind": "shuffled", "zone": zone, "side": side, "order": list(pile)})

    def draw(self, side: str) -> str:
        number = self.piles[side, "deck"].pop(0)
        seq = self.note(move("draw", at("deck", side, 0), at("hand", side)))
        self.piles[side, "hand"].append(number)
        self.drawn[number] = str(seq)
        self.ledger.tell(number, side)
        return number

    def secure(self, side: str) -> str:
        number = self.piles[side, "deck"].pop(0)
        self.note(move("place", at("deck", side, 0), at("security", side, 0)))
        self.piles[side, "security"].insert(0, number)
        return number

    def from_hand(self, side: str, index: int, manner: str, goal: Event, **more: Any) -> int:
        number = self.piles[side, "hand"].pop(index)
        return self.note(move(manner, at("hand", side), goal, was=self.drawn[number], **more))

    def play(self, side: str, index: int = 0) -> str:
        self.ledger.tell(self.piles[side, "hand"][index], *OUTSIDERS)
        return str(self.from_hand(side, index, "play", at("battle", side)))

    # the match

    def prepare(self) -> None:
        for side in PLAYERS:
            lists = {
                name: [self.ledger.card(f"ZR{side[1]}-{n:03}")]
                for n, name in enumerate(("deck", "egg_deck", "tokens"))
            }
            self.note({"kind": "deck_registered", "player": side} | lists)
            wrong = {
                name: [self.ledger.card(f"ZW{side[1]}-{n:03}")]
                for n, name in enumerate(("missing", "extra"))
            }
            self.note({"kind": "deck_checked", "player": side, "in_order": False} | wrong)
            for part in (*lists.values(), *wrong.values()):
                self.ledger.tell(part, side)

    def first_game(self) -> None:
        tell = self.ledger.tell
        self.deal("A")
        for side in PLAYERS:
            self.shuffle(side)
        for _ in range(5):
            for side in PLAYERS:
                self.draw(side)
        for _ in range(5):
            for side in PLAYERS:
                self.secure(side)
        hand = {side: self.piles[side, "hand"] for side in PLAYERS}
        self.note({"kind": "turn_started", "player": "p1", "turn": 1})
        egg = self.piles["p1", "egg_deck"].pop(0)
        tell(egg, *OUTSIDERS)
        self.note(move("hatch", at("egg_deck", position=0), at("breeding")))
        unit = self.play("p1")
        below = at("battle", unit=unit)
        self.from_hand("p1", 0, "place_under", below, facing="down")  # p1 has read it in hand
        trained = self.piles["p1", "deck"].pop(0)
        tell(trained, "p1")  # its owner may look under the card
        self.note(move("place_under", at("deck", position=0), below, facing="down"))
        # p1 looks at own security, takes one unseen by the others, and shuffles
        security = self.piles["p1", "security"]
        tell(security[:3], "p1")
        look = {"kind": "looked_at", "viewer": "p1", "place": at("security", position=0)}
        self.note(look | {"count": 3})
        chosen = security.pop(1)
        seq = self.note(move("add", at("security", position=1), at("hand")))
        hand["p1"].append(chosen)
        self.drawn[chosen] = str(seq)
        self.shuffle("p1", "security")
        self.first_game_goes_on()

    def first_game_goes_on(self) -> None:
        tell, text = self.ledger.tell, self.ledger.text
        hand = {side: self.piles[side, "hand"] for side in PLAYERS}
        # everybody sees two of p2's cards, one is taken, one returns
        deck = self.piles["p2", "deck"]
        tell(deck[:2], *OUTSIDERS)
        self.note({"kind": "revealed", "place": at("deck", "p2", 0), "count": 2})
        seq = self.note(move("add", at("deck", "p2", 1), at("hand", "p2")))
        hand["p2"].append(deck.pop(1))
        self.drawn[hand["p2"][-1]] = str(seq)
        deck.append(deck.pop(0))
        self.note(move("return", at("deck", "p2", 0), at("deck", "p2", -1)))
        # a card of p1's is picked blindly and trashed, another goes to security
        tell(hand["p1"][0], *OUTSIDERS)
        choice = {"kind": "choice_made", "player": "p2", "audience": ["p1"]}
        words = {"what": text("p1"), "words": [text("p1")], "chosen": [text("p1")]}
        cards = [self.drawn[number] for number in hand["p1"]]
        self.note(choice | words | {"cards": cards, "numbers": list(hand["p1"])})
        self.from_hand("p1", 0, "trash", at("trash"))
        self.from_hand("p1", 0, "place", at("security", position=0))
        # effects of a hidden card
        source = {"source": self.drawn[hand["p2"][0]], "number": hand["p2"][0], "player": "p2"}
        for kind in ("effect_triggered", "effect_not_activated"):
            event = {"kind": kind, "pending": "t1", "effect": text("p2"), **source}
            self.note(event | ({"reason": "declined"} if "not" in kind else {}))
        cause = {"kind": "effect", "source": source["source"], "player": "p2"}
        self.note({"kind": "memory_changed", "after": -1, "cause": cause})
        # a security card is turned up, turned down, and the next one is checked
        security = self.piles["p2", "security"]
        tell(security[2], *OUTSIDERS)
        for facing in ("up", "down"):
            self.note({"kind": "flipped", "place": at("security", "p2", 2), "facing": facing})
        tell(security[0], *OUTSIDERS)
        self.note(move("check", at("security", "p2", 0), NOWHERE))
        self.note(move("trash", NOWHERE, at("trash", "p2")))
        security.pop(0)
        self.note({"kind": "game_ended", "winner": "p1", "reason": "concession"})

    def correct(self) -> None:
        """The scribe had missed a draw, a question and where a card went."""
        text, last = self.ledger.text, self.recorder.version - 1
        for side in PLAYERS:
            number = self.piles[side, "deck"].pop(0)
            missed = move("draw", at("deck", side, 0), at("hand", side))
            right = missed | {"recorder": {"text": text()}}
            added = {"kind": "record_corrected", "after": last, "event": right, "why": text()}
            self.drawn[number] = str(self.note(added))
            self.piles[side, "hand"].append(number)
            self.ledger.tell(number, side)
        asked = {"kind": "judge_called", "player": "p2", "question": text("p2")}
        self.note({"kind": "record_corrected", "after": last, "event": asked})
        secured = self.note(move("place", at("deck", "p1", 0), at("hand", "p1")))
        number = self.piles["p1", "deck"].pop(0)
        self.ledger.tell(number, "p1")  # the record said so, and stays where it is
        right = move("place", at("deck", "p1", 0), at("security", "p1", 0))
        self.note({"kind": "record_corrected", "corrects": secured, "event": right})
        self.piles["p1", "security"].insert(0, number)

    def judge_and_rewind(self) -> None:
        tell, text = self.ledger.tell, self.ledger.text
        self.deal("B")
        for side in PLAYERS:
            self.shuffle(side)
            for _ in range(3):
                self.draw(side)
            self.secure(side)
        stands = self.recorder.version - 1
        deck = list(self.piles["p2", "deck"])
        self.draw("p2")  # a turn too early: p2 has read it all the same
        self.piles["p2", "deck"], early = deck, self.piles["p2", "hand"].pop()
        self.note({"kind": "rewound", "to_seq": stands, "reason": text()})
        self.drawn.pop(early)
        shown = {"kind": "information_shown", "place": at("deck", "p1", 0), "count": 2}
        tell(self.piles["p1", "deck"][:2], "p2")
        self.note(shown | {"to": ["p2"], "how": text()})
        tell(self.piles["p2", "hand"], "spectator")
        shown = {"kind": "information_shown", "place": at("hand", "p2"), "count": 3}
        self.note(shown | {"to": ["spectator"], "how": text()})
        tell(self.piles["p1", "hand"], "p2")
        self.note({"kind": "looked_at", "viewer": "p2", "place": at("hand", "p1"), "count": 3})
        look = {"kind": "looked_at", "viewer": "judge", "by": "judge", "count": 1}
        for zone in ("security", "deck", "egg_deck"):
            self.note(look | {"place": at(zone, "p1", 0)})
        asked = {"kind": "judge_called", "about": stands}
        self.note(asked | {"player": "p1", "question": text("p1")})
        self.note({"kind": "ruling_issued", "ruling": "r1", "text": text("p1", "p2")})
        warned = {"reason": text("p1", "p2"), "infraction": text("p1", "p2")}
        self.note({"kind": "penalty_issued", "player": "p1", "tier": "warning", **warned})
        self.note({"kind": "state_repaired", "accepted": True, "reason": text()})
        self.note({"kind": "clock_changed", "what": "paused", "reason": text()})
        corrected = {"field": text(), "right": text(), "why": text()}
        self.note({"kind": "record_corrected", "corrects": stands, **corrected})
        self.correct()
        self.note({"kind": "noted", "text": text()})
        for readers in (["p1"], ["p2"], ["spectator"], ["p1", "p2"]):
            self.note({"kind": "noted", "text": text(*readers), "audience": readers})
        declared = {"kind": "declared", "player": "p1", "action": "play", "place": at("hand")}
        number = self.piles["p1", "hand"][0]
        tell(number, *OUTSIDERS)
        seq = self.note(declared | {"card": self.drawn[number]})
        self.note({"kind": "declaration_aborted", "declaration": seq, "reason": text()})

    def second_game(self) -> None:
        tell = self.ledger.tell
        self.deal("C")
        for side in PLAYERS:
            self.shuffle(side)
            for _ in range(4):
                self.draw(side)
            for _ in range(2):
                self.secure(side)
        self.note({"kind": "turn_started", "player": "p2", "turn": 1})
        # p2 looks at three cards, keeps one, returns the others in an order of p2's
        deck = self.piles["p2", "deck"]
        tell(deck[:3], "p2")
        look = {"kind": "looked_at", "viewer": "p2", "place": at("deck", "p2", 0)}
        self.note(look | {"count": 3})
        kept = deck.pop(2)
        self.drawn[kept] = str(self.note(move("add", at("deck", "p2", 2), at("hand", "p2"))))
        self.piles["p2", "hand"].append(kept)
        chosen = {"chooser": "p2"}
        self.note(
            *(
                move("return", at("deck", "p2", index), at("deck", "p2", -1 - index))
                | {"ordering": chosen | {"rank": 1 - index}}
                for index in range(2)
            )
        )
        deck += [deck.pop(1), deck.pop(0)]
        unit = self.play("p2", 1)
        tell(self.piles["p2", "deck"][0], *OUTSIDERS)
        self.piles["p2", "deck"].pop(0)
        self.note(move("digivolve", at("deck", "p2", 0), at("battle", "p2", unit=unit)))
        self.note({"kind": "turn_ended", "player": "p2", "turn": 1})
        self.note({"kind": "turn_started", "player": "p1", "turn": 2})
        self.from_hand("p1", 2, "return", at("deck", "p1", -1))
        self.draw("p1")


def torn(match: SecretMatch, out: Path) -> set[bytes]:
    """Write the log as a crash leaves it in the middle of a write; return what only that holds."""
    out.write_bytes(match.path.read_bytes())
    before = set(SECRET.findall(match.path.read_bytes()))
    with Recorder.open(out) as recorder:
        secret = {"ref": "SECRET-999", "text": "SECRET-998"}
        recorder.append({"kind": "noted", "text": "SECRET-997", "recorder": secret})
    data = out.read_bytes()
    out.write_bytes(data[: data.rstrip(b"\n").rfind(b"\n") + 1])
    return set(SECRET.findall(data)) - before
