"""Packs: many logs in one indexed file."""
