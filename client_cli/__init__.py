"""The terminal client: the `patience` command, in line mode (lines of text) and on the full screen.

Begin with `main.py`, which runs a command line, then `commands/tree.py`, the tree of all commands.
No module here imports the server.
"""
