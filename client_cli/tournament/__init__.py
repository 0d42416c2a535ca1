"""Tournaments on the client: state, definition files, requests, verification.

This package imports `local`, `messages` and `net`. Begin with `state.py`; `verify.py` checks a
finished tournament.
"""
