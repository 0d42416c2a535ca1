"""Tournaments: whole evenings on the same deals, from the draft to the final table."""
