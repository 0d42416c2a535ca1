"""Messages of a room: its settings and events, the race, boards, standings, talk and watching.

Begin with `races.py` and `boards.py`.
"""
