"""What is sent to the nodes of a cluster: commands, each about the keys of one slot."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from hiredis import pack_command
from redis.asyncio.cluster import RedisCluster
from redis.asyncio.connection import Connection
from redis.crc import key_slot
from redis.exceptions import ClusterDownError, ResponseError


class NodeRequest(NamedTuple):
    """Packed commands about keys of one slot, of which `key` is one. `raw` replies stay bytes."""

    key: str
    packed: bytes
    replies: int = 1
    raw: bool = False


def slot(key: str) -> int:
    """Which of the 16,384 slots of a cluster a key lies in: one for all keys of a tag."""
    return int(key_slot(key.encode()))


def packed(*args: Any) -> bytes:
    """A command as it is sent."""
    words = (*args[0].split(" "), *args[1:])  # "SCRIPT LOAD" are two
    return bytes(pack_command(words))


ASKING = packed("ASKING")
"""Lets the next command in to a slot that is on its way."""


def key_of(args: Sequence[Any]) -> str | None:
    """The key that says where a command goes; None of one that is about nodes."""
    if args[0] in RedisCluster.COMMAND_FLAGS:
        return None
    if args[0] in ("EVAL", "EVALSHA"):
        return str(args[3])
    if args[0] == "XREAD":
        return str(args[args.index(b"STREAMS") + 1])
    return str(args[1])


def needed_key_of(args: Sequence[Any]) -> str:
    key = key_of(args)
    if key is None:
        raise ValueError(f"{args[0]} is about no key")
    return key


async def open_again(connection: Connection) -> None:
    """Have a connection open, also one that the other side has closed."""
    if connection.is_connected and await connection.can_read():
        await connection.disconnect(nowait=True)
    if not connection.is_connected:
        await connection.connect()  # type: ignore[no-untyped-call]


async def replies_to(request: NodeRequest, connection: Connection) -> list[Any]:
    """What is said to a request; the error, where a command has failed."""
    found: list[Any] = []
    for _ in range(request.replies):
        try:
            found.append(await connection.read_response(disable_decoding=request.raw))
        except ClusterDownError:
            raise  # who has what is in doubt
        except ResponseError as error:
            found.append(error)
    return found
