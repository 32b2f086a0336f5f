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
    SourceError,
    UsageError,
)
from dcg_events.recorder.grouping import Receipt
from dcg_events.recorder.recorder import Recorder
from dcg_events.views.matchlog import MatchLog
from dcg_events.views.redact import redact
from dcg_events.views.replay import Replay
from dcg_events.views.verifying import Verdict, verify
from dcg_events.vocabulary.people import VIEWERS

__all__ = [
    "VIEWERS",
    "DcgEventsError",
    "EventError",
    "ExpectedVersionError",
    "ImpossibleEventError",
    "LogDamagedError",
    "LogError",
    "LogLockedError",
    "MatchLog",
    "Receipt",
    "Recorder",
    "Replay",
    "SourceError",
    "UsageError",
    "Verdict",
    "redact",
    "verify",
]
