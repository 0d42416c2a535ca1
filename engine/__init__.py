"""The rules of the games, races, records, tournaments and crowns, as pure functions.

May import only the standard library, and of that neither clock nor randomness nor input and output.
Begin with `table.py` (piles and states), `game.py` (the base class of every game) and one game in
`games/`. `race_end.py` and `ranking.py` decide a race; `record.py` and `verify.py` check one.
"""
