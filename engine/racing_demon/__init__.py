"""Racing Demon: a game of one table, whose contestants all play at once on common foundations.

It is not one of `engine.games`, which are patiences for one. A patience has the cards of one
contestant and a race compares several such games; here the moves of each change what the others may
do, so the table as a whole is the state, a move is made by a seat, and the moves of all have one
common order.

Begin with `game.py` (the rules, `RacingDemon`) and `state.py` (the table).
"""
