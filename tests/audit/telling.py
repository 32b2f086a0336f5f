"""Record a changed match anew, as far as it is possible then, and audit it.

Where a transfer is left out or added, the rest of the match may become impossible; it is then told
up to there, which is far enough for what is to be found.
"""

from dataclasses import dataclass
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from dcg_events.audit.auditing import audit
from dcg_events.audit.finding import Finding
from dcg_events.errors import EventError, ImpossibleEventError
from dcg_events.recorder.recorder import Recorder
from dcg_events.vocabulary.rules import Language
from tests.audit.mutating import FILLED_IN, MARK, Groups
from tests.lawful.desk import Event, counting_salt
from tests.lawful.game import play_lawful
from tests.lawful.retelling import groups_of

ENOUGH: Final = 120
"""How many events after the last change are told."""


@cache
def lawful(seed: int, *, scribe: bool) -> Groups:
    """Return the groups of a lawful match; they are shared, so nobody changes them."""
    with TemporaryDirectory() as directory:
        path = Path(directory) / "match.dcglog"
        return groups_of(play_lawful(path, seed, knows_all=not scribe))


@cache
def is_clean(seed: int, *, scribe: bool) -> bool:
    """Tell whether nothing is found in a lawful match told again unchanged, by neither reading."""
    with TemporaryDirectory() as directory:
        told = tell(lawful(seed, scribe=scribe), Path(directory) / "match.dcglog")
        return not told.findings("ja") and not told.findings("en")


@dataclass(frozen=True, slots=True)
class Told:
    """A mutated match as it was told again.

    Attributes:
        path: Its log.
        changed: Seqs of the changed events and of those of the same moment.
        refused: Whether the recorder refused the changed moment itself.
    """

    path: Path
    changed: frozenset[int]
    refused: bool

    def findings(self, language: Language) -> list[Finding]:
        """Audit it as the judge."""
        return list(audit(self.path, language=language).findings)

    def is_there(self, finding: Finding) -> bool:
        """Tell whether a finding is about the change."""
        return not self.changed.isdisjoint({finding.group, *finding.evidence})


def tell(groups: Groups, path: Path) -> Told:
    """Record a mutated match until something of it is impossible."""
    (opened,), *others = groups
    seqs: set[int] = set()
    refused, seq = False, 1
    with Recorder.begin(path, opened, salt=counting_salt(0)) as recorder, recorder.batch():
        for group in others:
            mutated = any(MARK in event for event in group)
            if seqs and seq > max(seqs) + ENOUGH:
                break
            try:
                recorder.append_group([_plain(event) for event in group])
            except (ImpossibleEventError, EventError) as error:
                refused = mutated and isinstance(error, ImpossibleEventError)
                if not refused and (mutated or not seqs):
                    raise
                break
            if mutated:
                seqs.update(range(seq, seq + len(group)))
            seq += len(group)
    return Told(path, frozenset(seqs), refused)


def _plain(event: Event) -> Event:
    """Return what is recorded of an event; where it stands is filled in anew."""
    left_out = (MARK, *FILLED_IN)
    return {name: value for name, value in event.items() if name not in left_out}
