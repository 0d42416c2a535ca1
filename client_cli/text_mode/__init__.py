"""Line mode: commands and races as lines of text instead of the full screen, for pipes, screen
readers and programs.

This package may import every package of `client_cli` except `commands`, `screens` and `load`. Begin
with `rooms/rooms.py` and `rooms/race.py`; `parser.py` and `move_input.py` parse what a player
types.
"""
