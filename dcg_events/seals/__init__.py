"""Seals: signed checkpoints of a match, codes for both screens, rounds and timestamps."""
