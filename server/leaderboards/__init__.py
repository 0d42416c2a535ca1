"""The results log, and the leaderboards, ratings and head-to-head results computed from it.

This package imports `rooms`, `views`, `accounts` and the packages below them. Begin with
`results_log.py` (one entry for each race), then `projector.py` (which applies entries to
leaderboards).
"""
