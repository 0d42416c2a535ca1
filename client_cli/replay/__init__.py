"""Look back at finished games: positions, comparison, charts, certificates.

This package imports `features`, `messages` and `terminal`. Begin with `positions.py`.
"""
