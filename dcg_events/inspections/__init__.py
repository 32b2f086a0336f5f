"""The same inspection of many logs, by one process or any executor."""
