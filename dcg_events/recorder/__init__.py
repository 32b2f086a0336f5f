"""The recorder: takes plain events, completes and seals them, and appends them to a log."""
