"""Tournaments: state, state machine, pairings, and the effects of each step.

Imports `live_rooms`, `accounts` and below. Begin with `state.py`, then `transitions.py` (steps that
fall due) and `organiser_commands.py`; `service.py` stores steps. The handlers are in
`handlers/tournaments.py`.
"""
