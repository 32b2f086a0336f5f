"""The digest of the event schema, written by `dcg-events schemas`."""

from typing import Final

SCHEMA_DIGEST: Final = "3ec6bb881b7c67b9f01f33566bcbb37551d1f714ef051ef8d70e1d4d44b9cd48"
