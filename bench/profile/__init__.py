"""Measure what limits the server: where its CPU goes, and where the time until an answer goes. Run
with `python -m bench profile`; begin with `run.py`."""
