"""What a viewer knows in words: place by place, each line with its reason."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any, Final, cast

from dcg_events.cli.words.phrases import (
    Speaker,
    clean,
    count_of,
    in_brackets,
    listed,
    ordinal,
)
from dcg_events.projections.knowing.memory import Why
from dcg_events.views.known_shape import ContentsView, KnownCardView, KnownItemView, KnownView
from dcg_events.views.shape import TableView

REASONS: Final[dict[Why, str]] = {
    "was_public": "it was public",
    "revealed": "it was revealed",
    "looked_at": "looked at",
    "shown_by_mistake": "shown by mistake",
    "held": "held in hand",
    "placed_by_viewer": "put there from the own hand",
    "ordering_seen": "looked at and seen put in order",
    "disclosed": "disclosed",
    "deduced_from_list": "on the list and not seen since",
    "recorded": "recorded",
}
"""How a viewer came to know, in words."""


def knowledge_text(view: KnownView, state: TableView, names: Mapping[str, str]) -> str:
    """Tell what is known, under a heading that says by whom and when.

    Args:
        view: What is known.
        state: The table view of the same moment: how many cards the piles hold.
        names: Names of p1 and p2.
    """
    sizes = {
        (zone, side): pile["count"]
        for side, piles in cast("dict[str, dict[str, Any]]", state["players"]).items()
        for zone, pile in piles.items()
        if isinstance(pile, dict)
    }
    say = Speaker(names, sizes)
    knower = (
        f"{view['viewer']} ({names[view['viewer']]})" if view["viewer"] in names else view["viewer"]
    )
    title = f"known to {knower} after event {view['seq']}, beyond what may be looked at:"
    return "\n".join([title, *(f"  {line}" for line in knowledge_lines(view, say))])


def knowledge_lines(view: KnownView, say: Speaker) -> Iterator[str]:
    """Tell what is known, a heading for each place and a line for each thing known there.

    Args:
        view: What is known.
        say: Speaks of the players; its `sizes` say how many cards the piles hold.
    """
    items = [item for item in view["items"] if len(_zones(item)) == 1]
    scattered = [item for item in view["items"] if len(_zones(item)) > 1]
    for _, of_place in groupby(items, key=_zones):
        together = list(of_place)
        place = together[0]["where"][0]
        size = say.sizes.get((place["zone"], str(place["side"])))
        yield _heading(place, say) + (in_brackets(count_of(size, "card")) if size else "")
        for _, run in groupby(enumerate(together), key=_likeness):
            yield f"  {_line([item for _, item in run], say)}"
    if scattered:
        yield "in one place or another"
        yield from (f"  {_scattered(item, say)}" for item in scattered)
    contents = [content for content in view["contents"] if not _told_already(content, view)]
    if contents:
        yield "all that lies face down"
        yield from (f"  {_contents(content, say)}" for content in contents)
    if not view["items"] and not contents:
        yield "nothing"


def _zones(item: KnownItemView | ContentsView) -> tuple[tuple[str, str, str], ...]:
    """Name the piles that something is about, each once."""
    named = ((p["zone"], p["side"] or "", p.get("unit", "")) for p in item["where"])
    return tuple(dict.fromkeys(named))


def _told_already(content: ContentsView, view: KnownView) -> bool:
    """Tell whether the items say card by card, or all at once, what lies there."""
    zones = set(_zones(content))
    inside = [item for item in view["items"] if zones.issuperset(_zones(item))]
    told = sum(len(item["cards"]) for item in inside if item["how"] != "some")
    return told == sum(card["count"] for card in content["cards"])


def _heading(place: Mapping[str, Any], say: Speaker) -> str:
    if place.get("unit") is None:
        return say.zone(place)
    return say.spot({"zone": place["zone"], "unit": place["unit"]})


def _likeness(numbered: tuple[int, KnownItemView]) -> tuple[object, ...]:
    """Give cards that lie one under the other, known in the same way, the same key."""
    index, item = numbered
    where, card = item["where"][0], item["cards"][0]
    if item["how"] != "exact" or "first" not in where:
        return (index,)
    return (card["why"], card["clause"], card["undone"], where["first"] - index)


def _line(run: Sequence[KnownItemView], say: Speaker) -> str:
    cards = [card for item in run for card in item["cards"]]
    first, last = run[0]["where"][0], run[-1]["where"][-1]
    if run[0]["how"] == "exact" and len(run) > 1:
        whole: Any = {**first, "last": last["last"], "count": len(run)}
        order = ", ".join(clean(card["number"]) for card in cards)
        return f"{_spot(whole, say)}, in this order: {order}{_reason(cards)}"
    how = run[0]["how"]
    if "first" not in first:
        least = {"exact": "", "all": "only ", "some": "at least "}[how]
        return f"{least}{_cards(cards, always=True)}{_reason(cards)}"
    where = listed(_spot(place, say) for item in run for place in item["where"])
    return f"{where}: {_cards(cards)}{_HOW[how]}{_reason(cards)}"


_HOW: Final = {"exact": "", "all": ", in an order not known", "some": ", among others"}


def _scattered(item: KnownItemView, say: Speaker) -> str:
    """Tell of cards that may be in several piles, and how many of them have to be in each."""
    where = " or ".join(_spot(place, say, named=True) for place in item["where"])
    sure = [
        f"{place['least']} of them at least: {_spot(place, say, named=True)}"
        for place in item["where"]
        if place["least"] and item["how"] == "some"
    ]
    how = ", among others" if item["how"] == "some" else ""
    return f"{where}: {_cards(item['cards'])}{how}{_reason(item['cards'], sure)}"


def _spot(place: Mapping[str, Any], say: Speaker, *, named: bool = False) -> str:
    """Name neighbouring places of a pile from the end that they reach."""
    name = f" of {_heading(place, say)}" if named else ""
    count, first, last = place["count"], place.get("first"), place.get("last")
    if first is None or last is None:
        return _heading(place, say)
    size = say.sizes.get((place["zone"], str(place["side"])), 0)
    if count == size > 1:
        return _heading(place, say) if named else f"all {count}"
    if first == 0:
        return f"the top{name}" if count == 1 else f"the top {count}{name}"
    if last == size - 1:
        return f"the bottom{name}" if count == 1 else f"the bottom {count}{name}"
    if count == 1:
        return f"the {ordinal(first + 1)} from the top{name}"
    return f"the {ordinal(first + 1)} to {ordinal(last + 1)} from the top{name}"


def _cards(cards: Sequence[KnownCardView], *, always: bool = False) -> str:
    """Name cards, those of a number together.

    >>> card = {"number": "BT1-010", "since": 4, "why": "revealed", "clause": None, "undone": False}
    >>> _cards([card, card, {**card, "number": "BT1-011"}])
    '2 × BT1-010 and BT1-011'
    """
    return _counted(Counter(card["number"] for card in cards), always=always)


def _counted(numbers: Mapping[str, int], *, always: bool = False) -> str:
    return listed(
        f"{count} × {number}" if always or count > 1 else number
        for number, count in sorted(numbers.items())
    )


def _reason(cards: Sequence[KnownCardView], sure: Iterable[str] = ()) -> str:
    """Say since when and why cards are known, each reason once."""
    reasons: dict[tuple[Why, str | None, bool], list[int]] = {}
    for card in cards:
        seqs = reasons.setdefault((card["why"], card["clause"], card["undone"]), [])
        if card["since"] not in seqs:
            seqs.append(card["since"])
    said = []
    for (why, clause, undone), seqs in reasons.items():
        words = f"{REASONS[why]}, {_events(seqs)}"
        words += f", CR 4.0 §{clause}" if clause else ""
        said.append(words + (", which was undone" if undone else ""))
    return in_brackets(*sure, *said)


def _events(seqs: Sequence[int]) -> str:
    """Name events.

    >>> _events([4]), _events([4, 7]), _events([4, 5, 6, 7, 9])
    ('event 4', 'events 4 and 7', 'events 4 to 9')
    """
    if len(seqs) == 1:
        return f"event {seqs[0]}"
    return f"events {listed(seqs) if len(seqs) < 5 else f'{min(seqs)} to {max(seqs)}'}"


def _contents(content: ContentsView, say: Speaker) -> str:
    cards = {card["number"]: card["count"] for card in content["cards"]}
    total = sum(cards.values())
    names = [_heading(place, say) for place in content["where"]]
    return f"{listed(dict.fromkeys(names))}, {count_of(total, 'card')}: {_counted(cards)}"
