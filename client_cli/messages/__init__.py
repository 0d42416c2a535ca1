"""The sentences that the client shows to people, in line mode and on the full screen alike.

Imports `state` and `terminal`. Begin with `game.py` (moves and ends) and `room_events.py` (races).
"""
