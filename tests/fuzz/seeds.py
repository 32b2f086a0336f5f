"""What fuzzing begins with: good files of every kind, and what was interesting once."""

from functools import cache
from itertools import islice
from pathlib import Path
from tempfile import TemporaryDirectory

from dcg_events import MatchLog, Recorder, prove, redact
from dcg_events.events.codec import canonical
from tests.leaks.rich import record_rich
from tests.log.small import salts, write_small_log
from tests.openings.matches import disclosing, record_match

CORPUS = Path(__file__).parent / "corpus"
RECORDINGS = Path(__file__).parents[1] / "corpus" / "aegis"
EXAMPLES = Path(__file__).parents[2] / "examples"
_OF_A_RECORDING = 60


@cache
def seeds(target: str) -> list[bytes]:
    """Return the inputs that a target's mutations begin with."""
    return [*_good(target), *(path.read_bytes() for path in kept(target))]


def kept(target: str) -> list[Path]:
    """Return the inputs that were interesting once."""
    return sorted(path for path in (CORPUS / target).iterdir() if path.name[0] != ".")


def _good(target: str) -> list[bytes]:
    with TemporaryDirectory() as name:
        if target in ("log", "forged"):
            return _logs(Path(name))
        if target == "events":
            events = (EXAMPLES / "small-match.events.jsonl").read_bytes()
            rich = MatchLog(record_rich(Path(name, "rich.dcglog"), salts())).events()
            return [events, b"".join(canonical(event) + b"\n" for event in islice(rich, 1, None))]
        if target == "proof":
            return _proofs(Path(name))
    smallest = sorted(RECORDINGS.glob("*.jsonl"), key=lambda path: path.stat().st_size)[:2]
    lines = [path.read_bytes().splitlines(keepends=True) for path in smallest]
    return [b"".join((*whole[:_OF_A_RECORDING], whole[-1])) for whole in lines]


def _logs(folder: Path) -> list[bytes]:
    small = write_small_log(folder / "small.dcglog")
    rich = record_rich(folder / "rich.dcglog", salts())
    copy = folder / "p1.dcglog"
    redact(rich, "p1", copy)
    shown = record_match(folder / "shown.dcglog")
    with Recorder.open(shown, salt=salts(1000)) as recorder:
        recorder.append(disclosing((2, "number")))
        recorder.append({"kind": "rewound", "to_seq": 3})
    return [path.read_bytes() for path in (small, rich, copy, shown)]


def _proofs(folder: Path) -> list[bytes]:
    path = record_match(folder / "match.dcglog")
    return [prove(path, 2, "number", short=short).to_bytes() for short in (False, True)]
