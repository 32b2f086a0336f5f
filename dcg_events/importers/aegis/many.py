"""Import many match files of the Aegis engine: each becomes a log of its own in one folder."""

from collections.abc import Iterable, Iterator
from concurrent.futures import Executor
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from dcg_events.batches.mapping import WINDOW, Outcome, map_logs
from dcg_events.errors import UsageError
from dcg_events.importers.aegis.importing import ImportReport, import_aegis
from dcg_events.log.part import LogPart
from dcg_events.log.store import refused


@dataclass(frozen=True, slots=True)
class Imported:
    """What became of a match file.

    Attributes:
        log: Its log.
        report: What came of its import; None if the log was there already and was left alone.
    """

    log: Path
    report: ImportReport | None


def import_many(
    sources: Iterable[Path],
    folder: Path,
    *,
    executor: Executor | None = None,
    window: int = WINDOW,
) -> Iterator[Outcome[Imported]]:
    """Yield what became of each match file, in their order; doing it again goes on.

    Args:
        sources: The match files. Each is named in its outcome where a log would be.
        folder: Where the logs lie, made if it is not there: NAME.dcglog for NAME.jsonl.
        executor: Who works; see `map_logs`.
        window: How many files are under way at most.

    Raises:
        UsageError: If two files would have logs of the same name.
        LogError: If the folder cannot be made.
    """
    files = list(sources)
    targets: dict[Path, Path] = {}
    for file in files:
        target = _target_of(file, folder)
        if targets.setdefault(target, file) != file:
            problem = f"its log would be {target}, as that of {targets[target]}"
            raise UsageError(str(file), problem, "import them into two folders")
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise refused(folder, error) from error
    work = partial(_import_into, folder)
    return map_logs(work, map(LogPart, files), executor, window=window)


def _import_into(folder: Path, source: LogPart) -> Imported:
    target = _target_of(source.path, folder)
    if target.exists():
        return Imported(target, None)
    return Imported(target, import_aegis(source.path, target))


def _target_of(source: Path, folder: Path) -> Path:
    return folder / f"{source.stem}.dcglog"
