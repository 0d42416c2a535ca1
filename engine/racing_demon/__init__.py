"""Racing Demon: a game in which all contestants play at the same time on common foundations.

It is not one of `engine.games`, which are patiences for one. In a race of patiences each contestant
has cards of their own, and nobody's move changes the cards of another. In Racing Demon a move
changes what the others can do. The state is therefore the whole table, a move is made by a seat,
and the moves of all seats have one common order.

Begin with `game.py` (the rules, `RacingDemon`) and `state.py` (the table).
"""
