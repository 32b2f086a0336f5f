"""Other programs' records, read and turned into events."""
