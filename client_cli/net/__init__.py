"""Connections to a server: websocket, addresses, requests, a seat in a room.

This package imports `local`, `messages` and `state`. Begin with `connection.py`, which reconnects
by itself, then `room_client.py`.
"""
