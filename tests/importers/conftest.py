"""The corpus of bot matches, each imported once for all tests."""

from collections.abc import Callable

import pytest

from dcg_events.importers.aegis.importing import import_aegis
from tests.importers.corpus import CORPUS, Imported


@pytest.fixture(scope="session")
def imported(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], Imported]:
    folder = tmp_path_factory.mktemp("aegis")
    done: dict[str, Imported] = {}

    def get(name: str) -> Imported:
        if name not in done:
            source, log = CORPUS / f"{name}.jsonl", folder / f"{name}.dcglog"
            done[name] = Imported(source, log, import_aegis(source, log))
        return done[name]

    return get
