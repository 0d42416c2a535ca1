"""Crowns in line mode: the run of the player, and crown races.

Begin with `crowns.py`.
"""
