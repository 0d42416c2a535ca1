"""Tournaments on the client: the known state of a tournament, definition files, requests to the
server, and verification of a finished tournament.

This package imports `local`, `messages` and `net`. Begin with `state.py`; `verify.py` checks a
finished tournament.
"""
