"""An export that cannot be written says so, and the next one goes on."""

import resource
import subprocess
import sys
from functools import partial
from hashlib import sha512
from pathlib import Path

import duckdb
import pytest

from dcg_events import LogError
from dcg_events.exports.exporting import Format
from tests.exports.making import FORMATS, note, place, run, small


def _limit(size: int) -> None:
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, size))


@pytest.mark.parametrize("form", FORMATS)
@pytest.mark.parametrize("kilobytes", [13, 40])
def test_a_file_that_may_not_grow_is_told(tmp_path: Path, form: Format, kilobytes: int) -> None:
    texts = (sha512(b"%d" % n).hexdigest() * 31 for n in range(120))
    log = small(tmp_path / "a.dcglog", *map(note, texts))
    out = place(tmp_path, form)
    stopped = subprocess.run(  # noqa: S603 - our own command
        [sys.executable, "-m", "dcg_events", "export", form, log, "-o", out],
        capture_output=True,
        text=True,
        check=False,
        preexec_fn=partial(_limit, 1024 * kilobytes),
    )
    assert stopped.returncode in {2, 3}
    assert "Traceback" not in stopped.stderr
    assert stopped.stderr.startswith(f"dcg-events: {out}")
    assert run([log], out, form).added == 1


def test_a_database_with_tables_of_others_is_left_alone(tmp_path: Path) -> None:
    log, out = small(tmp_path / "a.dcglog"), tmp_path / "own.duckdb"
    with duckdb.connect(str(out)) as own:
        own.execute("CREATE TABLE games (mine INTEGER)")
    with pytest.raises(LogError, match="could not be written; check the disk, or export into"):
        run([log], out, "duckdb")
    with duckdb.connect(str(out)) as own:
        assert own.execute("SELECT table_name FROM duckdb_tables()").fetchall() == [("games",)]


@pytest.mark.parametrize("form", FORMATS)
def test_folders_above_an_export_are_made(tmp_path: Path, form: Format) -> None:
    log = small(tmp_path / "a.dcglog")
    assert run([log], place(tmp_path / "new" / "season", form), form).added == 1
