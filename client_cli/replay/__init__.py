"""Look back at finished games: their positions move by move, comparison of two players, charts of
progress, certificates of crowns.

This package imports `features`, `messages` and `terminal`. Begin with `positions.py`.
"""
