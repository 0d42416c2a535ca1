"""Rooms and their races in line mode: host, join, race, watch, standings, the practice bot.

Begin with `rooms.py` and `race.py`.
"""
