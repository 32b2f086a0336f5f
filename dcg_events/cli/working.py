"""Work on many logs: which they are, and who does it: this process, several, or a cluster."""

import os
import signal
from collections.abc import Iterable, Iterator
from concurrent.futures import BrokenExecutor, Executor, ProcessPoolExecutor
from contextlib import ExitStack, contextmanager
from importlib import import_module
from multiprocessing import get_context
from pathlib import Path
from typing import Annotated, Final, NamedTuple

import typer

from dcg_events.batches.mapping import Source
from dcg_events.cli.options import STANDARD, STANDARD_INPUT, expand, progress, stored
from dcg_events.errors import DcgEventsError, LogDamagedError, LogError, UsageError
from dcg_events.log.part import LogPart
from dcg_events.packs.reading import logs_in

JobsOption = Annotated[
    int,
    typer.Option("--jobs", "-j", min=0, help="Processes that work; 0 is one a processor."),
]
DaskOption = Annotated[
    str | None,
    typer.Option(
        "--dask",
        metavar="ADDRESS",
        help="Work on a Dask cluster, such as tcp://10.0.0.5:8786; needs the extra `dask`."
        " Its workers read the logs by the same absolute paths.",
        show_default=False,
    ),
]

EACH: Final = 16
"""Logs that are under way for each worker: none waits while results are taken in."""

PATIENCE: Final = "10s"
"""How long a scheduler may take to answer."""


class Batch(NamedTuple):
    """Logs to work on, and who works.

    Attributes:
        logs: The logs that were named, also those in packs, to be taken one by one.
        executor: Takes the logs; None if this process does the work.
        window: How many logs may be under way.
        alone: Whether it is one log, so that what is wrong with it is the error of the command.
    """

    logs: Iterable[Source]
    executor: Executor | None
    window: int
    alone: bool


@contextmanager
def batch(names: Iterable[str], label: str, jobs: int, dask: str | None) -> Iterator[Batch]:
    """Have logs at hand and workers ready, and show how far they are.

    Args:
        names: Files, folders, packs, quoted globs; `-` is standard input, kept until all is done.
        label: What is done with them, for the progress bar.
        jobs: How many processes work; see `crew`.
        dask: The address of the cluster that works.

    Raises:
        UsageError: If there are no such logs, or the workers cannot be had.
        LogError: If a process is killed.
    """
    with ExitStack() as kept:
        paths: list[Path | LogPart] = []
        for path in expand(names):
            if path == STANDARD:
                paths.append(LogPart(kept.enter_context(stored(path)), name=STANDARD_INPUT))
            else:
                paths.append(path)
        executor, window = kept.enter_context(crew(jobs, dask))
        count = sum(1 for _ in logs_in(paths))
        logs = kept.enter_context(progress(logs_in(paths), count, label))
        yield Batch(logs, executor, window, alone=count == 1)


def typed(log: LogPart) -> str:
    """Return what a log was called when the command was typed."""
    return str(STANDARD) if log.name == STANDARD_INPUT else str(log)


def exit_code_for(errors: Iterable[DcgEventsError]) -> int:
    """Return the exit code after some of many logs could not be used."""
    misnamed = all(isinstance(error, UsageError) for error in errors)
    return (UsageError if misnamed else LogDamagedError).exit_code


class Crew(NamedTuple):
    """Who works.

    Attributes:
        executor: Takes the logs; None if this process does the work.
        window: How many logs may be under way.
    """

    executor: Executor | None
    window: int


@contextmanager
def crew(jobs: int, dask: str | None) -> Iterator[Crew]:
    """Have workers ready, and let them go at the end.

    Raises:
        UsageError: If the cluster does not answer, or both are asked for.
        LogError: If a process is killed.
    """
    if dask is not None:
        if jobs != 1:
            raise UsageError("--dask", "it cannot go with --jobs", "give one of them")
        with _cluster(dask) as on_cluster:
            yield on_cluster
        return
    count = jobs or os.cpu_count() or 1
    if count == 1:
        yield Crew(None, EACH)
        return
    with _processes(count) as pool:
        yield Crew(pool, EACH * count)


@contextmanager
def _processes(count: int) -> Iterator[Executor]:
    """Have processes at work; Ctrl-C ends who gives out the work, and not who does it."""
    pool = ProcessPoolExecutor(count, get_context("spawn"))
    before = signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGINT])
    try:
        for _ in range(count):
            pool.submit(os.getpid)  # it starts a process, which inherits what is blocked
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
    try:
        yield pool
    except BrokenExecutor as error:
        problem = "a process ended before its work was done, perhaps for lack of memory"
        raise LogError("--jobs", problem, "run it again, with fewer jobs") from error
    finally:
        pool.shutdown(cancel_futures=True)


@contextmanager
def _cluster(address: str) -> Iterator[Crew]:
    try:
        distributed = import_module("distributed")
    except ImportError as error:
        remedy = "install the extra: pip install 'dcg-events[dask]'"
        raise UsageError("--dask", "Dask distributed is not installed", remedy) from error
    try:
        client = distributed.Client(address, timeout=PATIENCE, set_as_default=False)
    except (OSError, ValueError, TypeError) as error:
        remedy = "start `dask scheduler`, and give the address that it prints"
        raise UsageError(f"--dask {address}", "no scheduler answers there", remedy) from error
    with client:
        workers = len(client.scheduler_info(n_workers=-1)["workers"])
        if not workers:
            remedy = "start `dask worker` with the address of the scheduler"
            raise UsageError(f"--dask {address}", "the cluster has no worker", remedy)
        yield Crew(client.get_executor(pure=False), EACH * workers)
