"""The solver: a search that finds out whether a game can be won if all its cards are known, and by
which moves. In games that are played for points it looks for the best total.

A *node* is a position whose moves the search has tried. The solver counts nodes, never time, so it
gives the same verdict on every machine. It has a version, which changes with its answers.

Begin with `solve.py`. `search.py` searches for a win, and `positions.py` says what the search needs
from a game. `single_games.py` has what is known about single games. Baker's Dozen, Klondike and The
Demon have files of their own, with positions in which the search makes a move and takes it back
(`mutable.py`), because that is faster. `talons.py` has the stock and waste of such positions,
`blocked.py` finds cards that block each other for ever, and `grids.py` looks for the best total.
`analysis.py` finds out where the contestants of a finished race lost it.
`winnable_deals.py` looks for a deal that can be won, and `difficulty.py` says how difficult one is,
by the classes of `difficulty_classes.py`.
"""
