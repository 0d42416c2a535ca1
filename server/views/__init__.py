"""Makes the messages about rooms. Each has only what its viewer, a player or spectator, may see.

A room is a place with a code in which people sit on numbered seats, talk and race each other.

Imports the packages `rooms`, `boards` and those that they import. Begin to read with
`visibility.py`.
"""
