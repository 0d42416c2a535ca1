"""The terminal client: the `patience` command, in line mode (lines of text) and on the full screen.

Begin with `main.py`, the command tree. No module here imports the server.
"""
