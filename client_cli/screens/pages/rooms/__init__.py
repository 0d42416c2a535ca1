"""Pages of a room, from its entry to the results of its races.

Begin with `room.py`, the base of these pages, and `race.py`.
"""
