"""Logs, errors and metrics.

Imports nothing of the server but `errors.py`. Begin to read with `logs.py`.
"""
