"""Finished races: archives them, and builds their records and replays.

Imports `rooms`, `boards`, `leaderboards`, `accounts` and below. Begin with `archiver.py`.
"""
