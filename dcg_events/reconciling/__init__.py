"""Two recordings of one match: aligned, compared, merged."""
