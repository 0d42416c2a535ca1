"""Floods from outside: whoever sends frames or asks for pages as fast as the machine allows, while
others play. `python -m tests.flood` measures what the others notice."""
