"""The rules of the games, races, records, tournaments and crowns, as pure functions.

May import: the standard library without clock, randomness and input or output; nothing else. Begin
with `table.py` (piles and states), `game.py` (what every game implements) and one game in `games/`.
`race_end.py` and `ranking.py` decide a race, `record.py` and `verify.py` check one.
"""
