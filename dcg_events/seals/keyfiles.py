"""The files of keys: a private one that only its owner can read, and a public one for everybody."""

import os
import stat
from collections.abc import Iterable
from pathlib import Path
from typing import Final

from dcg_events.errors import UsageError
from dcg_events.log.store import refused
from dcg_events.seals.files import read_file, write_new
from dcg_events.seals.keys import PrivateKey, PublicKey
from dcg_events.seals.signing import read_private

_MAX_KEYS: Final = 1 << 16


def write_key(path: Path, key: PrivateKey) -> Path:
    """Write a new private key for its owner alone, and beside it the public key for everybody.

    Returns:
        The file with the public key.

    Raises:
        UsageError: If one of the files exists.
        LogError: If one cannot be written.
    """
    public = path.with_name(path.name + ".pub")
    write_new(public, f"{key.public}\n".encode())
    try:
        write_new(path, f"{key.reveal()}\n".encode(), mode=0o600)
    except BaseException:
        public.unlink()
        raise
    return public


def read_key(path: Path) -> PrivateKey:
    """Read a private key.

    Raises:
        UsageError: If there is none, or others than its owner could read or change it.
    """
    try:
        with path.open("rb") as file:
            mode = os.fstat(file.fileno()).st_mode
            content = file.read(_MAX_KEYS)
    except OSError as error:
        raise refused(path, error) from error
    if stat.S_ISREG(mode) and mode & 0o077:
        problem = "the private key can be read or changed by others than its owner"
        raise UsageError(str(path), problem, f"make a new key, or `chmod 600 {path.name}`")
    return read_private(content.decode("utf-8", "replace").removesuffix("\n"), str(path))


def read_signers(given: Iterable[str]) -> list[PublicKey]:
    """Return the public keys that are given by their lines, or by files with a key on each line.

    Raises:
        UsageError: If one is no key, or there is no such file.
    """
    keys: dict[PublicKey, None] = {}
    for line in given:
        if line.count("+") >= 2:
            keys[PublicKey.parse(line, f"signer {line[:40]!a}")] = None
            continue
        content = read_file(Path(line), _MAX_KEYS).decode("utf-8", "replace")
        for number, text in enumerate(content.split("\n"), start=1):
            if text.strip():
                keys[PublicKey.parse(text.strip(), f"{line}, line {number}")] = None
    return list(keys)
