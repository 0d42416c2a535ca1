"""Tournaments on the client: state, definition files, requests, verification.

Imports `net`, `state`, `messages` and `local`. Begin with `state.py`; `verify.py` checks a finished
tournament.
"""
