"""Record a Digimon Card Game match as an append-only log, and read it as any viewer may.

The public names, so that one import is enough; where each is explained is where it comes from.
"""

from dcg_events.errors import (
    DcgEventsError,
    EventError,
    ExpectedVersionError,
    ImpossibleEventError,
    LogDamagedError,
    LogError,
    LogLockedError,
    ProofError,
    SourceError,
    UsageError,
)
from dcg_events.recorder.grouping import Receipt
from dcg_events.recorder.recorder import Recorder
from dcg_events.views.delay import Delay
from dcg_events.views.following import follow
from dcg_events.views.known import known, known_after_each
from dcg_events.views.matchlog import MatchLog
from dcg_events.views.proof import Proof, read_proof
from dcg_events.views.proving import Proven, check, prove
from dcg_events.views.redact import redact
from dcg_events.views.replay import Replay
from dcg_events.views.rulings import judges_file
from dcg_events.views.verdict import Verdict
from dcg_events.views.verifying import verify
from dcg_events.vocabulary.people import VIEWERS

__all__ = [
    "VIEWERS",
    "DcgEventsError",
    "Delay",
    "EventError",
    "ExpectedVersionError",
    "ImpossibleEventError",
    "LogDamagedError",
    "LogError",
    "LogLockedError",
    "MatchLog",
    "Proof",
    "ProofError",
    "Proven",
    "Receipt",
    "Recorder",
    "Replay",
    "SourceError",
    "UsageError",
    "Verdict",
    "check",
    "follow",
    "judges_file",
    "known",
    "known_after_each",
    "prove",
    "read_proof",
    "redact",
    "verify",
]
