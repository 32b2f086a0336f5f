"""How large a deck is, and how often it holds one card (CR 4.2 §1-4-1-2, §1-4-1-3)."""

from collections import Counter
from collections.abc import Iterable, Iterator
from functools import partial
from typing import Any, Final

from dcg_events.audit.practice import RULEBOOK, Practice
from dcg_events.audit.rule import Break, Rule
from dcg_events.audit.scene import Scene
from dcg_events.audit.story.decks import known_list
from dcg_events.vocabulary.people import PLAYERS

_CLAUSES: Final = {"deck": "1-4-1-2", "egg_deck": "1-4-1-3"}


def deck_has_its_size(practice: Practice, _: Scene, event: dict[str, Any]) -> Iterator[Break]:
    """A deck has exactly fifty cards."""
    for player in PLAYERS:
        count = event[player]["deck_count"]
        if count != practice.deck:
            yield Break((player,), {"player": player, "count": count, "due": practice.deck})


def egg_deck_is_small(practice: Practice, _: Scene, event: dict[str, Any]) -> Iterator[Break]:
    """A Digi-Egg deck has five cards at most."""
    for player in PLAYERS:
        count = event[player]["egg_deck_count"]
        if count > practice.egg_deck:
            yield Break((player,), {"player": player, "count": count, "due": practice.egg_deck})


def copies_are_few(practice: Practice, scene: Scene, event: dict[str, Any]) -> Iterator[Break]:
    """There are four cards of a number at most; a card may say otherwise of itself."""
    if event["kind"] == "deck_registered":
        yield from _copies(practice, event["player"], event)
        return
    for player in PLAYERS:
        if player not in scene.story.decks.registered:
            yield from _copies(practice, player, event[player])


def _copies(practice: Practice, player: str, lists: dict[str, Any]) -> Iterator[Break]:
    for zone, clause in _CLAUSES.items():
        numbers = known_list(lists.get(zone))
        most = max(Counter(numbers).values()) if numbers else 0
        if most > practice.copies:
            details: dict[str, str | int] = {"player": player, "zone": zone, "count": most}
            yield Break((player,), details | {"due": practice.copies}, clause=clause)


def deck_is_as_registered(scene: Scene, event: dict[str, Any]) -> Iterable[Break]:
    """A game begins with the decks that were registered for the match."""
    decks = scene.story.decks
    for (player, zone), registered in decks.lists.items():
        numbers = known_list(event[player].get(zone))
        count = event[player][f"{zone}_count"]
        if count != len(registered) or (numbers is not None and sorted(numbers) != registered):
            details: dict[str, str | int] = {"player": player, "zone": zone}
            yield Break((player,), details, (decks.registered[player],))


def rules_with(practice: Practice) -> tuple[Rule, ...]:
    """Return the rules on deck lists as a practice has them."""
    return (
        Rule(
            id="deck-size",
            clause="1-4-1-2",
            severity="breach",
            on=frozenset({"game_started"}),
            when="before",
            check=partial(deck_has_its_size, practice),
            happened={
                "en": "the deck of {player} held {count} cards when the game began",
                "ja": "ゲーム開始時の{player}のデッキは{count}枚だった",
            },
            asks={
                "en": "a deck consists of exactly {due} cards",
                "ja": "デッキはちょうど{due}枚で組む",
            },
        ),
        Rule(
            id="egg-deck-size",
            clause="1-4-1-3",
            severity="breach",
            on=frozenset({"game_started"}),
            when="before",
            check=partial(egg_deck_is_small, practice),
            happened={
                "en": "the Digi-Egg deck of {player} held {count} cards when the game began",
                "ja": "ゲーム開始時の{player}のデジタマデッキは{count}枚だった",
            },
            asks={
                "en": "a Digi-Egg deck has {due} cards at most",
                "ja": "デジタマデッキは{due}枚以下で組む",
            },
        ),
        Rule(
            id="deck-copies",
            clause="1-4-1-2",
            severity="doubt",
            on=frozenset({"deck_registered", "game_started"}),
            when="before",
            check=partial(copies_are_few, practice),
            happened={
                "en": "the {zone} of {player} holds {count} cards of one card number",
                "ja": "{player}の{zone}に同じカードナンバーのカードが{count}枚入っている",
            },
            asks={
                "en": "at most {due} cards of a number may be in it, unless the card itself says"
                " otherwise",
                "ja": "カードに特別なルールがなければ、同じカードナンバーは{due}枚まで",
            },
        ),
        Rule(
            id="deck-not-as-registered",
            clause="3-2-1",
            severity="doubt",
            on=frozenset({"game_started"}),
            when="before",
            check=deck_is_as_registered,
            happened={
                "en": "{player} began the game with another {zone} than the registered one",
                "ja": "{player}は登録したものと違う{zone}でゲームを始めた",
            },
            asks={
                "en": "every game of a match is played with the registered decks",
                "ja": "対戦のすべてのゲームで、登録したデッキを使う",
            },
        ),
    )


RULES: Final = rules_with(RULEBOOK)
