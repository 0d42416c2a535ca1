"""Rules that several games share: which card may lie on which, and the moves that follow from it.

Begin with `rules.py`; the files in `engine/games` show how a game states its rules with it.
`books.py`, `grid.py` and `called_game.py` are bases of whole families of games."""
