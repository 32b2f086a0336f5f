"""The digest of the event schema, written by `dcg-events schemas`."""

from typing import Final

SCHEMA_DIGEST: Final = "b39bb3f479114b81becc2ab3006994c610e8168002c38324123f6ecc18fca02d"
