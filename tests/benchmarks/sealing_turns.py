"""Measure seals: what sealing a turn costs, and what checking seals adds to `verify`.

    python -m tests.benchmarks.sealing_turns [LOG…]

Without logs it imports every recording under `tests/corpus/aegis` (bot matches) to a temporary
folder. A turn is sealed as a recorder does it, from the head that it knows: the checkpoint, the
signature, and the note added to the file beside the log, which holds a note of every turn before.
Times are by the clock on the wall, so that the file is in them; waiting for the disk stands apart.
"""

import statistics
import time
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

from dcg_events import verify
from dcg_events.seals.checking import check_seals
from dcg_events.seals.checkpoints import Checkpoint
from dcg_events.seals.history import checkpoints
from dcg_events.seals.notefile import add_notes, notes_beside, read_notes_file
from dcg_events.seals.notes import Note, Signature
from dcg_events.seals.signing import new_key, sign
from tests.benchmarks.common import bench, ratio, row

KEYS = [new_key(name) for name in ("p1", "p2", "judge")]


def turn_by_turn(
    logs: Sequence[Path], note_of: Callable[[Checkpoint], Note], *, sync: bool
) -> float:
    """Seal every commit of some logs; return the mean time of one, in milliseconds."""
    spent, count = 0.0, 0
    for log in logs:
        beside = notes_beside(log)
        beside.unlink(missing_ok=True)
        for reached in checkpoints(log):
            note = note_of(reached)  # signed before, where the signature is not measured
            start = time.perf_counter()
            add_notes(beside, [note], sync=sync)
            spent += time.perf_counter() - start
            count += 1
    return 1000 * spent / count


def signing() -> float:
    """Return the time of one signature, in milliseconds."""
    text = Checkpoint("dcg-events/match/0", 1, bytes(32)).text
    start = time.perf_counter()
    for _ in range(200):
        sign(text, KEYS[:1])
    return 5 * (time.perf_counter() - start)


def unsigned(reached: Checkpoint) -> Note:
    """Return a note with three signatures that cost nothing."""
    return Note(reached.text, tuple(Signature(k.name, k.public.key_id, bytes(64)) for k in KEYS))


def milliseconds(name: str, times: Sequence[float]) -> str:
    """Write the median of some times, and their quartiles."""
    low, middle, high = statistics.quantiles(times, n=4)
    return f"  {name:<56} {middle:6.3f} ms  (quartiles {low:.3f} to {high:.3f})"


def main() -> None:
    """Run the benchmark and print its tables."""
    with bench(__doc__) as run:
        turns = sum(1 for log in run.logs for _ in checkpoints(log))
        print(f"{len(run.logs)} full logs, {turns} commits; {run.rounds} rounds")
        for name, sync in (("sealing a turn, without the signatures", False), ("… on disk", True)):
            times = [turn_by_turn(run.logs, unsigned, sync=sync) for _ in range(run.rounds)]
            print(milliseconds(name, times))
        print(milliseconds("one signature", [signing() for _ in range(run.rounds)]))
        for log in run.logs:
            notes_beside(log).unlink()
            add_notes(notes_beside(log), [sign(one.text, KEYS) for one in checkpoints(log)])

        def verifying() -> None:
            for log in run.logs:
                verify(log)

        for name, most in (("the last seal", 1), ("a seal of every commit", None)):
            check = partial(checking, run.logs, most)
            found = [ratio(check, verifying) for _ in range(run.rounds)]
            print(row(f"{name}, three signers, checked / verify".ljust(56), found))


def checking(logs: Sequence[Path], most: int | None) -> None:
    """Check logs against the last notes beside them, or all."""
    trusted = [key.public for key in KEYS]
    for log in logs:
        notes = read_notes_file(notes_beside(log))
        check_seals(log, notes[-most:] if most else notes, trusted)


if __name__ == "__main__":
    main()
