"""Logs, errors and metrics.

Imports nothing of the server but `errors.py`. Begin with `logs.py`.
"""
