"""Events in words: one English line for every kind, from the event alone."""
