"""The registry of clauses: what the rules ask, what implements it, and its tests."""
