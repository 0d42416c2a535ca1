"""The terminal client: the `patience` command, line mode and full screen.

Begin with `main.py`, the command tree. Nothing here imports the server.
"""
