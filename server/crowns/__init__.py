"""Candidates for the Triple and the Quintuple Crown: their runs, kept and metered by the server."""
