"""The pages of a room: opening or joining it, lobby, countdown, race, and results.

Begin with `room.py`, the base class of these pages, and `race.py`.
"""
