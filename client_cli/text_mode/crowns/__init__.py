"""Crowns in line mode: the player's run for a crown, crown races, and the roll of honour.

Begin with `crowns.py`.
"""
