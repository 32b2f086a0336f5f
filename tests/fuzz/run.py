"""Fuzz a reader for a while, and keep what it fails on.

    python -m tests.fuzz.run [TARGET…] [--seconds N] [--seed S] [--coverage]

Inputs are mutations of good files and of the corpus beside this file. An input that breaks the
promise of `targets.py` is kept in the corpus, where the gate replays it from then on. With
`--coverage` inputs are chosen by what they reach, by `atheris`, which has to be installed.
"""

import argparse
import resource
import signal
import sys
import time
import traceback
from hashlib import sha256
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from types import FrameType

from tests.fuzz.mutating import mutated
from tests.fuzz.seeds import CORPUS, seeds
from tests.fuzz.targets import TARGETS

LONGEST = 20
"""Seconds after which an input counts as endless."""

MOST_MEMORY = 2 << 30


class EndlessError(BaseException):
    """An input took too long."""


def _endless(_: int, __: FrameType | None) -> None:
    raise EndlessError


def fuzz(name: str, seconds: float, seed: int) -> tuple[int, int]:
    """Run mutations of the seeds of a target; return how many, and how many failed."""
    random, given = Random(seed), seeds(name)  # noqa: S311 - no secret
    ends, runs, failed = time.monotonic() + seconds, 0, set[str]()
    with TemporaryDirectory() as folder:
        while time.monotonic() < ends:
            data = mutated(random.choice(given), random.choice(given), random)
            runs += 1
            failure = run_one(name, data, Path(folder))
            if failure is not None and failure not in failed:
                failed.add(failure)
                print(f"{name}: {keep(name, data)}\n{failure}", flush=True)
    return runs, len(failed)


def run_one(name: str, data: bytes, folder: Path) -> str | None:
    """Run one input; return where it failed, None if it did not."""
    signal.signal(signal.SIGALRM, _endless)
    signal.alarm(LONGEST)
    try:
        TARGETS[name](data, folder)
    except (Exception, EndlessError) as error:  # noqa: BLE001 - it is what we look for
        frames = traceback.extract_tb(error.__traceback__)
        ours = [frame for frame in frames if "dcg_events" in frame.filename][-3:]
        places = " < ".join(f"{Path(f.filename).name}:{f.lineno}" for f in reversed(ours))
        return f"  {type(error).__name__}: {str(error)[:160]} at {places}"
    finally:
        signal.alarm(0)
    return None


def keep(name: str, data: bytes) -> Path:
    """Keep an input in the corpus."""
    path = CORPUS / name / sha256(data).hexdigest()[:12]
    path.write_bytes(data)
    return path


def fuzz_by_coverage(name: str, seconds: float) -> None:
    """Let `atheris` choose the inputs; it ends the process."""
    import atheris  # type: ignore[import-untyped]  # noqa: PLC0415 - not a dependency of ours

    atheris.instrument_all()
    with TemporaryDirectory() as folder:
        good = Path(folder, "good")
        good.mkdir()
        for number, data in enumerate(seeds(name)):
            Path(good, str(number)).write_bytes(data)

        def one_input(data: bytes) -> None:
            failure = run_one(name, data, Path(folder))
            if failure is not None:
                print(f"{name}: {keep(name, data)}\n{failure}", flush=True)

        options = [sys.argv[0], str(good), f"-max_total_time={seconds:.0f}", "-max_len=60000"]
        atheris.Setup(options, one_input)
        atheris.Fuzz()


def main() -> None:
    """Run the targets that are named, or all, one after another."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("targets", nargs="*", default=list(TARGETS))
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--coverage", action="store_true")
    arguments = parser.parse_args()
    resource.setrlimit(resource.RLIMIT_AS, (MOST_MEMORY, MOST_MEMORY))
    broken = 0
    for name in arguments.targets:
        if arguments.coverage:
            fuzz_by_coverage(name, arguments.seconds)
        runs, failed = fuzz(name, arguments.seconds, arguments.seed)
        broken += failed
        print(f"{name}: {runs:,} inputs, {failed} ways to fail", flush=True)
    sys.exit(broken > 0)


if __name__ == "__main__":
    main()
