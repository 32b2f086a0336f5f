"""Export logs and print the peak of this process's memory in KiB: `python memory.py FORM OUT LOG…`.

Every argument that names a folder stands for the logs in it, taken one by one.
"""

import resource
import sys
from collections.abc import Iterator
from pathlib import Path

from dcg_events.exports.exporting import Exporter
from dcg_events.log.part import LogPart


def logs(folder: Path, count: int) -> Iterator[LogPart]:
    for number, path in zip(range(count), folder.iterdir(), strict=False):
        assert number < count
        yield LogPart(path)


def main() -> None:
    form, out, folder, count = sys.argv[1:]
    report = Exporter(Path(out), form).export(logs(Path(folder), int(count)))  # type: ignore[arg-type]
    assert report.added == int(count), report
    sys.stdout.write(f"{resource.getrusage(resource.RUSAGE_SELF).ru_maxrss}\n")


if __name__ == "__main__":
    main()
