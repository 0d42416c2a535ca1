"""What the client knows of a room, folded from the server's messages.

Imports `local` and `terminal`. Begin with `session.py` and `types.py`.
"""
