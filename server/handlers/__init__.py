"""Request handlers: one module for each family of requests that a connection may send.

Each connection has its own objects with handlers. The attribute `handlers` of such an object maps
the type of a request to the function that handles it. This package imports every package below
`net`. Begin with `dispatch.py`, which routes a request to its handler; `services.py` lists the
services of the process that handlers use.
"""
