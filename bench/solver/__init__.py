"""Measure the solver.

`speed.py` measures how many nodes a second it searches, beside other solvers on the same deals
(`others.py`), `decided.py` how many deals of each game it decides, and `waits.py` how long a search
for a winnable deal takes.
"""
