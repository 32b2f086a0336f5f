"""What the record lacks beside the table: confirmed counts, due shuffles (CR 4.0 §3-1-3-2)."""

from collections.abc import Iterable, Iterator
from typing import Any, Final

from dcg_events.audit.rule import Break, Rule
from dcg_events.audit.scene import Scene
from dcg_events.vocabulary.places import FIELD


def attested_counts_agree(scene: Scene, event: dict[str, Any]) -> Iterator[Break]:
    """Counts that somebody confirmed are those of the recorded table.

    On the field either the units may have been counted, or their cards with or without links.
    """
    for attested in event["counts"] or ():
        zone, side, count = attested["zone"], attested["side"], attested["count"]
        recorded = _counts(scene, zone, side)
        if count not in recorded:
            details: dict[str, str | int] = {"zone": zone, "side": side}
            details |= {"attested": count, "recorded": recorded[0]}
            yield Break((side,), details)


def _counts(scene: Scene, zone: str, side: str) -> list[int]:
    if zone not in FIELD:
        return [len(scene.table.sides[side][zone])]
    units = [u for u in scene.table.units.values() if (u.zone, u.side) == (zone, side)]
    stacked = sum(len(unit.cards) for unit in units)
    return [len(units), stacked, stacked + sum(len(unit.links) for unit in units)]


def attested_memory_agrees(scene: Scene, event: dict[str, Any]) -> Iterable[Break]:
    """Memory that somebody confirmed is where the recorded gauge stands."""
    memory = event.get("memory")
    if memory is None or memory == scene.table.memory:
        return ()
    return [Break(details={"attested": memory, "recorded": scene.table.memory})]


def redraw_ends_with_a_shuffle(scene: Scene, _: dict[str, Any]) -> Iterator[Break]:
    """Who redraws shuffles the deck before the game goes on (CR 4.2 §5-2-1)."""
    for player, seq in scene.story.redraws.unshuffled.items():
        yield Break((player,), {"player": player}, seq=seq)


RULES: Final = (
    Rule(
        id="attested-count",
        clause="3-1-3-2",
        severity="incomplete",
        on=frozenset({"state_attested"}),
        when="after",
        check=attested_counts_agree,
        happened={
            "en": "{attested} cards were confirmed in the {zone} of {side}, and by the record it"
            " is {recorded}",
            "ja": "{side}の{zone}は{attested}枚と確認されたが、記録では{recorded}枚",
        },
        asks={
            "en": "the number of cards in each place is public, and the record agrees with it",
            "ja": "各場所の枚数は公開情報で、記録もそれと一致する",
        },
    ),
    Rule(
        id="attested-memory",
        clause="1-4-2-2",
        severity="incomplete",
        on=frozenset({"state_attested"}),
        when="after",
        check=attested_memory_agrees,
        happened={
            "en": "memory was confirmed at {attested}, and by the record it is {recorded}",
            "ja": "メモリーは{attested}と確認されたが、記録では{recorded}",
        },
        asks={
            "en": "the record of the memory gauge agrees with the gauge",
            "ja": "メモリーの記録はメモリーゲージと一致する",
        },
    ),
    Rule(
        id="redraw-unshuffled",
        clause="5-2-1",
        severity="incomplete",
        on=frozenset({"turn_started"}),
        when="before",
        check=redraw_ends_with_a_shuffle,
        once=True,
        happened={
            "en": "{player} redrew the initial hand, and no shuffle of the deck is on record",
            "ja": "{player}が引き直しをしたが、デッキをシャッフルした記録がない",
        },
        asks={
            "en": "the hand goes back, the deck is shuffled, and then a new hand is drawn",
            "ja": "引き直しでは手札を戻し、デッキをシャッフルしてから引く",
        },
    ),
)
