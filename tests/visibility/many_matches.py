"""Many small matches, with what is hidden in them, and what a viewer may measure of each.

Everything hidden is thrown with dice of its own, so it is independent of everything public. What a
viewer gets may then depend on nothing hidden.
"""

import itertools
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any, Final

import orjson

from dcg_events import MatchLog, Recorder, redact
from tests.rules.scene import at, move

Facts = dict[str, object]
Features = dict[str, object]

_COMMITMENT: Final = re.compile(r"^~[0-9a-f]{64}$")
_PLACEMENT: Final = re.compile(r"^([0-9]+)(\.[0-9]+)?$")
_ORDERS: Final = list(itertools.permutations(range(3)))


@dataclass
class Played:
    """One match.

    Attributes:
        path: The log.
        hidden: What neither the other player nor a spectator may learn.
        arrivals: Placements in p1's hand, in their order; that there were so many is public.
        marks: The seqs of the events that the hidden facts are about.
    """

    path: Path
    hidden: Facts = field(default_factory=dict)
    arrivals: list[str] = field(default_factory=list)
    marks: dict[str, int] = field(default_factory=dict)


class Table:
    """Plays one match: p1 has secrets, p2 and a spectator watch."""

    def __init__(self, path: Path, seed: int) -> None:
        self.public = Random(f"public {seed}")  # noqa: S311
        self.secret = Random(f"hidden {seed}")  # noqa: S311
        salts = Random(f"salts {seed}")  # noqa: S311
        self.recorder = Recorder.create(
            path,
            p1="a",
            p2="b",
            durability="none",
            salt=lambda: f"{salts.getrandbits(128):032x}",
        )
        self.played = Played(path)
        self.hand: list[str] = []
        self.arrivals = self.played.arrivals

    def mark(self, name: str, *group: dict[str, Any]) -> int:
        seq = min(self.recorder.append_group(group).seqs)
        self.played.marks[name] = seq
        return seq

    def throw(self, name: str, sides: int = 2) -> int:
        """Throw the hidden dice and keep what came of it."""
        thrown = self.secret.randrange(sides)
        self.played.hidden[name] = thrown
        return thrown

    def pick(self, name: str, sides: int = 2) -> str:
        """Choose one of the first cards of the hand; the secret is which arrival it was."""
        card = self.hand[self.secret.randrange(sides)]
        self.played.hidden[name] = self.arrivals.index(card)
        return card

    def take_in(self, name: str, event: dict[str, Any]) -> None:
        """Let a card arrive in the hand."""
        self.hand.append(str(self.mark(name, event)))
        self.arrivals.append(self.hand[-1])

    def new_card(self) -> str:
        """Name a card: short or long, each as likely as the other."""
        length = self.secret.choice(("S1-", "LONGER12_PROMO-"))
        return f"{length}{self.secret.randrange(10**6):06}"

    def play(self) -> Played:
        deck = [self.new_card() for _ in range(16)]
        theirs = [self.new_card() for _ in range(8)]
        start = {
            side: {"deck_count": len(cards), "deck": cards, "egg_deck_count": 0}
            for side, cards in (("p1", deck), ("p2", theirs))
        }
        self.mark("start", {"kind": "game_started", **start})
        self.secret.shuffle(deck)
        shuffled = {"kind": "shuffled", "zone": "deck", "side": "p1"}
        self.mark("shuffle", shuffled | {"order": deck})
        draws = self.public.randint(6, 8)
        unseen = {"taken": deck[draws : draws + 3], "set as security": deck[draws + 3 :]}
        for _ in range(draws):
            self.take_in("draw", move("draw", at("deck", position=0), at("hand")))
            if self.public.random() < 0.5:
                draw = move("draw", at("deck", "p2", 0), at("hand", "p2"))
                self.recorder.append(draw)
            if self.public.random() < 0.2:
                self.recorder.append({"kind": "passed", "player": "p2", "what": "other"})
        self.choose_from_hand()
        unseen["taken"] = unseen["taken"][self.look_and_return() :]
        self.played.hidden |= {
            f"kind of card {what}": cards[0][0] for what, cards in unseen.items()
        }
        self.security()
        self.speak()
        self.recorder.close()
        return self.played

    def leave(self, name: str, sides: int, manner: str, goal: dict[str, Any]) -> None:
        """Let one of the first cards of the hand leave it."""
        card = self.pick(name, sides)
        self.hand.remove(card)
        self.mark(name, move(manner, at("hand"), goal, was=card))

    def choose_from_hand(self) -> None:
        self.leave("which draw was played", 3, "play", at("battle"))
        self.leave("which draw went to security", 2, "place", at("security", position=0))
        self.leave("which draw was trashed blindly", 2, "trash", at("trash"))
        count = len(self.hand)
        order = [*_ORDERS[self.throw("order of the hand", 6)], *range(3, count)]
        reorder = {"kind": "reordered", "zone": "hand", "side": "p1", "count": count}
        self.mark("order of the hand", reorder | {"order": order})
        self.hand = [self.hand[index] for index in order]
        shown = self.pick("which draw was shown")
        reveal = {"kind": "revealed", "place": at("hand"), "count": 1, "cards": [shown]}
        seq = self.mark("which draw was shown", reveal)
        self.recorder.append({"kind": "showing_ended", "showing": seq})

    def look_and_return(self) -> int:
        """Look at three, take one, return two; return which was taken."""
        look = {"kind": "looked_at", "viewer": "p1", "place": at("deck", position=0), "count": 3}
        self.mark("look", look)
        taken = self.throw("which card was taken", 3)
        add = move("add", at("deck", position=taken), at("hand"))
        self.take_in("which card was taken", add)
        first = self.throw("which card went below the other")
        group = [
            move(
                "return",
                at("deck", position=index),
                at("deck", position=-1 - (index == first)),
                ordering={"chooser": "p1", "rank": int(index != first)},
            )
            for index in range(2)
        ]
        self.mark("which card went below the other", *group)
        return taken

    def security(self) -> None:
        for _ in range(2):
            place = move("place", at("deck", position=0), at("security", position=0))
            self.mark("set", place)
        look = {"kind": "looked_at", "viewer": "p1", "place": at("security", position=0)}
        self.mark("search", look | {"count": 3})
        order = list(_ORDERS[self.throw("order of security", 6)])
        reorder = {"kind": "reordered", "zone": "security", "side": "p1", "count": 3}
        self.mark("order of security", reorder | {"order": order})
        index = self.throw("which security card was added", 3)
        look = {"kind": "looked_at", "viewer": "p1", "place": at("security", position=0)}
        self.mark("search again", look | {"count": 3})
        add = move("add", at("security", position=index), at("hand"))
        self.take_in("which security card was added", add)

    def speak(self) -> None:
        card = self.pick("whose effect it was")
        common = {"player": "p1", "timing": "OnPlay", "effect": "x" * len(card)}
        triggered = {"kind": "effect_triggered", "pending": "t", "source": card}
        self.mark("whose effect it was", triggered | common)
        cause = {"kind": "effect", "source": card, "player": "p1"}
        self.mark("cause", {"kind": "memory_changed", "after": 1, "cause": cause})
        chosen = self.pick("what was chosen")
        choice = {"kind": "choice_made", "player": "p1", "what": "one", "cards": self.hand[:2]}
        self.mark("what was chosen", choice | {"chosen": [chosen]})
        pair = self.hand[:2] if self.throw("order of the bottom") else self.hand[1::-1]
        group = [
            move(
                "return",
                at("hand"),
                at("deck", position=rank - 2),
                was=was,
                ordering={"chooser": "p1", "rank": rank},
            )
            for rank, was in enumerate(pair)
        ]
        self.mark("order of the bottom", *group)


def measure(played: Played, viewer: Any, folder: Path) -> Features:
    """Measure all that a viewer gets of a match, named by what it is about."""
    copy = folder / f"{viewer}.dcglog"
    copy.unlink(missing_ok=True)
    redact(played.path, viewer, copy)
    lines = copy.read_bytes().splitlines()
    features: Features = {"lines": len(lines)}
    at_seq = {seq: name for name, seq in played.marks.items()}
    names: dict[int, str] = {}
    for name, seq in played.marks.items():
        steps = 2 if "below" in name or "bottom" in name else 1
        names |= {seq + step: f"{name} {step}" for step in range(steps)}
    states = {state["seq"]: state for state in MatchLog(played.path, viewer).states()}
    opened: dict[tuple[int, str], Any] = {}
    for number, line in enumerate(lines):
        value = orjson.loads(line)
        if isinstance(value, list) and value[0] == "open" and value[1] in names:
            name = f"{names[value[1]]} opening {value[2]}"
            features[f"{name} length"] = len(line)
            features[f"{name} audience"] = tuple(value[3])
            opened[value[1], value[2]] = value[4]
            features |= leaves(value[4], name, value[1], played.arrivals)
        elif isinstance(value, dict) and value["seq"] in names:
            name, seq = names[value["seq"]], value["seq"]
            features[f"{name} length"] = len(line) - len(str(seq)) * line.count(str(seq).encode())
            features[f"{name} sealed"] = line.count(b'"~')
            features[f"{name} lines before"] = _lines_before(lines, number)
            features |= leaves(value, name, seq, played.arrivals)
        if isinstance(value, dict) and value["seq"] in at_seq:
            end = value["seq"] + value["of"] - 1
            name = f"{at_seq[value['seq']]} state"
            features |= leaves(states[end]["players"], name, end, played.arrivals)
    for name, seq in played.marks.items():
        cards = states[seq - 1]["players"]["p1"]["hand"].get("cards", []) if seq else []
        hand = [card["id"] for card in cards]
        for path, places in (("was", hand), ("from.position", range(100))):
            ranks = _ranks_as_they_lay(opened, seq, path, places)
            features |= {f"{name} ranks by {path}": ranks} if ranks else {}
    return features


def _ranks_as_they_lay(
    opened: dict[tuple[int, str], Any], seq: int, path: str, places: Sequence[Any]
) -> tuple[Any, ...]:
    """Give the ranks of two steps in the order in which their cards lay, where both are known."""
    steps = [(opened.get((s, path)), opened.get((s, "ordering.rank"))) for s in (seq, seq + 1)]
    if any(place not in places or rank is None for place, rank in steps):
        return ()
    return tuple(rank for _, rank in sorted(steps, key=lambda step: places.index(step[0])))


def _lines_before(lines: list[bytes], number: int) -> int:
    """Count the openings that stand before a record in its write."""
    count = 0
    while number and not lines[number - 1].startswith(b'["commit"'):
        number -= 1
        count += lines[number].startswith(b'["open"')
    return count


def leaves(value: object, name: str, seq: int, arrivals: list[str]) -> Features:
    """Flatten a value to its leaves; ids are counted from an event, and among the arrivals."""
    return dict(_leaves(value, name, seq, arrivals))


def _leaves(
    value: object, name: str, seq: int, arrivals: list[str]
) -> Iterator[tuple[str, object]]:
    if isinstance(value, dict):
        for key, inner in value.items():
            yield from _leaves(inner, f"{name}.{key}", seq, arrivals)
    elif isinstance(value, list):
        yield f"{name} size", len(value)
        for index, inner in enumerate(value):
            yield from _leaves(inner, f"{name}[{index}]", seq, arrivals)
    elif isinstance(value, str) and _COMMITMENT.match(value):
        yield name, "~"
    elif isinstance(value, str) and (found := _PLACEMENT.match(value)):
        yield name, f"{int(found[1]) - seq}{found[2] or ''}"
        if value in arrivals:
            yield f"{name} arrival", arrivals.index(value)
    elif isinstance(value, str) and value.startswith(("S1-", "LONGER")):
        yield name, value[0]
    else:
        yield name, value
