"""What the events make of the table: the fold, and who may look at what."""
