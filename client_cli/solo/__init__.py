"""Playing alone: the game, saved games, ghosts, simulations.

Imports `messages`, `local` and `terminal`. Begin with `game.py`.
"""
