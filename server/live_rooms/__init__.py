"""Live rooms: loads rooms into this process, changes them, and sends them to connections.

A room is a place with a code in which people sit on numbered seats, talk and race each other. The
store is Redis; several server processes share it, and any of them may serve any room.

Imports the packages `rooms`, `boards`, `views`, `archive` and those that they import. Begin to read
with `registry.py`. `play_move.py` checks and stores moves, and `store_supervisor.py` connects the
process to the store.
"""
