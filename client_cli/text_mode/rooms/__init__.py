"""Rooms and their races in line mode: host, join, race, watch, standings, the practice bot.

Begin with `rooms.py` (the commands) and `race.py` (what a player types and sees in a room).
"""
