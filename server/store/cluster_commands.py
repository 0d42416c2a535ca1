"""Functions for commands to nodes of a cluster: pack them, find their slots, read their replies."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from hiredis import pack_command
from redis.asyncio.cluster import RedisCluster
from redis.asyncio.connection import AbstractConnection, Connection
from redis.crc import key_slot
from redis.exceptions import ClusterDownError, ResponseError


class NodeRequest(NamedTuple):
    """Commands to one node, in the Redis protocol. All their keys are in one slot; `key` is one of
    these keys. `replies` is the number of commands. With `raw`, replies are not decoded."""

    key: str
    packed: bytes
    replies: int = 1
    raw: bool = False


def slot(key: str) -> int:
    """Return the slot of a key, from 0 to 16,383. Keys with one hash tag have the same slot."""
    return int(key_slot(key.encode()))


def packed(*args: Any) -> bytes:
    """Return the bytes of a command in the Redis protocol."""
    words = (*args[0].split(" "), *args[1:])  # "SCRIPT LOAD" is two words
    return bytes(pack_command(words))


def packed_word(word: str) -> bytes:
    """Return one word of a command in the Redis protocol. A command is `*`, the number of its
    words, a line break, and its words."""
    encoded = word.encode()
    return b"$%d\r\n%b\r\n" % (len(encoded), encoded)


def packed_words(*words: str) -> bytes:
    """Return several words of a command in the Redis protocol."""
    return b"".join(map(packed_word, words))


ASKING = packed("ASKING")
"""A command that makes a node execute the next command although its slot is still being moved to
this node."""


def key_of(args: Sequence[Any]) -> str | None:
    """Return the key that decides to which node a command is sent; None for a command that names no
    key."""
    if args[0] in RedisCluster.COMMAND_FLAGS:
        return None
    if args[0] in ("EVAL", "EVALSHA"):
        return str(args[3])
    if args[0] == "XREAD":
        return str(args[args.index(b"STREAMS") + 1])
    return str(args[1])


def needed_key_of(args: Sequence[Any]) -> str:
    """Return the key that decides to which node a command is sent. Raises ValueError for a command
    that names no key."""
    key = key_of(args)
    if key is None:
        raise ValueError(f"{args[0]} names no key")
    return key


async def open_again(connection: AbstractConnection) -> None:
    """Open a connection if it is not open, or if the node has closed it."""
    if connection.is_connected and await connection.can_read():
        await connection.disconnect(nowait=True)
    if not connection.is_connected:
        await connection.connect()  # type: ignore[no-untyped-call]


async def replies_to(request: NodeRequest, connection: Connection) -> list[Any]:
    """Read and return the replies to a request. The reply to a command that failed is its error,
    except that a ClusterDownError is raised and not returned.

    If the connection breaks, raises the error of the connection.
    """
    found: list[Any] = []
    for _ in range(request.replies):
        try:
            found.append(await connection.read_response(disable_decoding=request.raw))
        except ClusterDownError:
            raise  # the caller then asks again which node has which slot
        except ResponseError as error:
            found.append(error)
    return found
