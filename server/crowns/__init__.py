"""Runs of candidates for the Triple and Quintuple Crown: rules, storage and notification.

Imports `live_rooms`, `accounts` and below. Begin with `reducer.py` (a candidate, and how facts
change the run); `watcher.py` applies the events of rooms.
"""
