"""Visibility: what each viewer may see of a room. Every message about a room is made here.

Imports `rooms`, `boards` and below. Begin with `visibility.py`.
"""
