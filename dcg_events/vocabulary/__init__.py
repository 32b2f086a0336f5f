"""The game's own words: places, people, manners and clauses."""
