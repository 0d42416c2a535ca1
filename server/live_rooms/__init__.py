"""Live rooms: loads rooms into this process, changes them, and sends them to connections.

Imports `rooms`, `boards`, `views`, `archive` and below. Begin with `registry.py`. `play_move.py`
checks and stores moves, and `store_supervisor.py` connects the process to the store.
"""
