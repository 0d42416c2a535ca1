"""A race on one deal: its terms, the boards of its contestants, their order, and its record.

Begin with `board.py` and `ranking.py`. `record.py` writes and reads the document of a finished
race, and `verify.py` computes again what it claims."""
