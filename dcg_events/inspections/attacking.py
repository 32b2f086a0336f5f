"""Attack the redaction of many logs."""

from collections.abc import Iterable, Iterator
from concurrent.futures import Executor
from dataclasses import dataclass
from functools import partial
from typing import Final

from dcg_events.batches.mapping import WINDOW, Outcome, Source, map_logs
from dcg_events.leaks.attack import ATTACKED, Attack, attack
from dcg_events.log.part import LogPart
from dcg_events.vocabulary.people import Viewer


@dataclass(frozen=True, slots=True)
class AttackOptions:
    """How the redaction of logs is attacked.

    Attributes:
        viewers: Whose copies to attack.
        worlds: How many other worlds to compare with.
        seed: The same seed gives the same worlds, whoever works.
    """

    viewers: tuple[Viewer, ...] = ATTACKED
    worlds: int = 1
    seed: int = 0


PLAIN: Final = AttackOptions()


def attack_logs(
    logs: Iterable[Source],
    options: AttackOptions = PLAIN,
    *,
    executor: Executor | None = None,
    window: int = WINDOW,
) -> Iterator[Outcome[tuple[Attack, ...]]]:
    """Yield what attacks on the copies of each log find, in the order of the logs.

    Args:
        logs: Full logs, taken one by one; see `logs_in`.
        options: How they are attacked.
        executor: Who works; see `map_logs`.
        window: How many logs are under way at most.
    """
    return map_logs(partial(attack_log, options=options), logs, executor, window=window)


def attack_log(log: LogPart, options: AttackOptions = PLAIN) -> tuple[Attack, ...]:
    """Attack the copies of one log, one for each viewer; see `attack`."""
    worlds, seed = options.worlds, options.seed
    return tuple(attack(log, viewer, worlds=worlds, seed=seed) for viewer in options.viewers)
