"""Runs of candidates for the Triple and Quintuple Crown: rules, storage and notification.

A candidate is an account that tries for a crown. Its run is the great games (five games of
patience) that it has won in a row: three different ones win the Triple Crown, all five the
Quintuple Crown.

This package imports `live_rooms`, `accounts` and the packages below them. Begin with `reducer.py`:
it applies facts, such as the end of a game, to the run of a candidate. `fact_extractor.py` derives
the facts from the events of rooms. `watcher.py` sees to it that new facts are applied.
"""
