"""Computer players of three strengths for every game for one, and hints.

Begin to read with `player.py`, which chooses moves. `lookahead.py` searches ahead,
`playouts.py` plays on to the end of the game, `placement.py` looks ahead in games of called cards,
and `pace.py` has the time that a person would take for a move.
Racing Demon has players of its own in `engine/racing_demon/players.py`.
"""
