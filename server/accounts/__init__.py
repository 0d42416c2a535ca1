"""Accounts: claimed names, passwords, sessions, friends, preferences and seats.

A claimed name is one that belongs to an account. A session is a log-in on one device. A seat is a
numbered place in a room, where people play against each other.

This package imports `access`, `store` and `observability`. Begin with `store.py`, which reads and
writes accounts. `sign_in.py` begins sessions.
"""
