"""The digest of the event schema, written by `dcg-events schemas`."""

from typing import Final

SCHEMA_DIGEST: Final = "552132b129479072914bc25caa95db2ab7ca5bd3088324cdbff4e9e163cfbdaa"
