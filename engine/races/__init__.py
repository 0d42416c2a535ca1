"""A race on one deal: its terms, the games of its contestants, their order, and its record.

Begin with `board.py` (the game of one contestant) and `ranking.py` (the order of all contestants).
`record.py` writes and reads the record of a finished race, the document from which anybody can
check it. `verify.py` checks a record by computing its deal, its moves and its results again.
"""
