"""The client's knowledge of a room, built from the server's messages.

This package imports `features`, `messages` and `terminal`. Begin with `known_room.py` and
`session.py`.
"""
