"""Makes the messages about rooms. Each has only what its viewer, a player or spectator, may see.

Imports `rooms`, `boards` and below. Begin with `visibility.py`.
"""
