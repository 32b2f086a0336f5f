"""The digest of the event schema, written by `dcg-events schemas`."""

from typing import Final

SCHEMA_DIGEST: Final = "65479c13290d2cdf08b52fad2a19248e5b53b51a549b93bda4ab32b4f63a4c4c"
