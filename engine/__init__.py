"""The rules of the games, races, records, tournaments and crowns, as pure functions.

The engine imports only the standard library, and from it no module that reads a clock, makes random
numbers, or does input or output. A record is a finished race as a document that anybody can check.
A crown is won by winning several of five chosen games in a row.

Begin with `table.py` (piles and states), `game.py` (the base class of every game) and one game in
`games/`. `races/race_end.py` says when a race is over, and `races/ranking.py` puts its contestants
in order. `races/record.py` writes and reads the record of a race, and `races/verify.py` checks a
record.
"""
