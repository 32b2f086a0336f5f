"""The random matches that twins are grown from hold everything that there is to hide.

What never occurs there is not tested there: a kind, a field that may be sealed, a hidden passage.
"""

from collections import Counter
from pathlib import Path
from typing import Any, Final

import orjson
import pytest

from dcg_events import MatchLog
from dcg_events.events.catalogue import MODELS
from dcg_events.log.sealing import is_sealed
from dcg_events.projections.audiences import corrected
from dcg_events.projections.visibility import COMMON, RULES
from tests.property.drive import play_match

SEEDS: Final = 200
STEPS: Final = 60


class Census:
    """What random matches hold.

    Attributes:
        kinds: How often each kind occurs.
        sealed: How often each field of each kind is sealed.
        passages: How often something occurs that hides a card or an order in a way of its own.
        languages: Whose reading of the rules holds.
    """

    def __init__(self) -> None:
        self.kinds: Counter[str] = Counter()
        self.sealed: Counter[tuple[str, str]] = Counter()
        self.passages: Counter[str] = Counter()
        self.languages: Counter[str] = Counter()

    def take(self, log: Path) -> None:
        for line in log.read_bytes().splitlines():
            if line.startswith(b"{"):
                event = orjson.loads(line)
                self.kinds[event["kind"]] += 1
                self._take_seals(event["kind"], event)
                self._take_passages(event)

    def take_shuffles(self, log: Path) -> None:
        """Look for shuffles of piles that hold cards of both owners: that hides whose they are."""
        owners: dict[tuple[str, str], set[str | None]] = {}
        match = MatchLog(log, history="recorded")
        for group, (table, _) in zip(match.groups(), match.tables(), strict=True):
            shuffled = [event for event in group if event["kind"] == "shuffled"]
            for event in shuffled:
                mixed = owners.get((event["zone"], event["side"]), set()) >= {"p1", "p2"}
                self.passages["a shuffle of cards of both owners"] += mixed
            owners = {
                (zone, side): {card.owner for card in cards}
                for side, piles in table.sides.items()
                for zone, cards in piles.items()
            }

    def _take_seals(self, kind: str, value: dict[str, Any], before: str = "") -> None:
        for name, inner in value.items():
            if isinstance(inner, dict):
                self._take_seals(kind, inner, f"{before}{name}.")
            elif isinstance(inner, list):
                self.sealed[kind, f"{before}{name}"] += any(
                    is_sealed(leaf)
                    for item in inner
                    if isinstance(item, dict)
                    for leaf in item.values()
                )
            elif is_sealed(inner):
                self.sealed[kind, f"{before}{name}"] += 1

    def _take_passages(self, event: dict[str, Any]) -> None:
        if event["kind"] == "match_opened":
            self.languages[event["rules"]["language"]] += 1
        if event["kind"] != "transferred":
            return
        origin, target, ordering = event["from"], event["to"], event.get("ordering") or {}
        rank = ordering.get("rank")
        self.passages["a card out of a sealed position"] += "among" in origin
        self.passages["a card into a sealed position"] += "among" in target
        self.passages["a sealed order"] += is_sealed(rank)
        self.passages["an order stated to be public"] += ordering.get("public") is True
        self.passages["an order stated not to be public"] += ordering.get("public") is False
        self.passages["a token entering"] += origin["zone"] == "outside" and event["was"] is None
        self.passages["a card leaving the game"] += target["zone"] == "outside"
        self.passages["a card face down under another"] += (
            "unit" in target and event["facing"] == "down"
        )


@pytest.fixture(scope="module")
def census(tmp_path_factory: pytest.TempPathFactory) -> Census:
    folder = tmp_path_factory.mktemp("census")
    census = Census()
    for seed in range(SEEDS):
        (world,) = play_match(folder, seed, STEPS)
        world.recorder.close()
        census.take(world.recorder.path)
        if seed < SEEDS // 2:
            census.take_shuffles(world.recorder.path)
        world.recorder.path.unlink()
    return census


def test_random_matches_hold_every_kind(census: Census) -> None:
    assert set(MODELS) - set(census.kinds) == set()


def test_random_matches_seal_every_field_that_may_be_sealed(census: Census) -> None:
    sealable = {
        (kind, path)
        for kind, rules in RULES.items()
        for path, rule in rules.items()
        if rule not in (None, corrected)  # the event inside is sealed field by field
    }
    assert not {field for field in sealable if not census.sealed[field]}


def test_random_matches_hold_notes_and_hidden_causes_of_many_kinds(census: Census) -> None:
    for path in (path for path, rule in COMMON.items() if rule):
        assert sum(census.sealed[kind, path] > 0 for kind in MODELS) > 5, path


def test_random_matches_hold_every_hidden_passage(census: Census) -> None:
    rare = {what: count for what, count in census.passages.items() if count < 10}
    assert not rare
    assert len(census.passages) == 9


def test_random_matches_are_played_under_both_readings(census: Census) -> None:
    assert set(census.languages) == {"ja", "en"}
