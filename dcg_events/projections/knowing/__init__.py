"""What a viewer has lawfully learned: cards that may not be looked at now, and are known."""
