"""The results log, and the leaderboards, ratings and head-to-head results computed from it. The
results log is the list of the results of all finished races.

This package imports `rooms`, `views`, `accounts` and the packages below them. Begin with
`results_log.py` (one entry for each race), then `projector.py` (which applies entries to
leaderboards).
"""
