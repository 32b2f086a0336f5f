"""Damage logs at random and count what becomes of them.

    python -m tests.corruption.matrix [LOG…] [--each N] [--seed S]

Without logs it takes every recording under `tests/corpus/aegis` (bot matches). Each log, and the
copy of p1 made of it, is damaged N times in each of ten ways; `verify` then gets the damaged file
without a head, and with the head that a seal, or the judge, gives. The figures of other programs
are those of `PEERS`.
"""

import argparse
import sys
import tempfile
from collections import Counter
from collections.abc import Iterable, Sequence
from pathlib import Path
from random import Random
from typing import Final

from dcg_events import redact
from dcg_events.importers.aegis.importing import import_aegis
from tests.corruption.damaging import KINDS
from tests.corruption.outcomes import Original, Outcome, damaged, outcome
from tests.log.small import salts

CORPUS = Path(__file__).parents[1] / "corpus" / "aegis"
COLUMNS: Final[tuple[Outcome, ...]] = ("reported", "same", "prefix", "different")

Counts = dict[tuple[str, str, bool], Counter[Outcome]]
"""By level, kind and whether the head was given."""

PEERS: Final = {
    "hslog": (3, 70, "", 28),
    "hsreplay XML": (40, 54, "", 6),
    "python-chess": (48, 32, "", 20),
    "PokerKit PHH": (57, 6, "", 36),
    "mjai libriichi": (20, 55, "", 26),
    "OpenSpiel history + explicit legality check": (80, 0, "", 20),
    "PS input log, default BattleStream": (2, 24, "", 75),
    "PS input log, `strictChoices`": (56, 15, "", 28),
}
"""What other recorders report of 300 such mutations each (225 of the last two), in percent."""


def count(originals: Iterable[Original], each: int, seed: int) -> Counts:
    """Damage originals; return how often what became of them, and say what was not noticed."""
    counts: Counts = {}
    random = Random(seed)  # noqa: S311 - no secret
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "damaged.dcglog")
        for original in originals:
            for level, kinds in KINDS.items():
                for kind, damage in kinds.items():
                    for _ in range(each):
                        path.write_bytes(damaged(original, damage, random))
                        for head in (None, original.head):
                            found = outcome(original, path, head)
                            cell = counts.setdefault((level, kind, head is not None), Counter())
                            cell[found] += 1
    return counts


def table(counts: Counts) -> str:
    """Write the matrix beside the figures of other programs."""
    lines = [
        "| | error reported | same final result | true prefix | **silently different** |",
        "|---|---|---|---|---|",
    ]
    for with_head in (False, True):
        total = _sum(counts, with_head)
        name = "`verify --head`, as a seal gives it" if with_head else "`verify`"
        lines.append(f"| **dcg_events**, {name} ({total.total():,}) | {_cells(total)} |")
    lines += [
        f"| {name} | {told} % | {same} % | {prefix} | {different} % |"
        for name, (told, same, prefix, different) in PEERS.items()
    ]
    lines += ["", "| of these | error reported | same final result | true prefix | different |"]
    lines.append("|---|---|---|---|---|")
    for level, kinds in KINDS.items():
        for kind in kinds:
            for with_head in (False, True):
                cell = counts[level, kind, with_head]
                shown = " | ".join(str(cell[column]) for column in COLUMNS)
                given = " with head" if with_head else ""
                lines.append(f"| {kind}, {level}{given} | {shown} |")
    return "\n".join(lines)


def _sum(counts: Counts, with_head: bool) -> Counter[Outcome]:
    total: Counter[Outcome] = Counter()
    for (_, _, given), cell in counts.items():
        if given == with_head:
            total += cell
    return total


def _cells(total: Counter[Outcome]) -> str:
    shares = (100 * total[column] / total.total() for column in COLUMNS)
    return " | ".join(f"{share:.1f} %" if share % 1 else f"{share:.0f} %" for share in shares)


def originals_in(logs: Sequence[Path], folder: Path) -> list[Original]:
    """Return logs and the copies of p1 that are made of them."""
    found = []
    for log in logs:
        copy = folder / f"{log.stem}.p1.dcglog"
        redact(log, "p1", copy)
        found += [Original.of(log, "judge"), Original.of(copy, "p1")]
    return found


def corpus(folder: Path, names: Sequence[str] = ()) -> list[Path]:
    """Import recordings of the corpus, all or some."""
    logs = []
    for source in sorted(CORPUS.glob("*.jsonl")):
        if not names or source.stem in names:
            logs.append(folder / f"{source.stem}.dcglog")
            import_aegis(source, logs[-1], salt=salts())
    return logs


def main() -> None:
    """Print the matrix; exit code 1 if anything went by unnoticed."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("logs", nargs="*", type=Path)
    parser.add_argument("--each", type=int, default=15)
    parser.add_argument("--seed", type=int, default=0)
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        logs = arguments.logs or corpus(Path(name))
        counts = count(originals_in(logs, Path(name)), arguments.each, arguments.seed)
    print(table(counts))
    sys.exit(any(cell["different"] for cell in counts.values()))


if __name__ == "__main__":
    main()
