"""Requests about accounts, leaderboards, crowns, calls, rivals and history, and their sentences.

Imports `net`, `state`, `messages` and `local`. Begin with `accounts.py`.
"""
