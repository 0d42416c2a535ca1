"""The table of a tournament, computed from its results: scores, standings and tie-breaks.

Begin with `table_input.py`, what a table is computed from, and `standings.py`.
"""
