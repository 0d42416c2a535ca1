"""Daily deals: their secrets, who has tried them, and the results.

A daily deal is the same for everybody on one day, and each account may play it once (one try).

This package imports `rooms`, `accounts` and `store`. Begin with `store.py`. Which deal a day has is
in `rooms/daily_deals.py`; the handlers are in `handlers/dailies.py`.
"""
