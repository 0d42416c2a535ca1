"""Crowns in line mode: the player's run for a crown, crown races, and the roll of honour (the list
of all crowns won).

The great games are five difficult kinds of patience. A crown is an award for winning several of
them in a row: the Triple Crown for three, the Quintuple Crown for all five. A run is the great
games that a player has won in a row so far.

Begin with `crowns.py`.
"""
