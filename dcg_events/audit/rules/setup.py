"""The set-up of a game, looked at when its first turn begins (CR 4.2 §5-2-1)."""

from collections.abc import Iterable, Iterator
from functools import partial
from typing import Any, Final

from dcg_events.audit.practice import RULEBOOK, Practice
from dcg_events.audit.rule import Break, Check, Rule, Severity, Text
from dcg_events.audit.scene import Scene
from dcg_events.audit.story.setup import Setup
from dcg_events.vocabulary.people import PLAYERS


def setup_of(scene: Scene) -> Setup | None:
    """Return the set-up that a first turn ends, if any of it was recorded."""
    setup = scene.story.setup
    return None if setup.over or setup.start is None or not setup.events else setup


def setup_is_recorded(scene: Scene, _: dict[str, Any]) -> Iterable[Break]:
    """A record that begins with whole decks says how the game was set up."""
    setup = scene.story.setup
    bare = not setup.over and setup.start is not None and not setup.events
    return [Break(PLAYERS)] if bare and not setup.judged else ()


def first_player_begins(scene: Scene, event: dict[str, Any]) -> Iterable[Break]:
    """The first turn is the turn of who was to go first."""
    setup = setup_of(scene)
    first = setup.first_player() if setup else None
    if setup is None or first is None or event["player"] == first or setup.judged:
        return ()
    decided = tuple(other["seq"] for other in setup.of("first_player_decided"))
    return [Break((first,), {"player": event["player"], "other": first}, decided)]


def first_player_is_recorded(scene: Scene, event: dict[str, Any]) -> Iterable[Break]:
    """It was decided who goes first."""
    setup = setup_of(scene)
    return [] if setup is None or setup.first_player() else [Break((event["player"],))]


def first_player_is_decided_first(scene: Scene, _: dict[str, Any]) -> Iterable[Break]:
    """It is decided before cards are drawn."""
    setup = setup_of(scene)
    if setup is None:
        return
    drawn = [event["seq"] for player in PLAYERS for event in setup.draws(player)]
    for event in setup.of("first_player_decided"):
        if drawn and event["seq"] > min(drawn):
            yield Break((event["player"],), evidence=(min(drawn),), seq=event["seq"])
            return


def decks_are_shuffled(scene: Scene, event: dict[str, Any]) -> Iterator[Break]:
    """A deck is shuffled before the hand is drawn, a Digi-Egg deck before the first turn."""
    setup = setup_of(scene)
    if setup is None:
        return
    for player in PLAYERS:
        drawn = setup.draws(player)
        for zone in ("deck", "egg_deck"):
            if setup.count(player, zone) < 2 or (zone == "deck" and not drawn):
                continue
            before = drawn[0]["seq"] if zone == "deck" else event["seq"]
            if not any(
                (other["zone"], other["side"]) == (zone, player) and other["seq"] < before
                for other in setup.of("shuffled")
            ):
                yield Break((player,), {"player": player, "zone": zone}, seq=before)


def hands_are_full(practice: Practice, scene: Scene, _: dict[str, Any]) -> Iterable[Break]:
    """Both hands hold five cards."""
    return _count(practice, scene, "hand", practice.hand)


def security_is_set(practice: Practice, scene: Scene, _: dict[str, Any]) -> Iterable[Break]:
    """Both security stacks hold five cards."""
    return _count(practice, scene, "security", practice.security)


def _count(practice: Practice, scene: Scene, zone: str, due: int) -> Iterator[Break]:
    setup = setup_of(scene)
    if setup is None or setup.judged:
        return
    for player in PLAYERS:
        count = len(scene.table.sides[player][zone])
        if count == due or setup.count(player, "deck") < practice.hand + practice.security:
            continue
        details: dict[str, str | int] = {"player": player, "zone": zone, "count": count}
        touched = setup.draws(player) if zone == "hand" else setup.security(player)
        evidence = tuple(event["seq"] for event in touched)
        severity: Severity = "breach" if evidence else "incomplete"
        yield Break((player,), details | {"due": due}, evidence, severity=severity)


def memory_is_zero(scene: Scene, event: dict[str, Any]) -> Iterable[Break]:
    """The gauge stands at 0."""
    setup = setup_of(scene)
    memory = scene.table.memory
    if setup is None or setup.judged or not memory:
        return ()
    moved = tuple(other["seq"] for other in setup.of("memory_changed"))
    return [Break((event["player"],), {"count": abs(memory)}, moved)]


_FIRST: Final[Text] = {
    "en": "the first player is decided, then the hands are drawn, then that player begins",
    "ja": "先攻を決めてから手札を引き、先攻のプレイヤーのターンから始める",
}


def _rule(id_: str, severity: Severity, check: Check, happened: Text, asks: Text) -> Rule:
    return Rule(
        id=id_,
        clause="5-2-1",
        severity=severity,
        on=frozenset({"turn_started"}),
        when="before",
        check=check,
        happened=happened,
        asks=asks,
    )


def rules_with(practice: Practice) -> tuple[Rule, ...]:
    """Return the rules on the set-up as a practice has it."""
    return (
        _rule(
            "setup-unrecorded",
            "incomplete",
            setup_is_recorded,
            {
                "en": "the first turn began and nothing of the set-up is on record",
                "ja": "対戦の準備の記録がないまま、最初のターンが始まった",
            },
            {
                "en": "decks are shuffled, hands drawn and security set before the first turn",
                "ja": "最初のターンの前に、デッキのシャッフル、手札、セキュリティの準備をする",
            },
        ),
        _rule(
            "setup-first-player",
            "breach",
            first_player_begins,
            {
                "en": "{player} began, and it was decided that {other} goes first",
                "ja": "先攻は{other}と決まったのに、{player}のターンから始まった",
            },
            _FIRST,
        ),
        _rule(
            "setup-first-player-unrecorded",
            "incomplete",
            first_player_is_recorded,
            {
                "en": "the first turn began and who goes first was not recorded",
                "ja": "先攻の決定が記録されないまま、最初のターンが始まった",
            },
            _FIRST,
        ),
        _rule(
            "setup-first-player-late",
            "doubt",
            first_player_is_decided_first,
            {
                "en": "it was decided who goes first when cards had been drawn already",
                "ja": "手札を引いた後で先攻が決まった",
            },
            _FIRST,
        ),
        _rule(
            "setup-unshuffled",
            "incomplete",
            decks_are_shuffled,
            {
                "en": "the {zone} of {player} was used and no shuffle of it is on record",
                "ja": "{player}の{zone}がシャッフルされた記録がない",
            },
            {
                "en": "deck and Digi-Egg deck are shuffled first of all",
                "ja": "最初にデッキとデジタマデッキをシャッフルする",
            },
        ),
        _rule(
            "setup-hand",
            "breach",
            partial(hands_are_full, practice),
            {
                "en": "{player} had {count} cards in the hand when the first turn began",
                "ja": "最初のターンの開始時、{player}の手札は{count}枚だった",
            },
            {
                "en": "an initial hand is {due} cards, after a redraw too",
                "ja": "最初の手札は{due}枚で、引き直した後も同じ",
            },
        ),
        _rule(
            "setup-security",
            "breach",
            partial(security_is_set, practice),
            {
                "en": "{player} had {count} security cards when the first turn began",
                "ja": "最初のターンの開始時、{player}のセキュリティは{count}枚だった",
            },
            {
                "en": "a security stack begins with {due} cards",
                "ja": "セキュリティは{due}枚で始める",
            },
        ),
        _rule(
            "setup-memory",
            "breach",
            memory_is_zero,
            {
                "en": "the memory gauge stood {count} away from 0 when the first turn began",
                "ja": "最初のターンの開始時、メモリーが0ではなく{count}だった",
            },
            {"en": "memory begins at 0", "ja": "メモリーは0から始める"},
        ),
    )


RULES: Final = rules_with(RULEBOOK)
