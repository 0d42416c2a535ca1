"""The pages of a room, the place with a code in which people sit, talk and race: opening or joining
it, lobby, countdown, race, and results.

Begin with `room.py`, the base class of these pages, and `race.py`.
"""
