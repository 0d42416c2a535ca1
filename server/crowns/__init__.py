"""Runs of candidates for the Triple and Quintuple Crown: rules, storage and notification.

This package imports `live_rooms`, `accounts` and the packages below them. Begin with `reducer.py`:
it applies facts, such as the end of a game, to the run of a candidate. `fact_extractor.py` derives
the facts from the events of rooms. `watcher.py` sees to it that new facts are applied.
"""
