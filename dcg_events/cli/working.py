"""Who works on many logs: this process, several processes, or a cluster."""

import os
import signal
from collections.abc import Iterator
from concurrent.futures import BrokenExecutor, Executor, ProcessPoolExecutor
from contextlib import contextmanager
from importlib import import_module
from multiprocessing import get_context
from typing import Annotated, Final, NamedTuple

import typer

from dcg_events.errors import LogError, UsageError

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

EACH: Final = 4
"""Logs that are under way for each worker: none waits while results are taken in."""

PATIENCE: Final = "10s"
"""How long a scheduler may take to answer."""


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
