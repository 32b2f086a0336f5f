"""Which seals logs have to fit, and who is trusted to have made them."""

from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from dcg_events.errors import UsageError
from dcg_events.log.part import LogPart
from dcg_events.seals.checking import SealReport, check_seals
from dcg_events.seals.keys import PublicKey
from dcg_events.seals.notefile import notes_beside, read_whole_notes
from dcg_events.seals.timestamps import timestamps_beside


class Torn(NamedTuple):
    """A file of notes that ends in what is no whole note.

    Attributes:
        path: The file.
        size: How many bytes at its end were left out.
    """

    path: Path
    size: int


@dataclass(frozen=True, slots=True)
class Trust:
    """Which seals a log has to fit, and who is trusted to have made them.

    Attributes:
        given: Files of notes, for every log; without any, the one beside each log.
        signers: Whose signatures are believed.
        roots: Certificates of time-stamping authorities, PEM; None if no time is asked for.
    """

    given: tuple[Path, ...]
    signers: tuple[PublicKey, ...]
    roots: bytes | None

    def check(self, log: Path | LogPart) -> tuple[SealReport, tuple[Torn, ...]]:
        """Check a log against the seals.

        Returns:
            What they say, and which files of notes were not read to their end.

        Raises:
            UsageError: If there are none.
            SealError: If a note or timestamp is not what it should be.
            LogError: If nothing of the log can be read.
        """
        notes = []
        torn = []
        stamped: dict[str, tuple[str, ...]] = {}
        beside = notes_beside(Path(str(log)))
        if not self.given and beside.exists() and not beside.is_file():
            problem = "this is no file, and notes beside a log are one"
            raise UsageError(str(beside), problem, "move it away, or name notes by --seal")
        for path in self.given or (beside,):
            whole, size = read_whole_notes(path)
            for note in whole:
                notes.append(note)
                if self.roots is not None:
                    times = timestamps_beside(path, note, self.roots)
                    stamped[note.text] = (*stamped.get(note.text, ()), *times)
            if size:
                torn.append(Torn(path, size))
        return check_seals(log, notes, self.signers, stamped), tuple(torn)
