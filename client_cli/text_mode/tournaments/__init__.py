"""Tournaments in line mode: commands, their arguments, playing, and checking of records.

Begin with `tournaments.py`.
"""
