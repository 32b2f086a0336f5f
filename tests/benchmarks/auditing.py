"""Measure an audit: all rules, as a ratio to a plain verified fold of the same logs.

    python -m tests.benchmarks.auditing [LOG…]

Without logs it imports every recording under `tests/corpus/aegis` (bot matches) to a temporary
folder. Each round takes the fold before and after the audit; the table gives the median ratio over
all rounds and its quartiles.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from dcg_events.audit.auditing import audit
from dcg_events.audit.rules import RULES
from dcg_events.log.reading import LogReader
from dcg_events.log.store import read_groups
from dcg_events.projections.rewinding import FOLDED, fold
from tests.benchmarks.common import bench, ratio, row


def fold_log(log: Path) -> None:
    """Read a log, verify it and fold it into the table after its last event."""

    def again() -> Iterator[list[dict[str, Any]]]:
        return read_groups(log, fields=FOLDED)

    with log.open("rb") as file:
        fold(LogReader(file, log.name, fields=FOLDED).writes(), again)


def main() -> None:
    """Run the benchmark and print its table."""
    with bench(__doc__) as run:

        def audit_all() -> None:
            for log in run.logs:
                audit(log)

        def fold_all() -> None:
            for log in run.logs:
                fold_log(log)

        found = [ratio(audit_all, fold_all) for _ in range(run.rounds)]
        print(f"{len(run.logs)} logs, {len(RULES)} rules, {run.rounds} rounds")
        print(row("audit / verified fold  ", found))


if __name__ == "__main__":
    main()
