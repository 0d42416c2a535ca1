"""Limits on the use of the server: client addresses, bans, rate limits.

This package imports `store` and `observability`. Begin with `rate_limits.py`.
"""
