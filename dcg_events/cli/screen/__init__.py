"""The table on the screen: drawn, stepped through, printed."""
