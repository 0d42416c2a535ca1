"""Crown races: events in which candidates play the same five deals, each at their own pace.

A candidate is an account that tries for a crown, an award for great games (five games of patience)
won in a row. A crown race has one deal of each great game.

This package imports `own_pace`, which has what all races at each player's own pace need, and the
packages below it. Begin with `state.py` (a crown race and the decisions that change it), then
`service.py`. The handlers are in `handlers/crown_races.py`.
"""
