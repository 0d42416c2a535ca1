"""Logs, errors and metrics.

Imports no other package of the server. Begin with `logs.py`.
"""
