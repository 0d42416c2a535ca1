"""Computer players of three strengths for every game except Racing Demon, and hints.

Begin to read with `player.py`, which chooses moves. `lookahead.py` searches ahead, `playouts.py`
plays on to the end of the game, `seven_and_sixes.py` plays that game on to its next deal,
`placement.py` looks ahead in games in which each move places a card that is announced, and
`pace.py` has the time that a person would take for a move. Racing Demon, in which several play at
one table, has players of its own in `engine/racing_demon/players.py`.
"""
