"""The story of a match as far as rules ask for it: set-up, turn, attack, pending effects."""
