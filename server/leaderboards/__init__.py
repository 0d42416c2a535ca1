"""The results log, and the leaderboards, ratings and rivals computed from it.

Imports `rooms`, `views`, `accounts` and below. Begin with `results_log.py` (written once a race),
then `projector.py` (which turns entries into rows).
"""
