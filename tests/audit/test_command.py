"""The command `dcg-events audit`: for people and machines, in both languages, whoever reads."""

import json
import re
from pathlib import Path
from typing import Any

import pytest

from dcg_events import MatchLog, redact
from dcg_events.audit.rules import RULES
from tests.audit.printed_audits import BY_EFFECT, ONLY, ROOT, valid
from tests.property.drive import play_match
from tests.rules.scene import Scene, at
from tests.typing_commands import Typed
from tests.visibility.seats import Seats
from tests.visibility.secret_match import OUTSIDERS, SECRET, SecretMatch

EXAMPLE = ROOT / "examples" / "aegis-014-bt19.dcglog"


def test_it_prints_for_people_in_english(typed: Typed, breach: Path) -> None:
    printed = typed("audit", breach, *ONLY)
    assert (printed.code, printed.err) == (1, "")
    assert printed.out.splitlines() == [
        f"{breach}: 1 finding in 3 events, read as judge (CR 4.0, Japanese reading)",
        "  game 1, turn 0, event 2: breach, CR 4.0 §3-1-3-8 [owners-place]",
        "    a card of p1 was put into the trash of p2",
        "    asked: a card goes to its owner's place unless a rule or effect names another",
    ]


def test_it_prints_for_people_in_japanese(typed: Typed, breach: Path) -> None:
    code, out, _ = typed("audit", breach, *ONLY, "--lang", "ja")
    assert code == 1
    assert out.splitlines() == [
        f"{breach}: 3件のイベントで指摘1件(judgeとして閲覧、総合ルール4.0、日本語版の読み方)",
        "  ゲーム1、ターン0、イベント2: ルール違反, 総合ルール4.0 §3-1-3-8 [owners-place]",
        "    p1のカードがp2のトラッシュに置かれた",
        "    ルール: 指定がなければ、カードは持ち主の場所に置く",
    ]


@pytest.mark.parametrize("evidence", ["authoritative", "one_client", "inferred"])
@pytest.mark.parametrize("language", ["en", "ja"])
def test_it_says_where_the_record_is_from(
    typed: Typed, tmp_path: Path, evidence: str, language: str
) -> None:
    scene = Seats(tmp_path, recorder_notes=True)
    note: dict[str, Any] = {"recorder": {"evidence": evidence}}
    scene.deal(["BT1-010"])
    scene.take("trash", "deck", at("trash", "p2", 0), **BY_EFFECT, **note)
    scene.recorder.close()
    said = {
        "en": {"authoritative": "authoritative", "one_client": "one client's"},
        "ja": {"authoritative": "正式", "one_client": "片方のクライアント"},
    }[language].get(evidence, "inferred" if language == "en" else "推定")
    code, out, err = typed("audit", scene.path, *ONLY, "--lang", language)
    assert (code, err) == (1, "")
    assert out.splitlines()[-1].endswith(f": {said}")
    as_player = typed("audit", scene.path, *ONLY, "--lang", language, "--as", "p1").out
    assert said not in as_player
    assert valid(typed("audit", scene.path, *ONLY, "--json").out)["findings"][0]["authority"] == (
        evidence
    )


def test_a_clean_log_and_one_with_findings(typed: Typed, clean: Path, breach: Path) -> None:
    code, out, err = typed("audit", clean, *ONLY)
    assert (code, err) == (0, "")
    assert out == f"{clean}: no findings in 2 events, read as judge (CR 4.0, Japanese reading)\n"
    assert "指摘なし" in typed("audit", clean, *ONLY, "--lang", "ja").out
    assert typed("audit", breach, *ONLY).code == 1


def test_it_prints_for_machines(typed: Typed, breach: Path) -> None:
    code, out, err = typed("audit", breach, "--json", *ONLY)
    told = valid(out)
    (finding,) = told["findings"]
    assert (code, err, told["path"], told["events"]) == (1, "", str(breach), 3)
    assert told["head"] == MatchLog(breach).state()["head"]
    assert (finding["rule"], finding["clause"], finding["edition"]) == (
        "owners-place",
        "3-1-3-8",
        "4.0",
    )
    assert finding["details"] == {"owner": "p1", "side": "p2", "zone": "trash"}
    japanese = valid(typed("audit", breach, "--json", "--lang", "ja", *ONLY).out)["findings"][0]
    assert japanese["happened"] == "p1のカードがp2のトラッシュに置かれた"
    words = ("happened", "asks")
    assert {k: v for k, v in japanese.items() if k not in words} == {
        k: v for k, v in finding.items() if k not in words
    }


@pytest.mark.parametrize("viewer", ["judge", *OUTSIDERS])
def test_real_audits_follow_the_schema(typed: Typed, viewer: str, tmp_path: Path) -> None:
    play_match(tmp_path, 3, 60)
    logs = [*sorted((ROOT / "examples").glob("*.dcglog")), *tmp_path.glob("*.dcglog")]
    _, out, _ = typed("audit", *logs, "--as", viewer, "--json")
    told = [valid(line) for line in out.splitlines()]
    assert [one["path"] for one in told] == list(map(str, logs))
    assert {one["viewer"] for one in told} == {viewer}
    assert sum(len(one["findings"]) for one in told) > 2


def test_rules_are_chosen_by_id_clause_and_heading(typed: Typed, scene: Scene) -> None:
    scene.deal(["BT1-010", "BT1-011"])
    scene.take("trash", "deck", at("trash", "p2", 0), cause={"kind": "rule"})
    scene.take("trash", "deck", at("trash", "p2", 0), **BY_EFFECT)

    def rules(*chosen: str, code: int = 1) -> set[str]:
        names = [part for name in chosen for part in ("--rule", name)]
        printed = typed("audit", scene.path, "--json", *names)
        assert printed.code == code
        return {finding["rule"] for finding in valid(printed.out)["findings"]}

    assert rules("owners-place") == {"owners-place"}
    assert rules("owners-place-by-rule") == {"owners-place-by-rule"}
    both = {"owners-place", "owners-place-by-rule"}
    assert rules("owners-place", "owners-place-by-rule") == both
    assert rules("3-1-3-8") == both
    assert rules("3-1") >= both
    assert rules("owners-token", code=0) == set()
    below = {rule.id for rule in RULES if rule.clause.startswith(("3-1-", "3-10-"))}
    assert rules("3-1") <= below
    assert rules() >= both


@pytest.mark.parametrize("name", ["bogus", "3-1-3-99", "3-", "", "3-1-3-8-"])
def test_an_unknown_rule_is_a_usage_error(typed: Typed, breach: Path, name: str) -> None:
    code, out, err = typed("audit", breach, "--rule", name)
    assert (code, out) == (2, "")
    assert err.startswith(f"dcg-events: --rule {name}: there is no such rule or clause; use one of")
    assert "owners-place" in err


def test_the_practice_of_a_place_can_be_said(typed: Typed, tmp_path: Path) -> None:
    scene = Scene(tmp_path)
    scene.deal([f"BT1-{number:03}" for number in range(10, 50)])
    scene.recorder.close()
    sized = ["--rule", "1-4-1-2"]
    usual = typed("audit", scene.path, *sized)
    assert usual.code == 1
    assert "deck-size" in usual.out
    theirs = ["--practice", "deck=40", "--practice", "security_last=no"]
    ours = typed("audit", scene.path, *sized, *theirs)
    assert "p1" not in ours.out
    assert ours.out.count("deck-size") == usual.out.count("deck-size") - 1  # p2's deck is empty


@pytest.mark.parametrize("setting", ["decks=40", "deck=many", "deck=", "security_last=0"])
def test_an_unknown_practice_is_a_usage_error(typed: Typed, breach: Path, setting: str) -> None:
    code, out, err = typed("audit", breach, "--practice", setting)
    assert (code, out) == (2, "")
    assert err.startswith(f"dcg-events: {setting}: ")


def test_either_reading_can_be_followed(typed: Typed, scene: Scene) -> None:
    scene.deal(["BT1-010"])
    scene.take("trash", "deck", at("trash", "p2", 0), cause={"kind": "rule"})
    for options, count in (((), 1), (("--reading", "ja"), 1), (("--reading", "en"), 0)):
        printed = typed("audit", scene.path, "--rule", "3-1-3-8", *options)
        assert printed.code == count
        reading = "English" if "en" in options else "Japanese"
        assert f"{reading} reading" in printed.out
        assert ("only in this reading" in printed.out) is bool(count)
    code, _, err = typed("audit", scene.path, "--reading", "fr")
    assert code == 2
    assert "fr" in err


@pytest.mark.parametrize("viewer", OUTSIDERS)
@pytest.mark.parametrize("seed", [0, 5])
def test_a_copy_and_the_full_log_read_alike(
    typed: Typed, viewer: Any, seed: int, tmp_path: Path
) -> None:
    play_match(tmp_path, seed, 120)
    logs = [EXAMPLE, next(tmp_path.glob("*.dcglog"))]
    found = 0
    for number, log in enumerate(logs):
        copy = tmp_path / f"{number}.copy"
        redact(log, viewer, copy)
        for options in ((), ("--json",), ("--lang", "ja")):
            full = typed("audit", log, "--as", viewer, *options)
            own = typed("audit", copy, "--as", viewer, *options)
            assert own.out.replace(str(copy), str(log)) == full.out
            assert (own.code, own.err) == (full.code, full.err)
            found += full.code
        numbers = {
            number
            for event in MatchLog(log).events()
            for number in re.findall(r'[A-Z0-9]+-\d{2,3}|"TOKEN[^"]*', json.dumps(event))
        }
        assert len(numbers) > 5
        told = [*json.loads(typed("audit", log, "--json").out)["findings"]]
        told += json.loads(typed("audit", copy, "--as", viewer, "--json").out)["findings"]
        for finding in told:  # no finding names a card at all, even to the judge
            words = json.dumps([finding["happened"], finding["asks"], finding["details"]])
            assert not [number for number in numbers if number in words]
    assert found


@pytest.mark.parametrize("viewer", OUTSIDERS)
def test_a_finding_tells_its_reader_no_secret(typed: Typed, viewer: str, tmp_path: Path) -> None:
    match = SecretMatch(tmp_path / "secret.dcglog")
    for options in ((), ("--json",), ("--lang", "ja"), ("--reading", "en")):
        code, out, err = typed("audit", match.path, "--as", viewer, *options)
        assert code == 1
        assert not SECRET.findall((out + err).encode())


def test_a_copy_cannot_be_audited_as_another(typed: Typed, breach: Path, tmp_path: Path) -> None:
    redact(EXAMPLE, "p1", tmp_path / "p1.copy")
    for viewer in ("p2", "judge"):
        code, out, err = typed("audit", tmp_path / "p1.copy", "--as", viewer)
        assert (code, out) == (2, "")
        assert "it is the copy of p1" in err
    assert typed("audit", breach, "--as", "nobody").code == 2
