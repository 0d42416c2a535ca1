"""A race on one deal: its terms, the boards of its contestants, their order, and its record.

Begin with `board.py` and `ranking.py`. `record.py` writes and reads the record of a finished race.
`verify.py` checks a record by computing its deal, its moves and its results again.
"""
