"""Runs for the Triple and Quintuple Crown: state, rules, and who is told.

Imports `live_rooms`, `accounts` and below. Begin with `reducer.py` (a run and how facts change it);
`watcher.py` feeds it with the events of rooms.
"""
