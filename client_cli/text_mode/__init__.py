"""Line mode: commands and races as lines of text, for pipes, screen readers and programs.

Imports everything but `commands`, `screens` and `load`. Begin with `rooms/rooms.py` and
`rooms/race.py`; `parser.py` and `move_input.py` parse what a player types.
"""
