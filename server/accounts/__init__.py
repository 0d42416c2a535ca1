"""Accounts: claimed names, passwords, sessions, friends, preferences and seats.

This package imports `access`, `store` and `observability`. Begin with `store.py`, which reads and
writes accounts. `sign_in.py` opens sessions, that is, log-ins on one device.
"""
