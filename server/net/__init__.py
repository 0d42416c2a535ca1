"""Sockets and HTTP: the listening port, websocket connections, pages, and graceful shutdown.

Imports `handlers`, `web` and below. Begin with `listener.py`, then `connection.py`.
"""
