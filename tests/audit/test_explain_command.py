"""The command `dcg-events explain`, in words of both languages and as JSON."""

import json
import re
from functools import cache
from pathlib import Path
from typing import Any, get_args

import pytest
from jsonschema import Draft202012Validator

from dcg_events import MatchLog, redact
from dcg_events.audit.explaining import shape
from dcg_events.audit.explaining.tracing import ancestry
from dcg_events.cli.words import terms
from dcg_events.events.catalogue import MODELS
from dcg_events.log.store import read_groups
from dcg_events.vocabulary.manners import Manner
from dcg_events.vocabulary.places import Zone
from dcg_events.vocabulary.zone_names import ZONE_NAMES
from tests.property.drive import play_match
from tests.rules.scene import SEEING, Scene, at, move
from tests.typing_commands import Typed

ROOT = Path(__file__).parents[2]
EXAMPLES = sorted((ROOT / "examples").glob("*.dcglog"))
SCHEMA = json.loads((ROOT / "schemas" / "explanation.schema.json").read_bytes())


@cache
def validator() -> Draft202012Validator:
    Draft202012Validator.check_schema(SCHEMA)
    return Draft202012Validator(SCHEMA)


def valid(line: str) -> Any:
    value = json.loads(line)
    validator().validate(value)
    kind = "CardExplanation" if value["about"] == "card" else "EventExplanation"
    Draft202012Validator({"$ref": f"#/$defs/{kind}", "$defs": SCHEMA["$defs"]}).validate(value)
    assert value.keys() == SCHEMA["$defs"][kind]["properties"].keys()
    return value


@pytest.fixture
def played(scene: Scene) -> Path:
    """Return a log in which p1's second card is played at event 4, a breach is event 5."""
    scene.deal(["BT1-010", "BT1-011", "BT1-012"])
    for _ in range(2):
        scene.take("draw", "deck", at("hand"))
    scene.record(move("play", at("hand"), at("battle"), was="3", by="p1"))
    cause = {"kind": "effect", "player": "p1", "source": "4"}
    scene.take("trash", "deck", at("trash", "p2", 0), cause=cause)
    return scene.path


def test_the_life_of_a_card_in_english(typed: Typed, played: Path) -> None:
    code, out, err = typed("explain", played, "--card", "4")
    assert (code, err) == (0, "")
    lines = [line.strip() for line in out.splitlines()]
    ending = "face up; could look: everybody"
    assert lines[:13] == [
        "card 4: BT1-011 (known since event 1), owner Aiko, read as judge",
        "begins at event 1: it was placed with the decks of the game",
        "1.1  events 1 to 3: placed with the decks",
        "from event 1: the deck of Aiko, from place 2 to place 1, face down; could look: nobody",
        lines[4],
        "3  events 3 to 4: drawn",
        "from event 3: the hand of Aiko, face down; could look: p1",
        "3: Aiko draws BT1-011 from the top of the deck [named, placed]",
        "4  from event 4 on: played",
        f"from event 4: the battle area of Aiko, unit 4, 1st from the top, {ending}",
        "4: Aiko plays BT1-011 from the hand to the battle area (unit 4) [named, placed]",
        lines[11],
        "it lies there at the end of the log",
    ]
    assert lines[4].startswith("1: ")
    assert lines[4].endswith(" [placed]")
    assert lines[11].startswith("5: Aiko's BT1-012 is trashed")
    assert lines[11].endswith("(effect of Aiko) [effect, named]")
    assert "findings:" in lines
    assert lines.count("game 1, turn 0, event 5: breach, CR 4.0 §3-1-3-8 [owners-place]") == 1


def test_the_life_of_a_card_in_japanese(typed: Typed, played: Path) -> None:
    code, out, _ = typed("explain", played, "--card", "4", "--as", "p2", "--lang", "ja")
    assert code == 0
    mixed = "手札の中で、他のカードと見分けられない"
    assert out.splitlines()[:6] == [
        "カード4: BT1-011(イベント4から判明)、持ち主Aiko、p2として閲覧",
        f"  始まり イベント4: {mixed}。この閲覧者はこれより前を追えない",
        "  4  イベント4から: 登場",
        "      イベント4から: Aikoのバトルエリア、ユニット4、上から1枚目、表向き、見られる人: 全員",
        "      4: カードの移動(登場、Aikoの手札→Aikoのバトルエリア) [配置]",
        "      5: カードの移動(破棄、Aikoのデッキ→Benのトラッシュ) [効果, 指定]",
    ]
    assert "p1のカードがp2のトラッシュに置かれた" in out


@pytest.mark.parametrize("language", ["en", "ja"])
def test_an_event_in_words(typed: Typed, played: Path, language: str) -> None:
    code, out, _ = typed("explain", played, "--seq", "5", "--as", "p2", "--lang", language)
    assert code == 0
    expected = {
        "en": [
            "event 5, game 1, turn 0, read as p2",
            " > 5: Aiko's BT1-012 is trashed",
            "    p1.deck: 1 → 0",
            "    was: the judge alone, not this reader",
            "    5: BT1-012",
            "      1.2  events 1 to 5: the deck of Aiko (placed with the decks)",
            "breach",
        ],
        "ja": [
            "イベント5、ゲーム1、ターン0、p2として閲覧",
            " > 5: カードの移動(破棄、Aikoのデッキ→Benのトラッシュ)",
            "    p1.deck: 1 → 0",
            "    was: ジャッジのみ、この閲覧者は含まれない",
            "    5: BT1-012",
            "      1.2  イベント1から5まで: Aikoのデッキ (デッキとして配置)",
            "ルール違反",
        ],
    }[language]
    for line in expected:
        assert line in out


@pytest.mark.parametrize("viewer", SEEING)
@pytest.mark.parametrize("seed", [None, 2])
def test_what_is_printed_for_machines_follows_the_schema(
    typed: Typed, viewer: Any, seed: int | None, tmp_path: Path
) -> None:
    log = EXAMPLES[0]
    if seed is not None:
        play_match(tmp_path, seed, 60)
        log = next(tmp_path.glob("*.dcglog"))
    redact(log, viewer, tmp_path / "copy.dcglog")
    names = sorted(ancestry(viewer, lambda: read_groups(log, viewer)).names)
    last = sum(1 for _ in MatchLog(log).events())
    asked: list[tuple[str, object]] = [("--card", name) for name in names[:: len(names) // 6]]
    asked += [("--seq", seq) for seq in range(0, last, last // 6)]
    for question in asked:
        code, out, _ = typed("explain", log, *question, "--as", viewer, "--json")
        assert code == 0
        valid(out)
        copy = tmp_path / "copy.dcglog"
        assert typed("explain", copy, *question, "--as", viewer, "--json").out == out
        for language in ("en", "ja"):
            words = [*question, "--as", viewer, "--lang", language]
            assert typed("explain", copy, *words) == typed("explain", log, *words)


def test_what_makes_no_sense_is_a_usage_error(typed: Typed, played: Path) -> None:
    one = "dcg-events: explain: it explains one card or one event; give --card or --seq\n"
    assert typed("explain", played) == (2, "", one)
    assert typed("explain", played, "--card", "4", "--seq", "4") == (2, "", one)
    for question in (("--card", "99"), ("--card", "x"), ("--seq", "99"), ("--seq", "-1")):
        code, out, err = typed("explain", played, *question)
        assert (code, out) == (2, "")
        assert err
    assert typed("explain", "nowhere.dcglog", "--seq", "1").code == 2
    damaged = played.with_name("damaged.dcglog")
    damaged.write_bytes(played.read_bytes().replace(b'"commit"', b'"comit"', 1))
    assert typed("explain", damaged, "--seq", "1").code == 3


def test_standard_input_and_a_delay(typed: Typed, played: Path) -> None:
    content = played.read_bytes()
    by_name = typed("explain", played, "--card", "4")
    assert typed("explain", "-", "--card", "4", given=content) == by_name
    assert typed("explain", played, "--card", "4", "--delay", "events:2").code == 2
    assert typed("explain", played, "--card", "3", "--delay", "events:2").code == 0


@pytest.mark.parametrize("language", ["en", "ja"])
def test_everything_has_its_word(language: Any) -> None:
    others = {"shuffled", "reordered", "registered", "corrected", "renamed", "rewound"}
    manners = {*get_args(Manner), *others}
    assert terms.MANNERS[language].keys() == manners
    assert ZONE_NAMES[language].keys() == set(get_args(Zone))
    assert terms.HOWS[language].keys() == {*get_args(shape.How), "caused", "cause"}
    assert terms.CUTS[language].keys() == {*get_args(shape.Why), "among", "copies"}
    assert terms.KINDS_JA.keys() == MODELS.keys()
    for words in (terms.MANNERS, ZONE_NAMES, terms.HOWS, terms.CUTS, terms.CAUSES):
        for word in words["ja"].values():
            assert re.search(r"[぀-ヿ一-鿿]", word), word
