"""Many logs: find them, and do the same with each, in order, in constant memory."""
