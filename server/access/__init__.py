"""Limits on the use of the server: client addresses, bans, rate limits.

A hall is an address from which many people take part in a tournament; its limits are raised.

This package imports `store` and `observability`. Begin with `rate_limits.py`.
"""
