"""The crowns: what a candidate has to win in a row, as facts, a run computed from them, and awards.

Begin with `rules.py`.
"""
