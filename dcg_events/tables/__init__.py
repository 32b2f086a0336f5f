"""Matches as tables: one verified match, read as one viewer, becomes typed rows."""
