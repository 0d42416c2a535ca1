"""The sentences that the client shows to people, both as lines of text (line mode) and on the full
screen.

This package imports `features`, `state`, `terminal` and `tournament`. Begin with `game.py` (moves
and ends of games) and `room_events.py` (races).
"""
