"""The rules of chapter 3 over whole matches: lawful ones, and those of another engine."""

from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest

from dcg_events.audit.auditing import audit
from dcg_events.audit.finding import Finding
from dcg_events.importers.aegis.importing import import_aegis
from dcg_events.vocabulary.people import VIEWERS
from tests.audit.chapter_3 import RULES
from tests.importers.corpus import CORPUS, MATCHES
from tests.lawful.game import play_lawful

EXPLAINED: Final = {
    # the engine returns the rest of a reveal itself and does not say who ordered it
    "aegis-008-bt13": [("order-chooser-missing", 247, "incomplete")],
    # cards of one player in the security stack and in the hand of the other
    "aegis-014-bt19": [("owners-place", 101, "breach"), ("owners-place", 210, "breach")],
    # the source is inferred: another copy of the card lies in the breeding area
    "aegis-017-bt22": [("breeding-effect", 249, "doubt")],
    # three cards put under a card, and the engine does not report their order as such
    "aegis-028-ex10": [("stacking-order-missing", 382, "incomplete")],
    # the engine does not say that these effects name the breeding area
    "aegis-032-rb1": [
        ("breeding-effect", 49, "doubt"),
        ("breeding-affected", 89, "doubt"),
        ("breeding-affected", 144, "doubt"),
    ],
}
"""All that is found in the corpus, each explained."""


def both_readings(path: Path) -> Iterator[Finding]:
    for language in ("ja", "en"):
        for viewer in VIEWERS:
            yield from audit(path, viewer, language=language, rules=RULES).findings


@pytest.mark.parametrize("seed", range(101, 107))
@pytest.mark.parametrize("knows_all", [True, False])
def test_nothing_is_found_in_lawful_matches(tmp_path: Path, seed: int, *, knows_all: bool) -> None:
    path = play_lawful(tmp_path / "match.dcglog", seed, knows_all=knows_all)
    assert list(both_readings(path)) == []


@pytest.mark.parametrize("name", MATCHES)
def test_what_is_found_in_matches_of_another_engine_is_explained(tmp_path: Path, name: str) -> None:
    path = tmp_path / "match.dcglog"
    import_aegis(CORPUS / f"{name}.jsonl", path)
    found = audit(path, rules=RULES).findings
    assert [(one.rule, one.event, one.severity) for one in found] == EXPLAINED.get(name, [])
