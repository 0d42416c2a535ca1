"""Daily deals: their secrets, who has tried them, and the results.

This package imports `rooms`, `accounts` and `store`. Begin with `store.py`. Which deal a day has is
in `rooms/daily_deals.py`; the handlers are in `handlers/dailies.py`.
"""
