"""The digest of the event schema, written by `dcg-events schemas`."""

from typing import Final

SCHEMA_DIGEST: Final = "996a3cbc619ecd6d04d1f9db2622ae61cef6a29123a2f7aa7d02b29b7bfef434"
