"""A file whose corrections nobody's recorder wrote: a clean refusal, whatever is asked for."""

from contextlib import suppress
from hashlib import sha256
from pathlib import Path
from typing import Any

import orjson
import pytest

from dcg_events import DcgEventsError, MatchLog, Replay, known, verify
from dcg_events.audit.auditing import audit
from dcg_events.events.codec import canonical
from dcg_events.views.rulings import judges_file
from dcg_events.vocabulary.histories import HISTORIES
from tests.judging.desk import Desk, draw

KIND = "record_corrected"
WRONG: list[dict[str, Any]] = [
    {"kind": KIND, "corrects": 2, "event": 7},
    {"kind": KIND, "corrects": 2, "event": []},
    {"kind": KIND, "corrects": 2, "event": {}},
    {"kind": KIND, "corrects": 2, "event": {"seq": 2}},
    {"kind": KIND, "corrects": 2, "event": {"seq": 2, "kind": "transferred"}},
    {"kind": KIND, "corrects": 2, "event": {"seq": 1, "kind": "noted"}},
    {"kind": KIND, "corrects": 2, "event": {"seq": 2, "kind": "rewound", "to_seq": 1}},
    {"kind": KIND, "corrects": 2, "event": {"seq": 2, "kind": ["noted"]}},
    {"kind": KIND, "corrects": 3, "event": None},
    {"kind": KIND, "corrects": 99, "event": None},
    {"kind": KIND, "corrects": "2", "event": None},
    {"kind": KIND, "event": None},
    {"kind": KIND, "after": None, "event": {"seq": 3, "kind": "noted"}},
    {"kind": KIND, "after": [1], "event": {"seq": 3, "kind": "noted"}},
    {"kind": "rewound", "to_seq": "1"},
    {"kind": "rewound", "to_seq": 3},
    {"kind": "rewound"},
]


def forge(path: Path, event: dict[str, Any]) -> None:
    """Write a record and its commit, as nobody's recorder would."""
    record = canonical(event) + b"\n"
    lines = path.read_bytes().splitlines(keepends=True)
    records = b"".join(line for line in lines if line.startswith(b"{"))
    head = sha256(records + record).hexdigest()
    with path.open("ab") as file:
        file.write(record + canonical(["commit", event["seq"], head]) + b"\n")


@pytest.mark.parametrize("forged", WRONG, ids=lambda event: orjson.dumps(event).decode())
def test_a_forged_correction_is_reported(tmp_path: Path, forged: dict[str, Any]) -> None:
    desk = Desk(tmp_path)
    desk.record(draw())
    desk.recorder.close()
    common = {"seq": 3, "group": 3, "step": 0, "of": 1, "game": 1, "at": None}
    forge(desk.path, forged | common)
    verdict = verify(desk.path)
    assert not verdict.whole
    assert verdict.events == 3
    ways: list[Any] = [known, Replay, MatchLog.state]
    for history in HISTORIES:
        with suppress(DcgEventsError):  # it folds no more than it has to
            judges_file(MatchLog(desk.path, history=history))
        for way in ways:
            with pytest.raises(DcgEventsError):
                way(MatchLog(desk.path, history=history))
    assert "impossible" in {finding.rule for finding in audit(desk.path).findings}
