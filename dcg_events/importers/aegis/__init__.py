"""Matches recorded from the Aegis engine, with the truth beside the engine's own events."""
