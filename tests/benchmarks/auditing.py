"""Measure an audit: all rules, as a ratio to a plain verified fold of the same logs.

    python -m tests.benchmarks.auditing [LOG…]

Without logs it imports every recording under `tests/corpus/aegis` (bot matches) to a temporary
folder. Each round takes the fold before and after the audit; the table gives the median ratio over
all rounds and its quartiles.
"""

from dcg_events.audit.rules import RULES
from tests.benchmarks.common import bench, ratio, row
from tests.benchmarks.stages import by_name, reading_stages, using_stages


def main() -> None:
    """Run the benchmark and print its table."""
    with bench(__doc__) as run:
        stages = by_name(reading_stages(run.logs), using_stages(run.logs))
        audit, fold = stages["audit, all rules"].run, stages["verified fold"].run
        found = [ratio(audit, fold) for _ in range(run.rounds)]
        print(f"{len(run.logs)} logs, {len(RULES)} rules, {run.rounds} rounds")
        print(row("audit / verified fold  ", found))


if __name__ == "__main__":
    main()
