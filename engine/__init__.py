"""The rules of the games, races, records, tournaments and crowns, as pure functions.

The engine imports only the standard library, and no module of it that reads a clock, makes random
numbers, or does input or output. Begin with `table.py` (piles and states), `game.py` (the base
class of every game) and one game in `games/`. `races/race_end.py` says when a race is over, and
`races/ranking.py` orders its standings. `races/record.py` is the record of a race, and
`races/verify.py` checks a record.
"""
