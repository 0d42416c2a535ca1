"""Rooms and their races: stored events, the immutable state made from them, and pure commands.

Imports the packages `boards`, `accounts` and `store`. Begin to read with `state.py`, `events.py`
and `reducer.py`. `commands.py` decides requests, `race_timeouts.py` decides what happens at
deadlines, and `store.py` reads and writes rooms in Redis.
"""
