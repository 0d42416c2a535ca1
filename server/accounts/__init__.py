"""Accounts: claimed names, passwords, sessions, friends, preferences and seats.

Imports `access`, `store` and `observability`. Begin with `store.py`, which reads and writes
accounts; `sign_in.py` opens sessions.
"""
