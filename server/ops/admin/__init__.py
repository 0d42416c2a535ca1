"""`patience admin`: commands for operators, with or without a running server."""

from server.ops.admin.main import main

__all__ = ["main"]
