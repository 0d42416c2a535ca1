"""Requests about tournaments.

Begin to read with `requests.py`, which has the requests of entrants and spectators. `plans.py`
checks and answers drafts, and `organiser.py` has the requests of organisers.
"""
