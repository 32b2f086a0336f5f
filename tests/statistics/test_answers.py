"""The answers against the plainest count of events, and against each other in other orders."""

import json
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from itertools import permutations
from pathlib import Path
from random import Random
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from dcg_events import MatchLog, Recorder, redact
from dcg_events.cli.schemas import all_schemas
from dcg_events.importers.aegis.importing import import_aegis
from dcg_events.log.part import LogPart
from dcg_events.statistics.answers import Answers, answers
from dcg_events.statistics.estimating import share, spread
from dcg_events.statistics.gathering import MatchTally, gather, tally_log
from tests.exports.naive import as_ruled
from tests.lawful.game import play_lawful

CORPUS = Path(__file__).parents[1] / "corpus" / "aegis"


@pytest.fixture(scope="module")
def logs(tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    """Bot matches of the corpus, and lawful ones with times, redraws and rewinds."""
    folder = tmp_path_factory.mktemp("logs")
    found = []
    for source in sorted(CORPUS.glob("*.jsonl"))[::8]:
        found.append(folder / f"{source.stem}.dcglog")
        import_aegis(source, found[-1])
    return [*found, *(play_lawful(folder / f"{seed}.dcglog", seed) for seed in range(10))]


@pytest.fixture(scope="module")
def answered(logs: list[Path]) -> Answers:
    return gather(map(LogPart, logs)).answers()


def games(log: Path) -> list[list[dict[str, Any]]]:
    """Split what counts of a match into its games."""
    found: list[list[dict[str, Any]]] = []
    for event in as_ruled(list(MatchLog(log).events())):
        if event["kind"] == "game_started":
            found.append([])
        if found:
            found[-1].append(event)
    return found


def kinds(game: list[dict[str, Any]], kind: str) -> list[dict[str, Any]]:
    return [event for event in game if event["kind"] == kind]


def test_sides_turns_redraws_and_checks_are_what_a_plain_count_gives(
    logs: list[Path], answered: Answers
) -> None:
    sides: Counter[tuple[str, bool]] = Counter()
    redraws: Counter[tuple[bool, bool]] = Counter()
    turns: Counter[int] = Counter()
    checks: Counter[str] = Counter()
    for log in logs:
        for game in games(log):
            checks.update(
                event.get("outcome") or "unknown" for event in kinds(game, "security_checked")
            )
            (ended,) = kinds(game, "game_ended")
            first = kinds(game, "first_player_decided")[-1]["player"]
            turns[len({event["turn"] for event in kinds(game, "turn_started")})] += 1
            if ended["winner"] is None:
                continue
            sides["first" if ended["winner"] == first else "second", True] += 1
            for event in kinds(game, "redraw_decided"):
                redraws[event["redraw"], event["player"] == ended["winner"]] += 1
    decided = sides.total()
    for side, wins in answered["by_side"].items():
        won = wins["won"]
        assert (won["count"], won["of"]) == (sides[side, True], decided)
    for what, answer in answered["redraw"].items():
        won, redrawn = answer["all"]["won"], what == "redrawn"
        assert won["count"] == redraws[redrawn, True]
        assert won["of"] == redraws[redrawn, True] + redraws[redrawn, False]
        assert won["of"] > 0
    assert answered["turns"] == spread(turns)
    assert answered["security_checks"]["checks"] == checks.total() > 0
    for outcome, count in checks.items():
        assert answered["security_checks"]["outcomes"][outcome]["count"] == count


def test_a_cards_games_are_those_of_the_players_who_had_it(
    logs: list[Path], answered: Answers
) -> None:
    had: Counter[str] = Counter()
    drawn: Counter[str] = Counter()
    for log in logs:
        for game in games(log):
            start = game[0]
            for player in ("p1", "p2"):
                deck = set(start[player]["deck"] or []) | set(start[player]["egg_deck"] or [])
                had.update(deck)
                drawn.update(
                    deck
                    & {
                        event["number"]
                        for event in kinds(game, "transferred")
                        if event["manner"] == "draw" and event["owner"] == player
                    }
                )
    found = {card["number"]: card for card in answered["cards"]}
    assert {number: card["in_deck"]["games"] for number, card in found.items()} == had
    for number, card in found.items():
        if card["drawn"]["of"] == had[number]:
            assert card["drawn"]["count"] == drawn[number]
    assert sum(card["drawn"]["of"] == had[number] for number, card in found.items()) > 100


def test_thinking_time_adds_up(answered: Answers) -> None:
    assert answered["times"]
    for time in answered["times"]:
        of_kinds = time["by_decision"].values()
        assert time["all"]["count"] == sum(one["count"] for one in of_kinds) == time["slow"]["of"]
        assert time["all"]["total"] == sum(one["total"] for one in of_kinds)


def test_tallies_add_up_to_the_same_in_any_order(logs: list[Path], answered: Answers) -> None:
    tallies = [tally_log(LogPart(log)).counts for log in logs]
    for seed in range(3):
        Random(seed).shuffle(tallies)  # noqa: S311 - for a test
        halves = tallies[:7], tallies[7:]
        parts = [sum(half, Counter()) for half in halves]
        for order in permutations(parts):
            assert answers(sum(order, Counter()), "judge") == answered
    with ThreadPoolExecutor(3) as executor:
        assert gather(map(LogPart, reversed(logs)), executor=executor).answers() == answered


def test_the_answers_follow_their_schema(answered: Answers) -> None:

    schema = json.loads(all_schemas()["stats.schema.json"])
    Draft202012Validator.check_schema(schema)
    validator = Draft202012Validator(schema)
    assert not list(validator.iter_errors({**answered, "repeated": 0, "rejected": []}))
    assert list(validator.iter_errors({**answered, "repeated": 0, "rejected": [{}]}))


def test_a_match_counts_once_and_one_that_went_on_is_told(tmp_path: Path) -> None:
    log = play_lawful(tmp_path / "full.dcglog", 3)
    copy, longer = tmp_path / "copy.dcglog", tmp_path / "longer.dcglog"
    redact(log, "spectator", copy)
    longer.write_bytes(log.read_bytes())
    with Recorder.open(longer) as recorder:
        recorder.append({"kind": "noted", "text": "late"})
    gathered = gather(map(LogPart, (log, copy, log, longer)), "spectator")
    assert (gathered.matches, gathered.repeated) == (1, 2)
    (rejected,) = gathered.rejected
    assert rejected.log.path == longer
    assert "another head" in str(rejected.error)
    assert gathered.answers() == gather([LogPart(log)], "spectator").answers()


def test_a_damaged_log_is_left_out_with_the_reason_and_the_rest_is_counted(tmp_path: Path) -> None:
    logs = [play_lawful(tmp_path / f"{seed}.dcglog", seed) for seed in range(3)]
    data = bytearray(logs[1].read_bytes())
    data[len(data) // 2] ^= 1
    logs[1].write_bytes(data)
    gathered = gather(map(LogPart, logs))
    assert gathered.matches == 2
    assert [one.log.path for one in gathered.rejected] == [logs[1]]
    assert gathered.answers() == gather(map(LogPart, (logs[0], logs[2]))).answers()


def test_what_a_viewer_cannot_know_is_not_counted(tmp_path: Path) -> None:
    log = play_lawful(tmp_path / "full.dcglog", 3)
    judge = tally_log(LogPart(log)).counts
    spectator = tally_log(LogPart(log), "spectator").counts
    assert {key for key in judge if key[0] == "card"}
    assert not {key for key in spectator if key[:1] == ("card",) and key[2] == "in deck"}
    assert {key: spectator[key] for key in judge if key[0] in ("turns", "side")} == {
        key: count for key, count in judge.items() if key[0] in ("turns", "side")
    }
    assert isinstance(tally_log(LogPart(log)), MatchTally)


@pytest.mark.parametrize("of", [1, 2, 3, 10, 57, 1000])
def test_an_interval_holds_its_share_and_shrinks(of: int) -> None:
    for count in {0, 1, of // 2, of}:
        one, many = share(count, of), share(count * 100, of * 100)
        low, middle, high = (float(one[end] or 0) for end in ("low", "share", "high"))
        assert 0 <= low <= middle <= high <= 1
        assert high > 0
        assert float(many["high"] or 0) - float(many["low"] or 0) < high - low


def test_a_spread_is_that_of_the_values_themselves() -> None:
    values = [(17 * number) % 41 for number in range(101)]
    found = spread(Counter(values))
    ordered = sorted(values)
    assert found["total"] == sum(values)
    assert (found["least"], found["median"], found["most"]) == (
        ordered[0],
        ordered[50],
        ordered[-1],
    )
    assert (found["quarter"], found["nine_tenths"]) == (ordered[25], ordered[90])
    assert spread({})["median"] is None
