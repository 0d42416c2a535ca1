"""Playing alone: the game, saved games, races against recorded games (ghosts), simulations.

This package imports `local`, `messages`, `state` and `terminal`. Begin with `game.py`.
"""
