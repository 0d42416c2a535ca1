"""Sockets and HTTP: the listener, connections, pages, and letting connections go.

Imports `handlers`, `web` and below. Begin with `listener.py`, then `connection.py`.
"""
