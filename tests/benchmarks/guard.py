"""Print the least ratio of a few stages, in a process whose lines nobody counts.

python -m tests.benchmarks.guard
"""

import gc
import json
import tempfile
from pathlib import Path

from dcg_events.importers.aegis.importing import import_aegis
from tests.benchmarks.common import CORPUS, ratio
from tests.benchmarks.stages import by_name, floor, reading_stages, using_stages, writing_stages

GUARDED = (
    "verified reading, all openings",
    "verified fold",
    "verify",
    "seal",
    "append, many groups at once",
)
ROUNDS = 15


def main() -> None:
    """Measure each stage over four matches of the corpus."""
    with tempfile.TemporaryDirectory() as name:
        folder, logs = Path(name), []
        for source in sorted(CORPUS.glob("*.jsonl"))[:4]:
            logs.append(folder / f"{source.stem}.dcglog")
            import_aegis(source, logs[-1])
        yard = floor(logs)
        stages = by_name(reading_stages(logs), using_stages(logs), writing_stages(logs, folder))
        gc.collect()
        gc.freeze()  # what is held here is not what the stages cost
        least = {of: min(ratio(stages[of].run, yard) for _ in range(ROUNDS)) for of in GUARDED}
    print(json.dumps(least))


if __name__ == "__main__":
    main()
