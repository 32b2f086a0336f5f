"""What to type for the commands that seal; see `invocations`."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final

from dcg_events.seals.history import checkpoint
from dcg_events.seals.keyfiles import write_key
from dcg_events.seals.rounds import prove_in_round, seal_round
from dcg_events.seals.signing import new_key, sign
from tests.visibility.desk import Desk, Typed


def sealed_logs(desk: Desk) -> Iterator[Typed]:
    """Verify with a seal, and with what is none."""
    note, key = Path("note"), new_key("desk")
    note.write_bytes(sign(checkpoint(desk.full).text, [key]).to_bytes())
    for seal in (note, desk.full):
        for options in ([], ["--json"]):
            sealed = ["--seal", seal, "--signer", key.public, *options]
            yield ["verify", desk.full, desk.copy, *sealed], b""
    note.unlink()


def _keygen(_: Desk) -> Iterator[Typed]:
    yield ["keygen", "ann", "-o", "ann.key"], b""
    yield ["keygen", "SECRET 000", "-o", "ann.key"], b""


def _private_key() -> Path:
    """Lay a key ready to seal with."""
    path = Path("desk.key")
    if not path.exists():
        write_key(path, new_key("desk"))
    return path


def _seal(desk: Desk) -> Iterator[Typed]:
    key = ["--key", _private_key()]
    for log in (desk.full, desk.copy):
        for options in ([], ["--json"], ["--at", 0], ["--at", desk.inside], ["--at", 10**6]):
            yield ["seal", log, *key, "-o", "note", *options], b""
        yield ["seal", "-", *key, "-o", "-"], log.read_bytes()
        yield ["seal", log, "--key", "desk.key.pub", "-o", "-"], b""
        yield ["seal", log, "--key", log, "-o", "-"], b""


def _code(desk: Desk) -> Iterator[Typed]:
    for log in (desk.full, desk.copy, "nowhere.dcglog"):
        for options in ([], ["--json"], ["--at", 40], ["--find", "7KQ2-M9XA"], ["--find", "x"]):
            yield ["code", log, *options], b""
    yield ["code", "-"], desk.copy.read_bytes()


def _timestamp(desk: Desk) -> Iterator[Typed]:
    """Ask for the timestamp of a seal, and of what is none."""
    note = Path("note")
    for content in (sign("dcg-events/match/0\n1\nAAAA\n", [new_key("desk")]).to_bytes(), b"x"):
        note.write_bytes(content)
        yield ["timestamp", note, "--request", "q"], b""
        yield ["timestamp", note, "--response", desk.full, "--timestamp-roots", desk.full], b""
    yield ["timestamp", desk.full, "--request", "q"], b""
    note.unlink()


def _round(name: str) -> Callable[[Desk], Iterator[Typed]]:
    """Seal a round of one match, and prove and check it with every log on the desk."""

    def typed(desk: Desk) -> Iterator[Typed]:
        sealed = seal_round([checkpoint(desk.full)], "round 1", [new_key("desk")])
        proof = prove_in_round(sealed, sealed.matches, "test")
        files = {"r": sealed.note.to_bytes(), "r.leaves": sealed.leaves(), "p": proof.to_bytes()}
        for file, content in files.items():
            Path(file).write_bytes(content)
        key = ["--key", _private_key()]
        root = sealed.note.text.split("\n")[2]
        for log in (desk.full, desk.copy, "nowhere.dcglog"):
            if name == "seal":
                yield ["round", "seal", log, "--name", "round 1", *key, "-o", "sealed"], b""
            elif name == "prove":
                for given in ("r", desk.full):
                    yield ["round", "prove", given, log, "-o", "proof"], b""
            else:
                for options in ([], ["--json"], ["--head", "0" * 64]):
                    yield ["round", "check", "p", log, "--root", root, *options], b""
                yield ["round", "check", desk.full, log, "--root", root], b""
        for file in files:
            Path(file).unlink()

    return typed


OF_SEALS: Final[dict[str, Callable[[Desk], Iterator[Typed]]]] = {
    "keygen": _keygen,
    "seal": _seal,
    "code": _code,
    "timestamp": _timestamp,
    "round seal": _round("seal"),
    "round prove": _round("prove"),
    "round check": _round("check"),
}
