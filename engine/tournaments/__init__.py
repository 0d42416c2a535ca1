"""The table of a tournament, computed from its results: scores, standings and tie-breaks.

Begin with `table_input.py`, which describes the results and the rule of scoring, and
`standings.py`, which computes the table.
"""
