"""Connections to a server: websocket, addresses, requests, a seat in a room.

Imports `state`, `messages` and `local`. Begin with `connection.py`, which reconnects by itself,
then `room_client.py`.
"""
