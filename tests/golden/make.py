"""Write the golden logs of the format that this program writes, where they are missing.

    python -m tests.golden.make

What is made from them is written by `pytest tests/golden --update-golden`.
"""

from dcg_events.importers.aegis.importing import import_aegis
from dcg_events.log.upcasting import FORMAT
from tests.golden.making import GOLDEN
from tests.leaks.rich import record_rich
from tests.log.small import salts

CORPUS = GOLDEN.parent / "corpus" / "aegis"
BOTS = "aegis-019-bt24"


def main() -> None:
    """Write the logs that are not there."""
    rich, bots = (GOLDEN / f"format-{FORMAT}" / name / "log.dcglog" for name in ("rich", BOTS))
    for log in (rich, bots):
        log.parent.mkdir(parents=True, exist_ok=True)
    if not rich.exists():
        record_rich(rich, salts())
    if not bots.exists():
        import_aegis(CORPUS / f"{BOTS}.jsonl", bots, salt=salts())


if __name__ == "__main__":
    main()
