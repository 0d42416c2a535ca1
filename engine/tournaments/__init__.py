"""The table of a tournament, computed from its results: the scores of its entrants, their places
and their tie-breaks.

Begin with `table_input.py`, which describes the results and the rule of scoring, and
`standings.py`, which computes the table.
"""
