"""Rooms as this process runs them: loaded, changed, timed, and told to connections.

Imports `rooms`, `boards`, `views`, `archive` and below. Begin with `registry.py`; the path of a
move is in `play_move.py`, and `store_supervisor.py` keeps the process and the store together.
"""
