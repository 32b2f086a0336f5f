"""The digest of the event schema, written by `dcg-events schemas`."""

from typing import Final

SCHEMA_DIGEST: Final = "3c4a7e354e255c87dff086b479480edd2a5e42f587e84257afbf54a5b937a536"
