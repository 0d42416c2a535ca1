"""Tournaments in line mode: the commands, their arguments, playing a tournament, and checking its
records.

Begin with `tournaments.py`.
"""
