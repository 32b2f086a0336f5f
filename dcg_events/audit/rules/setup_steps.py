"""Redraws and the setting of security, looked at when the first turn begins (CR 4.2 §5-2-1)."""

from collections.abc import Iterable, Iterator
from functools import partial
from typing import Any, Final

from dcg_events.audit.practice import RULEBOOK, Practice
from dcg_events.audit.rule import Break, Rule, Text
from dcg_events.audit.rules.setup import setup_of
from dcg_events.audit.scene import Scene
from dcg_events.audit.values import cause_of, is_number
from dcg_events.vocabulary.people import PLAYERS

Event = dict[str, Any]


def first_player_redraws_first(practice: Practice, scene: Scene, event: Event) -> Iterator[Break]:
    """The first player decides on a redraw before the other does."""
    setup = setup_of(scene)
    if setup is None or not practice.redraws_in_turn:
        return
    first = setup.first_player() or event["player"]
    decided = list(setup.of("redraw_decided"))
    for one in decided:
        if one["player"] == first:
            return
        later = [two["seq"] for two in decided if two["player"] == first]
        if later and one["group"] == next(t["group"] for t in decided if t["player"] == first):
            return
        if later:
            details: dict[str, str | int] = {"player": one["player"], "other": first}
            yield Break((one["player"], first), details, (later[0],), seq=one["seq"])
            return


def redraws_are_single(scene: Scene, _: Event) -> Iterator[Break]:
    """A player redraws once at most."""
    setup = setup_of(scene)
    done: dict[str, int] = {}
    for event in setup.of("redraw_decided") if setup else ():
        player = event["player"]
        if event["redraw"]:
            if player in done:
                yield Break((player,), {"player": player}, (done[player],), seq=event["seq"])
            done[player] = event["seq"]


def whole_hand_goes_back(scene: Scene, _: Event) -> Iterator[Break]:
    """Who redraws returns every card of the hand before drawing anew."""
    setup = setup_of(scene)
    if setup is None or setup.judged:
        return
    hands: dict[str, int] = dict.fromkeys(PLAYERS, 0)
    waiting: dict[str, int] = {}
    for event in setup.events:
        if event["kind"] == "redraw_decided" and event["redraw"]:
            waiting[event["player"]] = event["seq"]
        elif event["kind"] == "transferred":
            origin, goal = event["from"], event["to"]
            if origin["zone"] == "hand":
                hands[origin["side"]] -= 1
            if goal["zone"] == "hand":
                side = goal["side"]
                decided = waiting.pop(side, None)
                if decided is not None and hands[side] > 0:
                    details: dict[str, str | int] = {"player": side, "count": hands[side]}
                    yield Break((side,), details, (decided,), seq=event["seq"])
                hands[side] += 1


def redraw_is_recorded(scene: Scene, _: Event) -> Iterator[Break]:
    """Who returns the hand has decided to redraw."""
    setup = setup_of(scene)
    decided: set[str] = set()
    for event in setup.events if setup else ():
        if event["kind"] == "redraw_decided" and event["redraw"]:
            decided.add(event["player"])
        elif event["kind"] == "transferred" and event["from"]["zone"] == "hand":
            side = event["from"]["side"]
            if event["to"]["zone"] == "deck" and side not in decided:
                decided.add(side)
                yield Break((side,), {"player": side}, seq=event["seq"])


def redraw_is_in_time(scene: Scene, event: Event) -> Iterable[Break]:
    """Nobody redraws once the game is under way."""
    if not scene.story.setup.over or not event["redraw"] or cause_of(event) == "judge":
        return ()
    return [Break((event["player"],), {"player": event["player"]})]


def security_is_set_last(practice: Practice, scene: Scene, _: Event) -> Iterator[Break]:
    """Security is set when the hand, redrawn or not, is final."""
    setup = setup_of(scene)
    if setup is None or not practice.security_last:
        return
    for player in PLAYERS:
        placed = [event["seq"] for event in setup.security(player)]
        later = [event["seq"] for event in setup.draws(player)]
        later += [event["seq"] for event in setup.of("redraw_decided") if event["player"] == player]
        later = [seq for seq in later if placed and seq > placed[-1]]
        if later:
            yield Break((player,), {"player": player}, (later[0],), seq=placed[0])


def security_comes_off_the_top(scene: Scene, _: Event) -> Iterator[Break]:
    """Security is set with the top cards of the player's own deck."""
    for player, group in _security_groups(scene):
        origins = [event["from"] for event in group]
        places = [origin.get("position") for origin in origins]
        own = all(origin["zone"] == "deck" and origin.get("side") == player for origin in origins)
        known = all(is_number(place) and place >= 0 for place in places)
        if not own or (known and sorted(places) != list(range(len(places)))):
            yield Break((player,), {"player": player}, seq=group[0]["seq"])


def first_security_card_lies_lowest(scene: Scene, _: Event) -> Iterator[Break]:
    """Each security card is put on top of the one before."""
    height: dict[str, int] = dict.fromkeys(PLAYERS, 0)
    for player, group in _security_groups(scene):
        height[player] += len(group)
        laid = [(event["from"].get("position"), event["to"].get("position")) for event in group]
        if not all(is_number(place) for both in laid for place in both):
            continue
        goals = [to if to >= 0 else to + height[player] for _, to in sorted(laid)]
        if goals != list(reversed(range(len(goals)))):
            yield Break((player,), {"player": player}, seq=group[0]["seq"])


def _security_groups(scene: Scene) -> Iterator[tuple[str, list[Event]]]:
    setup = setup_of(scene)
    if setup is None or setup.judged:
        return
    for player in PLAYERS:
        groups: dict[int, list[Event]] = {}
        for event in setup.security(player):
            groups.setdefault(event["group"], []).append(event)
        for group in groups.values():
            yield player, group


_TURN: Final = frozenset({"turn_started"})
_REDRAW: Final[Text] = {
    "en": "first player first, each decides once; the whole hand goes back, the deck is shuffled,"
    " and as many cards are drawn",
    "ja": "先攻から順に1回だけ引き直しを選べ、手札をすべてデッキに戻してシャッフルし、"
    "同じ枚数を引く",
}
_SECURITY: Final[Text] = {
    "en": "after the redraws security is set from the top of the deck, one card on the other",
    "ja": "引き直しの後、デッキの上から1枚ずつ重ねてセキュリティを置く",
}


def rules_with(practice: Practice) -> tuple[Rule, ...]:
    """Return the rules on redraws and the setting of security as a practice has them."""
    return (
        Rule(
            id="setup-redraw-order",
            clause="5-2-1",
            severity="breach",
            on=_TURN,
            when="before",
            check=partial(first_player_redraws_first, practice),
            happened={
                "en": "{player} decided on a redraw before {other}, who goes first",
                "ja": "先攻の{other}より先に、{player}が引き直すかどうかを決めた",
            },
            asks=_REDRAW,
        ),
        Rule(
            id="setup-redraw-twice",
            clause="5-2-1",
            severity="breach",
            on=_TURN,
            when="before",
            check=redraws_are_single,
            happened={
                "en": "{player} redrew the initial hand a second time",
                "ja": "{player}が最初の手札を2回引き直した",
            },
            asks=_REDRAW,
        ),
        Rule(
            id="setup-redraw-whole",
            clause="5-2-1",
            severity="breach",
            on=_TURN,
            when="before",
            check=whole_hand_goes_back,
            happened={
                "en": "{player} redrew with {count} cards still in the hand",
                "ja": "{player}は手札を{count}枚残したまま引き直した",
            },
            asks=_REDRAW,
        ),
        Rule(
            id="setup-redraw-unrecorded",
            clause="5-2-1",
            severity="incomplete",
            on=_TURN,
            when="before",
            check=redraw_is_recorded,
            happened={
                "en": "{player} returned cards of the initial hand, and no decision to redraw is"
                " on record",
                "ja": "{player}が最初の手札をデッキに戻したが、引き直しの宣言の記録がない",
            },
            asks=_REDRAW,
        ),
        Rule(
            id="setup-redraw-late",
            clause="5-2-1",
            severity="breach",
            on=frozenset({"redraw_decided"}),
            when="before",
            check=redraw_is_in_time,
            happened={
                "en": "{player} redrew the hand after the first turn had begun",
                "ja": "最初のターンが始まった後に{player}が手札を引き直した",
            },
            asks=_REDRAW,
        ),
        Rule(
            id="setup-security-early",
            clause="5-2-1",
            severity="doubt",
            on=_TURN,
            when="before",
            check=partial(security_is_set_last, practice),
            happened={
                "en": "the security of {player} was set before that player's hand was final",
                "ja": "{player}の手札が決まる前に、そのセキュリティが置かれた",
            },
            asks=_SECURITY,
        ),
        Rule(
            id="setup-security-source",
            clause="5-2-1",
            severity="breach",
            on=_TURN,
            when="before",
            check=security_comes_off_the_top,
            happened={
                "en": "the security of {player} was set with other cards than the top ones of"
                " that player's deck",
                "ja": "{player}のセキュリティに、自分のデッキの上以外のカードが置かれた",
            },
            asks=_SECURITY,
        ),
        Rule(
            id="setup-security-order",
            clause="5-2-1",
            severity="doubt",
            on=_TURN,
            when="before",
            check=first_security_card_lies_lowest,
            happened={
                "en": "the top card of the deck of {player} did not become the lowest security"
                " card",
                "ja": "{player}のデッキの一番上のカードが、セキュリティの一番下に置かれなかった",
            },
            asks=_SECURITY,
        ),
    )


RULES: Final = rules_with(RULEBOOK)
