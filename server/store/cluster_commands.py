"""Cluster commands: packing commands for nodes, finding their slots, reading replies."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from hiredis import pack_command
from redis.asyncio.cluster import RedisCluster
from redis.asyncio.connection import Connection
from redis.crc import key_slot
from redis.exceptions import ClusterDownError, ResponseError


class NodeRequest(NamedTuple):
    """Packed commands whose keys are in one slot; `key` is one of them. `replies` is the number of
    commands. With `raw`, replies stay bytes."""

    key: str
    packed: bytes
    replies: int = 1
    raw: bool = False


def slot(key: str) -> int:
    """The slot of a key, from 0 to 16,383. All keys with the same hash tag have one slot."""
    return int(key_slot(key.encode()))


def packed(*args: Any) -> bytes:
    """The bytes of a command in the Redis protocol."""
    words = (*args[0].split(" "), *args[1:])  # "SCRIPT LOAD" are two
    return bytes(pack_command(words))


ASKING = packed("ASKING")
"""Makes a node execute the next command although the slot is still being moved to it."""


def key_of(args: Sequence[Any]) -> str | None:
    """The key that decides to which node a command goes; None for a command that names no key."""
    if args[0] in RedisCluster.COMMAND_FLAGS:
        return None
    if args[0] in ("EVAL", "EVALSHA"):
        return str(args[3])
    if args[0] == "XREAD":
        return str(args[args.index(b"STREAMS") + 1])
    return str(args[1])


def needed_key_of(args: Sequence[Any]) -> str:
    """The same. Raises ValueError for a command that names no key."""
    key = key_of(args)
    if key is None:
        raise ValueError(f"{args[0]} is about no key")
    return key


async def open_again(connection: Connection) -> None:
    """Open a connection unless it is open. One that the other side has closed is opened again."""
    if connection.is_connected and await connection.can_read():
        await connection.disconnect(nowait=True)
    if not connection.is_connected:
        await connection.connect()  # type: ignore[no-untyped-call]


async def replies_to(request: NodeRequest, connection: Connection) -> list[Any]:
    """Read the replies to a request. The reply to a command that failed is its error.

    Raises ClusterDownError, and whatever breaks the connection.
    """
    found: list[Any] = []
    for _ in range(request.replies):
        try:
            found.append(await connection.read_response(disable_decoding=request.raw))
        except ClusterDownError:
            raise  # the nodes of the slots have to be asked for again
        except ResponseError as error:
            found.append(error)
    return found
