"""Own-pace races: events whose contestants play the same deals, each alone and when they like.

Each contestant plays each deal in a room of its own, as a race with one contestant. All deals
follow from one secret, which is disclosed when nobody plays any of them any more. Crown races
and leisure races are the kinds of own-pace races.

This package imports `live_rooms`, `accounts` and the packages below them. Begin with `state.py`;
`store.py`, `service.py`, `rooms.py` and `account_data.py` have what all kinds need.
"""
