"""What an audience may see of a room; every message about a room leaves through here.

Imports `rooms`, `boards` and below. Begin with `visibility.py`.
"""
