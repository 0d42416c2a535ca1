"""Access to the store: the client, keys, streams, heartbeat, and the embedded server. The store is
Redis with the data of this program.

Imports only the package `observability`. Begin to read with `redis_client.py`; `redis_commands.py`
has the types of replies, `scripts.py` runs Lua scripts. `keys.py` is the only file that spells out
keys. What a feature reads and writes is in the `store.py` of its package.
"""
