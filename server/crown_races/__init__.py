"""Crown races: candidates who start together on the same five deals, each at their own pace.

This package imports `live_rooms`, `accounts` and the packages below them. Begin with `state.py` (a
crown race and the decisions that change it), then `service.py`. The handlers are in
`handlers/crown_races.py`.
"""
