"""What a viewer of a scene knows, in few words."""

from typing import Any

from dcg_events import MatchLog, known
from tests.rules.scene import Scene

NOTHING: list[str] = []


def known_to(scene: Scene, viewer: str) -> Any:
    """Return the known view."""
    return known(MatchLog(scene.path, viewer))  # type: ignore[arg-type]


def told(scene: Scene, viewer: str) -> list[str]:
    """Write each thing known: where, how, which cards.

    `deck p1 0-2 all: A B C` are the top three in an order not known; a hand has no positions.
    """
    return [_told(item) for item in known_to(scene, viewer)["items"]]


def _told(item: dict[str, Any]) -> str:
    where = " | ".join(_place(place) for place in item["where"])
    return f"{where} {item['how']}: {' '.join(sorted(card['number'] for card in item['cards']))}"


def _place(place: dict[str, Any]) -> str:
    words = [place["zone"], place["side"] or "-"]
    words += [place["unit"]] if "unit" in place else []
    if "first" in place:
        same = place["first"] == place["last"]
        words.append(str(place["first"]) if same else f"{place['first']}-{place['last']}")
    return " ".join(words)


def reasons(scene: Scene, viewer: str) -> dict[str, tuple[int, str, str | None]]:
    """Return for each known number since when, why and by which rule."""
    return {
        card["number"]: (card["since"], card["why"], card["clause"])
        for item in known_to(scene, viewer)["items"]
        for card in item["cards"]
    }


def contents(scene: Scene, viewer: str) -> dict[str, dict[str, int]]:
    """Return for each pile, or several together, how many of each card lie there face down."""
    return {
        " ".join(dict.fromkeys(place["zone"] for place in content["where"])): {
            card["number"]: card["count"] for card in content["cards"]
        }
        for content in known_to(scene, viewer)["contents"]
    }
