"""The digest of the event schema, written by `dcg-events schemas`."""

from typing import Final

SCHEMA_DIGEST: Final = "52b6c0fbc4b42534e7bf4c751c26daf5e73ca9ac1793496e928eb5a4fd114fd9"
