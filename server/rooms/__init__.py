"""Rooms and their races: stored events, the immutable state made from them, and pure commands.

A room is a place with a code in which people sit, talk and race each other on identical deals.

Imports the packages `boards`, `accounts` and `store`. Begin to read with `state.py`, `events.py`
and `reducer.py`. `commands.py` decides requests, `race_timeouts.py` decides what happens at
deadlines, and `store.py` reads and writes rooms in Redis.
"""
