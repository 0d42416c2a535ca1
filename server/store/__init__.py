"""Redis: the client, keys, streams, heartbeat, and the embedded server.

Imports `observability` only. Begin with `redis_client.py`; `redis_commands.py` has the types of
replies, `scripts.py` runs Lua scripts. `keys.py` is the only file that spells
out keys. Each feature has its own `store.py`.
"""
