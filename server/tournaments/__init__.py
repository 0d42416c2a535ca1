"""Tournaments: state, state machine, pairings, and the work that each step leaves to be done. A
step is one stored change of a tournament.

Imports the packages `live_rooms`, `accounts` and those that they import. Begin to read with
`state.py`, then `transitions.py` (steps that fall due) and `organiser_commands.py`; `service.py`
stores steps. The handlers are in `handlers/tournaments.py`.
"""
