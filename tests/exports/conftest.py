"""The corpus as logs, imported once, and its tables."""

from pathlib import Path

import pytest

from dcg_events.importers.aegis.importing import import_aegis
from tests.importers.corpus import CORPUS, MATCHES


@pytest.fixture(scope="session")
def corpus(tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    folder = tmp_path_factory.mktemp("corpus")
    for name in MATCHES:
        import_aegis(CORPUS / f"{name}.jsonl", folder / f"{name}.dcglog")
    return sorted(folder.glob("*.dcglog"))
