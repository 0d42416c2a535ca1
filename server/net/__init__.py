"""Sockets and HTTP: the listening port, websocket connections, pages, and graceful shutdown.

Imports the packages `handlers`, `web` and those that they import. Begin to read with `listener.py`,
then `connection.py`.
"""
