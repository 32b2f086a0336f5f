"""Plant one fault in a recording of a match and see whether that one is reported, and no other.

Run by itself it measures: python -m tests.reconciling.faults 25
"""

import sys
import tempfile
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

from dcg_events.errors import DcgEventsError, EventError, ImpossibleEventError
from dcg_events.importers.aegis.importing import import_aegis
from dcg_events.reconciling.reconciling import reconcile
from tests.importers.corpus import CORPUS, MATCHES
from tests.lawful.game import play_lawful
from tests.reconciling.pairs import CannotBeToldError, Retelling, groups_as, scribble
from tests.reconciling.plants import PLANTS, Planted

TRIES = 20


@dataclass
class Outcome:
    """What became of a fault: whether it alone was reported, and at its place."""

    fault: str
    match: str
    exact: bool
    told: str


def plant(match: Path, fault: str, dice: Random, out: Path) -> tuple[Planted, Retelling] | None:
    """Record a match with a fault in it, if it can be told so at all."""
    viewer = dice.choice(("spectator", "spectator", "p2"))
    timed = fault in ("late", "clock_changed")
    for attempt in range(TRIES):
        retelling = Retelling(out.with_suffix(f".{attempt}"))
        try:
            planted = PLANTS[fault](groups_as(match, viewer), dice)
            groups = planted.groups
            if not timed and dice.random() < 0.6:
                groups = scribble(groups, dice, planted.kinds)
            retelling.record(groups)
        except (CannotBeToldError, EventError, ImpossibleEventError):
            continue  # without that event, or with it twice, the rest cannot have happened
        return planted, retelling
    return None


def outcome(match: Path, fault: str, dice: Random, out: Path) -> Outcome | None:
    """Plant a fault and reconcile; None if this match has no place for it."""
    made = plant(match, fault, dice, out)
    if made is None:
        return None
    planted, retelling = made
    try:
        report, _ = reconcile(match, retelling.path)
    except DcgEventsError as error:
        return Outcome(fault, match.stem, exact=False, told=str(error))
    found = report["divergences"]
    exact = len(found) == 1 and _is_it(found[0], planted, retelling)
    return Outcome(fault, match.stem, exact, _say(found, planted))


def _is_it(found: Any, planted: Planted, retelling: Retelling) -> bool:
    if found["nature"] not in planted.natures:
        return False
    if found["a"] is not None:
        return found["a"]["seq"] in planted.places
    return found["b"]["seq"] in {retelling.seqs.get(seq) for seq in planted.places}


def _say(found: list[Any], planted: Planted) -> str:
    said = [
        (one["nature"], one["fields"], *((one[s] and one[s]["seq"]) for s in ("a", "b")))
        for one in found[:4]
    ]
    return f"{len(found)} told: {said}; planted {planted.natures} at {sorted(planted.places)[:8]}"


def matches(folder: Path, count: int) -> Iterator[Path]:
    """Yield lawful matches, some of them as their referee knows them, and matches of the corpus."""
    for seed in range(count):
        yield play_lawful(folder / f"{seed}.dcglog", seed, turns=5, knows_all=seed % 3 != 2)
    for name in MATCHES[: count // 4]:
        log = folder / f"{name}.dcglog"
        import_aegis(CORPUS / f"{name}.jsonl", log)
        yield log


def outcomes(folder: Path, count: int) -> Iterator[Outcome]:
    for match in matches(folder, count):
        for fault in PLANTS:
            dice = Random(f"{match.stem}/{fault}")  # noqa: S311 - the same faults twice
            done = outcome(match, fault, dice, folder / f"{match.stem}-{fault}")
            if done is not None:
                yield done


def main(count: int) -> None:
    exact: Counter[str] = Counter()
    planted: Counter[str] = Counter()
    with tempfile.TemporaryDirectory() as folder:
        for one in outcomes(Path(folder), count):
            planted[one.fault] += 1
            exact[one.fault] += one.exact
            if not one.exact:
                print(one.match, one.fault, one.told)
    for fault in PLANTS:
        print(f"{fault:22} {exact[fault]:4} of {planted[fault]:4}")
    print(f"{'all':22} {exact.total():4} of {planted.total():4}")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 12)
