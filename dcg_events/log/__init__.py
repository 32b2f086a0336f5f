"""The sealed log: bytes in order. It knows lines, digests and files, and no rules of the game."""
