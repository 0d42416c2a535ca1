"""The sentences that the client shows to people, in line mode and on the full screen alike.

This package imports `features`, `state`, `terminal` and `tournament`. Begin with `game.py` (moves
and ends of games) and `room_events.py` (races).
"""
