"""Makes the messages about rooms. Each has only what its viewer, a player or spectator, may see.

Imports the packages `rooms`, `boards` and those that they import. Begin to read with
`visibility.py`.
"""
