"""Crown races: candidates who start together on the same five deals.

Imports `live_rooms`, `accounts` and below. Begin with `state.py` (the value and its decisions),
then `service.py`. The handlers are in `handlers/crown_races.py`.
"""
