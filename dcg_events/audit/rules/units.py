"""Units on the field: links, De-Digivolve, deletions, tokens (CR 4.2 §4-9-5, §16-12, §4-21-5)."""

from collections.abc import Iterable, Iterator
from typing import Any, Final

from dcg_events.audit.rule import Break, Rule
from dcg_events.audit.scene import Scene
from dcg_events.audit.story.processes import loser_of
from dcg_events.audit.values import cause_of, is_number
from dcg_events.vocabulary.places import FIELD, PILED


def one_link_card(scene: Scene, event: dict[str, Any]) -> Iterable[Break]:
    """A unit has one link card, unless a text gives it room for more."""
    target = event["to"]
    if target["zone"] != "link" or cause_of(event) == "judge":
        return ()
    unit = scene.table.units.get(target["unit"])
    if unit is None or len(unit.links) < 2:
        return ()
    details: dict[str, str | int] = {"side": unit.side, "unit": unit.id, "count": len(unit.links)}
    return [Break((unit.side,), details)]


def link_is_replaced_at_once(scene: Scene, event: dict[str, Any]) -> Iterable[Break]:
    """A link card that makes room is trashed in the moment in which the new one comes."""
    last = scene.story.passages.last
    if event["to"]["zone"] != "link" or last is None or last["from"]["zone"] != "link":
        return ()
    unit, cause = event["to"]["unit"], event.get("cause")
    if last["from"].get("unit") != unit or last["to"]["zone"] != "trash":
        return ()
    told = cause and cause.get("event") is not None and cause == last.get("cause")
    if not told or cause_of(event) == "judge":
        return ()
    side = event["to"].get("side") or ""
    return [Break((side,), {"unit": unit}, evidence=(last["seq"],))]


def strips_what_was_declared(scene: Scene, event: dict[str, Any]) -> Iterator[Break]:
    """De-Digivolve trashes cards from the top, at once, as many as declared or fewer.

    That the top card is not among them is a doubt: it may have trashed nothing, and what its
    effect does besides has followed.
    """
    stripped, last = scene.story.processes.stripped, scene.story.passages.last
    if stripped is None or event["from"].get("unit") != stripped["unit"]:
        return
    cause = event.get("cause")
    if not cause or cause != stripped.get("cause") or cause["kind"] == "judge":
        return
    unit = scene.table.units.get(stripped["unit"])
    if unit is None:
        return
    positions = [e["from"].get("position") for e in _off(scene, unit.id)]
    if not positions or not all(map(is_number, positions)):
        return
    count, declared = len(positions), stripped["declared"]
    details: dict[str, str | int] = {"unit": unit.id, "declared": declared, "count": count}
    players, begun = (unit.side,), stripped["seq"]
    if last is not None and last["seq"] > stripped["seq"]:
        if _went_on(scene, positions, declared):
            yield Break(players, details, (begun,), severity="incomplete")
    elif 0 not in positions:
        yield Break(players, details, (begun,), severity="doubt")
    elif count > declared or max(positions) >= count or count >= len(unit.cards):
        yield Break(players, details, (begun,))


def _went_on(scene: Scene, positions: list[int], declared: int) -> bool:
    """Tell whether this trashes the next top cards, right after others of the same process."""
    last, stripped = scene.story.passages.last, scene.story.processes.stripped
    if last is None or stripped is None or scene.table.seq != last["seq"]:
        return False
    same = last["from"].get("unit") == stripped["unit"] and last.get("cause") == stripped["cause"]
    fits = last.get("of", 1) + len(positions) <= declared
    return same and fits and last["manner"] == "trash" and 0 in positions


def _off(scene: Scene, unit: str) -> list[dict[str, Any]]:
    """Return the transfers of the group that take stacked cards of a unit."""
    return [
        event
        for event in scene.transfers()
        if event["from"].get("unit") == unit and event["from"]["zone"] in FIELD
    ]


def deleted_at_once(scene: Scene, event: dict[str, Any]) -> Iterable[Break]:
    """What one battle or one rule check deletes is deleted in one moment.

    An effect may delete one after the other.
    """
    last = scene.story.passages.last
    if last is None or last["manner"] != "delete":
        return ()
    cause, unit = event.get("cause"), event["from"].get("unit")
    if not cause or cause["kind"] != "rule" or cause.get("event") is None:
        return ()
    if cause != last.get("cause") or last["seq"] != event["seq"] - 1:
        return ()
    if unit is None or last["from"].get("unit") in (None, unit):
        return ()
    battle = scene.story.attacks.battle
    fought = battle is not None and battle["seq"] == cause["event"]
    side = event["from"].get("side") or ""
    clause = "14-2" if fought else None
    return [Break((side,), {"side": side}, evidence=(last["seq"],), clause=clause)]


def tokens_leave_the_game(_: Scene, event: dict[str, Any]) -> Iterable[Break]:
    """A token that leaves the field is put outside, and lies in no pile."""
    number, target = event["number"], event["to"]
    if not isinstance(number, str) or not number.startswith("TOKEN-"):
        return ()
    if target["zone"] not in PILED or cause_of(event) == "judge":
        return ()
    side = target.get("side") or ""
    return [Break((side,), {"zone": target["zone"], "side": side})]


def overflow_is_immediate(scene: Scene, event: dict[str, Any]) -> Iterator[Break]:
    """Memory moves for Overflow as its card leaves, the turn player's before the other's."""
    if event.get("reason") != "overflow" or cause_of(event) == "judge":
        return
    last, story = scene.story.passages.last, scene.story
    if last is None or last["seq"] < story.lulls.last:
        yield Break()
        return
    if story.processes.overflow is None:
        return
    before, theirs = story.processes.overflow
    cause = event.get("cause")
    mine = loser_of(event, scene.table.memory)
    turn_player = scene.table.turn_player
    if before["seq"] != event["seq"] - 1 or not cause or cause != before.get("cause"):
        return
    if mine == turn_player and theirs not in ("", turn_player):
        yield Break((mine, theirs), evidence=(before["seq"],))


_TRANSFERRED: Final = frozenset({"transferred"})

RULES: Final = (
    Rule(
        id="link-limit",
        clause="4-9-5",
        severity="doubt",
        on=_TRANSFERRED,
        when="after",
        check=one_link_card,
        goals=frozenset({"link"}),
        happened={
            "en": "{count} cards are linked to unit {unit} of {side}",
            "ja": "{side}の{unit}に{count}枚のカードがリンクしている",
        },
        asks={
            "en": "one card is linked at a time, and a new one replaces it in the same moment,"
            " unless a text allows more",
            "ja": "特に指定がなければリンクは1枚までで、新しいものと同時に入れ替える",
        },
    ),
    Rule(
        id="link-replaced-before",
        clause="4-9-5",
        severity="incomplete",
        on=_TRANSFERRED,
        when="before",
        check=link_is_replaced_at_once,
        goals=frozenset({"link"}),
        happened={
            "en": "a link card of unit {unit} is recorded as trashed before the new one came",
            "ja": "{unit}のリンクカードが、新しいカードのリンクより前に破棄されたと記録されている",
        },
        asks={
            "en": "a link card that is replaced is trashed in the moment that the new one comes",
            "ja": "入れ替えるリンクカードは、新しいカードのリンクと同時に破棄する",
        },
    ),
    Rule(
        id="de-digivolve",
        clause="16-12",
        severity="breach",
        on=_TRANSFERRED,
        when="before",
        check=strips_what_was_declared,
        manners=frozenset({"trash"}),
        once=True,
        happened={
            "en": "a De-Digivolve for which {declared} was declared trashed {count} cards of unit"
            " {unit}, not just so many from the top at once",
            "ja": "{declared}と宣言した退化で、{unit}のカードが{count}枚、上から同時にその枚数以内"
            "ではない形で破棄された",
        },
        asks={
            "en": "as many cards as declared or fewer are trashed from the top at once, and the"
            " Digimon stays",
            "ja": "宣言した数までのカードを上から同時に破棄し、デジモンは残る",
        },
    ),
    Rule(
        id="deleted-apart",
        clause="17-1",
        severity="incomplete",
        on=_TRANSFERRED,
        when="before",
        check=deleted_at_once,
        manners=frozenset({"delete"}),
        once=True,
        happened={
            "en": "units were deleted one after the other, where it was one battle or rule check",
            "ja": "1回のバトルまたはルールチェックでの消滅が、別々の出来事として記録されている",
        },
        asks={
            "en": "what a battle or a rule check deletes is deleted at the same time",
            "ja": "バトルやルールチェックによる消滅は同時に行う",
        },
    ),
    Rule(
        id="token-kept",
        clause="4-21-5",
        severity="breach",
        on=_TRANSFERRED,
        when="before",
        check=tokens_leave_the_game,
        origins=frozenset({"battle", "breeding", "link", "no_area", "outside"}),
        goals=PILED,
        happened={
            "en": "a token was put into the {zone} of {side}",
            "ja": "トークンが{side}の{zone}に置かれた",
        },
        asks={
            "en": "a token that leaves the field is taken out of the game",
            "ja": "場を離れたトークンは、領域に置かずに取り除く",
        },
    ),
    Rule(
        id="overflow-late",
        clause="4-19",
        severity="doubt",
        on=frozenset({"memory_changed"}),
        when="before",
        check=overflow_is_immediate,
        happened={
            "en": "memory moved for Overflow later than its card left, or in the wrong order",
            "ja": "オーバーフローによるメモリーの変動が、遅れてまたは逆の順番で行われた",
        },
        asks={
            "en": "memory moves as soon as the card leaves, for the turn player's cards first",
            "ja": "カードが離れたら直ちに、ターンプレイヤーのカードから先に処理する",
        },
    ),
)
