"""What the rows of each table hold: the one place where columns and meanings are declared."""
