"""Make the rows of attacks, security checks and battles."""

from typing import Any

from dcg_events.events.codec import PlainEvent
from dcg_events.tables.moment import Moment, RowBuilder
from dcg_events.tables.rows.play import AttackRow, BattleRow, SecurityCheckRow
from dcg_events.tables.schema import MatchTables


class AttackBuilder(RowBuilder):
    """Follows attacks and checked cards.

    A step that was undone tells nothing of an attack that counts.
    """

    def __init__(self, rows: MatchTables) -> None:
        super().__init__(rows)
        self._attacks: list[dict[str, Any]] = []
        self._by_name: dict[str, dict[str, Any]] = {}
        self._checks: list[dict[str, Any]] = []
        self._checked: dict[str, dict[str, Any]] = {}

    def note(self, moment: Moment) -> None:
        """Take in what happened."""
        for event in moment.events:
            match event["kind"]:
                case "attack_declared":
                    self._declare(moment, event)
                case "attack_stepped":
                    self._step(moment, event)
                case "attack_ended":
                    self._end(moment, event)
                case "security_checked":
                    self._check(moment, event)
                case "battle_resolved":
                    self._count(moment, event, "battles")
                    self.rows.battles.append(_battle(moment, event))
                case "transferred" if event.get("was") in self._checked:
                    self._go(moment, event)
                case _:
                    pass

    def _declare(self, moment: Moment, event: PlainEvent) -> None:
        target = event["target"]
        attack = {
            "match_id": moment.match_id,
            "seq": event["seq"],
            "attack": event["attack"],
            "ruled": moment.ruled,
            "game": event["game"],
            "turn": moment.table.turn,
            "at_utc": event["at"],
            "player": event["player"],
            "unit": event["unit"],
            "number": moment.top_number(event["unit"]),
            "target_player": target["player"],
            "target_unit": target.get("unit"),
            "last_target_unit": target.get("unit"),
            "countered": None,
            "blocked": None,
            "retargeted": False,
            "checks": 0,
            "battles": 0,
            "outcome": None,
            "end_seq": None,
        }
        self._attacks.append(attack)
        self._by_name[event["attack"]] = attack

    def _of(self, moment: Moment, event: PlainEvent) -> dict[str, Any] | None:
        """Return the attack that an event belongs to, if it tells something of it."""
        name = event.get("attack")
        attack = None if name is None else self._by_name.get(name)
        return attack if attack is None or moment.ruled or not attack["ruled"] else None

    def _step(self, moment: Moment, event: PlainEvent) -> None:
        attack = self._of(moment, event)
        if attack is None:
            return
        told = {"counter": "countered", "block": "blocked"}.get(event["step_taken"])
        if told is not None:
            attack[told] = bool(attack[told]) or event["taken"]
        if event.get("target") is not None:
            attack["retargeted"] = True
            attack["last_target_unit"] = event["target"].get("unit")

    def _end(self, moment: Moment, event: PlainEvent) -> None:
        attack = self._of(moment, event)
        if attack is not None:
            attack["end_seq"], attack["outcome"] = event["seq"], event.get("outcome")

    def _count(self, moment: Moment, event: PlainEvent, column: str) -> None:
        attack = self._of(moment, event)
        if attack is not None:
            attack[column] += 1

    def _check(self, moment: Moment, event: PlainEvent) -> None:
        self._count(moment, event, "checks")
        check = {
            "match_id": moment.match_id,
            "seq": event["seq"],
            "attack": event.get("attack"),
            "ruled": moment.ruled,
            "game": event["game"],
            "turn": moment.table.turn,
            "at_utc": event["at"],
            "player": event["player"],
            "card": event.get("card"),
            "number": event.get("number"),
            "outcome": event.get("outcome"),
            "to_zone": None,
            "to_side": None,
            "security_left": len(moment.table.sides[event["player"]]["security"]),
        }
        self._checks.append(check)
        if check["card"] is not None:
            self._checked[check["card"]] = check

    def _go(self, moment: Moment, event: PlainEvent) -> None:
        """Note where a checked card went."""
        check = self._checked[event["was"]]
        if moment.ruled or not check["ruled"]:
            goal = event["to"]
            check["to_zone"], check["to_side"] = goal["zone"], goal.get("side")

    def finish(self) -> None:
        """Add the attacks and checks."""
        self.rows.attacks.extend(AttackRow(**attack) for attack in self._attacks)
        self.rows.security_checks.extend(SecurityCheckRow(**check) for check in self._checks)


def _battle(moment: Moment, event: PlainEvent) -> BattleRow:
    fighters = event.get("fighters") or []
    losers = event.get("losers")
    sides: dict[str, Any] = {}
    for place, name in enumerate(("first", "second")):
        fighter = fighters[place] if place < len(fighters) else {}
        own = fighter.get("unit") or fighter.get("card")
        sides |= {
            f"{name}_player": fighter.get("player"),
            f"{name}_unit": fighter.get("unit"),
            f"{name}_card": fighter.get("card"),
            f"{name}_dp": fighter.get("dp"),
            f"{name}_lost": None if losers is None or own is None else own in losers,
        }
    return BattleRow(
        match_id=moment.match_id,
        seq=event["seq"],
        attack=event.get("attack"),
        ruled=moment.ruled,
        game=event["game"],
        turn=moment.table.turn,
        at_utc=event["at"],
        **sides,
    )
