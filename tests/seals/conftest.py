"""A small match, keys that are the same in every run, and the command line."""

from hashlib import sha256
from pathlib import Path

import pytest

from dcg_events.seals.keyfiles import write_key
from dcg_events.seals.keys import PrivateKey, PublicKey
from dcg_events.seals.signing import _private
from tests.log.small import write_small_log
from tests.typing_commands import Typed, typing


def key_called(name: str) -> PrivateKey:
    """Return the key of that name; nobody should sign anything with it."""
    return _private(name, sha256(name.encode()).digest())


ANN, BEN, EVE = key_called("judge.example/ann"), key_called("ben"), key_called("eve")
TRUSTED: list[PublicKey] = [ANN.public, BEN.public]


@pytest.fixture
def log(tmp_path: Path) -> Path:
    """Record a match of six events; commits end at events 0, 1, 3, 4 and 5."""
    return write_small_log(tmp_path / "match.dcglog")


@pytest.fixture
def keys(tmp_path: Path) -> Path:
    """Write the keys of ann, ben and eve, and return their folder."""
    for key in (ANN, BEN, EVE):
        write_key(tmp_path / f"{key.name.rpartition('/')[2]}.key", key)
    return tmp_path


@pytest.fixture
def run(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Typed:
    """Return a function that runs `dcg-events` in the folder of the log."""
    monkeypatch.chdir(tmp_path)
    return typing(capsys, monkeypatch)
