"""Who may use the server and how much: client addresses, bans, rate limits.

Imports `store` and `observability`. Begin with `rate_limits.py`.
"""
