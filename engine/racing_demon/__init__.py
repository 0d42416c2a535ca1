"""Racing Demon: a game in which all contestants play at the same time on common foundations.

It is not one of the games in `engine.games`, which are games for one. In a race of those, each
contestant has cards of their own, and a move changes only their own board. In Racing Demon a move
changes what the others can do. So the state of the game is the whole table, each move is made by a
seat, and the moves of all seats are in one list.

Begin with `game.py` (the rules, `RacingDemon`) and `state.py` (the table).
"""
