"""Messages of a room, a place on the server in which people meet to race: its settings and events,
the race, boards, standings, talk and watching.

Begin with `races.py` and `boards.py`.
"""
