"""Redis: the client, keys, streams, heartbeat, and the embedded server.

Imports `observability` alone. Begin with `redis_client.py`; `keys.py` is the only file that spells
a key. Each feature has a `store.py` of its own.
"""
