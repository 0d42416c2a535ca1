"""Request handlers: one module for each family of requests that a connection may send.

This package imports every package below `net`. Begin with `dispatch.py`, which routes a request to
its handler; `services.py` lists the services of the process that handlers use.
"""
