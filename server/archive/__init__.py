"""Finished races: archives them, and builds their records and replays.

This package imports `rooms`, `boards`, `leaderboards`, `accounts` and the packages below them.
Begin with `archiver.py`.
"""
