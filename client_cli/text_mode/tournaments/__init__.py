"""Tournaments in line mode: the commands, their arguments, playing a tournament, and checking its
records.

An organiser runs a tournament: rounds of races with one table of points. Its players are the
entrants.

Begin with `tournaments.py`.
"""
