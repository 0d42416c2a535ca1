"""Measure what the server is meant to reach, beside the bare echo server: `python -m bench aims`.
Begin with `run.py`."""
