"""Live rooms: loads rooms into this process, changes them, and sends them to connections.

Imports the packages `rooms`, `boards`, `views`, `archive` and those that they import. Begin to read
with `registry.py`. `play_move.py` checks and stores moves, and `store_supervisor.py` connects the
process to the store.
"""
