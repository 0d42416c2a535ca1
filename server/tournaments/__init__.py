"""Tournaments: state, state machine, pairings, and the work that each step leaves to be done.

Imports `live_rooms`, `accounts` and below. Begin with `state.py`, then `transitions.py` (steps that
fall due) and `organiser_commands.py`; `service.py` stores steps. The handlers are in
`handlers/tournaments.py`.
"""
