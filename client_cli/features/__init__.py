"""Requests about accounts, leaderboards, crowns, telephone calls, rivals and history, and the
sentences that show the answers.

This package imports `local`, `messages`, `net`, `state` and `terminal`. Begin with `accounts.py`.
"""
