"""`python -m server admin`: what the person who runs a server may do, beside it or alone."""

from server.ops.admin.main import main

__all__ = ["main"]
