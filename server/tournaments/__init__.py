"""Tournaments: state, state machine, pairings, and the work that each step leaves to be done. A
step is one stored change of a tournament.

In a tournament, entrants play rounds of races on the same deals, and a table ranks them by their
results. The organiser, an account, creates the tournament and runs it.

This package imports `live_rooms`, `accounts` and the packages below them. Begin with `state.py`,
then `transitions.py` (steps that fall due) and `organiser_commands.py`; `service.py` stores steps.
The handlers are in `handlers/tournaments/requests.py`.
"""
