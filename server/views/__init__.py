"""Makes every message about a room, with only what the viewer may see.

Imports `rooms`, `boards` and below. Begin with `visibility.py`.
"""
