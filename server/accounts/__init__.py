"""Accounts: claimed names, passwords, sessions, friends, and their data.

Imports `access`, `store` and `observability`. Begin with `store.py`; `sign_in.py` opens sessions.
"""
