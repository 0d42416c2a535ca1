"""Benchmarks of the engine, the server and the terminal client: `python -m bench`.

Begin with `__main__.py`. Loads on the server are in `plan.py`, `load_runner.py` and
`contestant.py`. A load is a set of simulated contestants; the bare echo server (`echo.py`) gets the
same load for comparison.
"""
