"""The game server: rooms, races, tournaments and leaderboards, stored in Redis.

Begin with `app.py`, which builds one server process from its parts. `docs/architecture.md` shows
how the packages depend on each other. This package imports neither of the clients.
"""
