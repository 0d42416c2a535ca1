"""Rules that several games share: which card may lie on which, which moves are legal for that
reason, and which positions no play can reach.

Begin with `rules.py`; the files in `engine/games` show how a game states its rules with it.
`books.py`, `grid.py` and `called_game.py` have base classes for several similar games each.
"""
