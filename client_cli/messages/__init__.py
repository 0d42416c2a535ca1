"""Every sentence the client says to people, for line mode and full screen alike.

Imports `state` and `terminal`. Begin with `game.py` (moves and ends) and `room_events.py` (races).
"""
