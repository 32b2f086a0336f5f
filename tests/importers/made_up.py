"""Small match files in the engine's form, made up for what the corpus does not hold.

No engine has played them; they follow its format, and its way of writing differences.
"""

import json
from pathlib import Path
from typing import Any

MAIN = [f"BT1-{number:03}" for number in range(10, 22)]
EGGS = ["BT1-001"]


class MadeUp:
    """A match file that grows line by line; both sides have the same decks.

    Each side starts with the instances 0 to 4 in hand, two security cards (6 on top of 5) and the
    instances 7 to 11 in the deck, top first. It is the first turn of p1, in the main phase.
    """

    def __init__(self) -> None:
        seat = {"profile": "", "deckId": "", "archetype": "", "mainDeck": MAIN, "eggDeck": EGGS}
        self.header: dict[str, Any] = {
            "t": "header",
            "v": 1,
            "source": "made up for a test",
            "seed": 0,
            "seats": [{"label": "bot0", **seat}, {"label": "bot1", **seat}],
        }
        self.lines: list[dict[str, Any]] = []
        names = {
            f"s{s}-{k}": {"card": card, "owner": s}
            for s in (0, 1)
            for k, card in enumerate([*MAIN, *EGGS])
        }
        self.add("instances", map=names)
        hands = [(f"s{s}-{k}", None, f"p{s}.hand[{k}]") for s in (0, 1) for k in range(5)]
        decks = [(f"s{s}-{k}", None, f"p{s}.deck[{k - 5}]") for s in (0, 1) for k in range(5, 12)]
        eggs = [(f"s{s}-12", None, f"p{s}.eggDeck[0]") for s in (0, 1)]
        self.truth(*hands, *decks, *eggs)
        self.event("matchStarted", firstSeat=0)
        self.intent("mulligan", keep=True)
        self.intent("mulligan", seat=1, keep=True)
        self.truth(
            *[
                (f"s{s}-{5 + k}", f"p{s}.deck[{k}]", f"p{s}.security[{1 - k}]")
                for s in (0, 1)
                for k in (0, 1)
            ]
        )
        for phase in ("Active", "Draw", "Breeding", "Main"):
            self.event("phaseChanged", phase=phase, turnSeat=0, turnCount=int(phase != "Active"))

    def add(self, t: str, **fields: Any) -> "MadeUp":
        self.lines.append({"n": len(self.lines), "t": t, **fields})
        return self

    def truth(self, *moves: tuple[str, str | None, str | None], **more: Any) -> "MadeUp":
        told = [{"i": i, "from": old, "to": new} for i, old, new in moves]
        return self.add("truth", moves=told, **more)

    def event(self, kind: str, **fields: Any) -> "MadeUp":
        return self.add("event", event={"kind": kind, **fields})

    def moved(self, *instances: str, old: str = "various", to: str = "battleArea") -> "MadeUp":
        return self.event("cardsMoved", instanceIds=list(instances), **{"from": old}, to=to)

    def intent(self, kind: str, *, seat: int = 0, ok: bool = True, **fields: Any) -> "MadeUp":
        return self.add("intent", seat=seat, intent={"type": kind, **fields}, ok=ok)

    def decide(
        self,
        kind: str,
        response: dict[str, Any],
        *,
        seat: int = 0,
        card: str | None = None,
        **options: Any,
    ) -> "MadeUp":
        request = {"decisionId": "d", "seat": seat, "kind": kind, "promptText": "?"}
        if card is not None:
            request["sourceCardId"] = card
        self.add("decision", seat=seat, request={**request, "options": options})
        answer = {"kind": kind, **response}
        return self.intent("respondDecision", seat=seat, decisionId="d", response=answer)

    def play(self, instance: str, perm: str, hand: int, *, seat: int = 0) -> "MadeUp":
        self.intent("playCard", seat=seat, instanceId=instance)
        self.truth((instance, f"p{seat}.hand[{hand}]", f"p{seat}.battleArea:{perm}.top"))
        return self.moved(instance, old="hand")

    def end(self, reason: str = "security", winner: int | None = 0) -> "MadeUp":
        result: dict[str, Any] = {"outcome": "win" if winner is not None else "draw"}
        if winner is not None:
            result["winnerSeat"] = winner
        over = {"kind": "gameOver", "result": result, "reason": reason}
        self.add("event", event=over)
        return self.add("end", result=over, turns=1, errors=[], engineLog=[])

    def write(self, path: Path) -> Path:
        whole = [self.header, *self.lines]
        path.write_text("".join(json.dumps(line) + "\n" for line in whole))
        return path
