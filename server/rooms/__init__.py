"""A room and its races as values: events, the reducer, and pure decisions.

Imports `boards`, `accounts` and `store`. Begin with `state.py`, `events.py` and `reducer.py`.
`commands.py` decides requests, `race_timeouts.py` decides deadlines, and `store.py` reads and
writes rooms in Redis.
"""
