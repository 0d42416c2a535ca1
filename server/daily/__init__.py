"""Daily deals: their secrets, who has tried them, and the results.

Imports `rooms`, `accounts` and `store`. Begin with `store.py`; which deal a day has is in
`rooms/daily_deals.py`, and the handlers are in `handlers/dailies.py`.
"""
