"""Questions that analysts ask of many matches, answered with counts and intervals."""
