"""Crown races: events in which candidates play the same five deals, each at their own pace.

A candidate is an account that tries for a crown, an award for great games (five games of patience)
won in a row. A crown race has one deal of each great game.

This package imports `live_rooms`, `accounts` and the packages below them. Begin with `state.py` (a
crown race and the decisions that change it), then `service.py`. The handlers are in
`handlers/crown_races.py`.
"""
