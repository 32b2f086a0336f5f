"""The closed set of events: strict models at the boundary, plain dicts behind it."""
