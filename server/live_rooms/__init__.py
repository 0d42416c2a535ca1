"""Live rooms: rooms that this process has loaded, changes, times, and sends to connections.

Imports `rooms`, `boards`, `views`, `archive` and below. Begin with `registry.py`. `play_move.py`
has the path of a move, and `store_supervisor.py` connects the process to the store.
"""
