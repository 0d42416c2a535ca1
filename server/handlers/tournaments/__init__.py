"""Requests about tournaments.

Begin to read with `requests.py`, which has the requests of entrants (the players of a tournament)
and spectators. `organiser.py` has the requests of organisers, who run tournaments. `plans.py`
checks the plans that organisers send; a plan says how a tournament is played.
"""
