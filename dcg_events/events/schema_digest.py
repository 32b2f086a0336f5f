"""The digest of the event schema, written by `dcg-events schemas`."""

from typing import Final

SCHEMA_DIGEST: Final = "83213f756fd21540cd28569c7451eff642aea64daba473390b08b1961873d102"
