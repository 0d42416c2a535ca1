"""What a connection may ask: one module a family of requests.

Imports every package below `net`. Begin with `dispatch.py`, which routes a request to its handler;
`services.py` lists what handlers work with.
"""
