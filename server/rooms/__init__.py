"""A room and its races as values: events, the reducer, and pure decisions.

Imports `boards`, `accounts` and `store`. Begin with `state.py`, `events.py` and `reducer.py`;
`commands.py` decides requests and `race_timeouts.py` what falls due. `store.py` keeps
rooms in Redis.
"""
