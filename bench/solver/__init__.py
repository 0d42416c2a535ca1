"""Measure the solver.

`speed.py` measures how many nodes a second it searches, beside other solvers on the same deals
(`others.py`), and `decided.py` how many deals of each game it decides.
"""
