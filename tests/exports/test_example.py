"""The example that asks questions in SQL runs over the corpus, and its answers are right."""

import subprocess
import sys
from pathlib import Path

from dcg_events import MatchLog
from tests.exports import naive

EXAMPLE = Path(__file__).parents[2] / "examples" / "analyse.py"


def test_the_questions_are_answered(corpus: list[Path]) -> None:
    done = subprocess.run(  # noqa: S603 - our own example
        [sys.executable, EXAMPLE, *corpus], capture_output=True, check=False, text=True
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("24 matches\n")
    first = won = 0
    for log in corpus:
        (game,) = naive.games(naive.ruled_of(MatchLog(log)))
        told = {event["kind"]: event for event in game}
        first += 1
        won += told["game_ended"]["winner"] == told["first_player_decided"]["player"]
    row = next(line for line in done.stdout.splitlines() if f"│    {first} │" in line)
    assert [part.strip() for part in row.split("│")[1:4]] == [str(first), str(first), str(won)]
    assert done.stdout.count("?\n") == 6
