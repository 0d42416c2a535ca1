"""Finished races: archives them, and builds their records and replays. A record is a document with
which anybody can verify a race; a replay shows how the position changed with each move.

This package imports `rooms`, `boards`, `leaderboards`, `accounts` and the packages below them.
Begin with `archiver.py`.
"""
