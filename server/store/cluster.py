"""The client for a Redis Cluster, with the interface of the client for one Redis.

The library's client finds the nodes, keeps connections to them, and sends commands that name no
key. Commands that name keys are sent by this module, for three reasons: the library repeats a
command after a failure, which might store it twice; it sends ASKING on one connection and the
command after it on another; it starts a thread for every command of a transaction.
"""

import asyncio
from collections import deque
from collections.abc import AsyncIterator, Iterable, Sequence
from contextlib import asynccontextmanager
from itertools import count
from typing import Any, Literal, NamedTuple

from redis.asyncio.cluster import ClusterNode, RedisCluster
from redis.asyncio.connection import Connection
from redis.commands import AsyncCoreCommands
from redis.exceptions import (
    AskError,
    MovedError,
    NoScriptError,
    RedisError,
    TryAgainError,
)

from server.store.cluster_commands import (
    ASKING,
    NodeRequest,
    key_of,
    needed_key_of,
    open_again,
    packed,
    replies_to,
    slot,
)
from server.store.redis_timeout import ask, join_line

AGAIN_S = 0.02
"""Seconds to wait before a command is sent again that has been refused twice."""

REFUSALS = (AskError, MovedError, NoScriptError, TryAgainError)
"""Errors by which a node refuses a command that it has not executed."""


class _Way(NamedTuple):
    """The node for a request. `asking`: its slot is being moved there."""

    node: ClusterNode
    asking: bool = False

    @property
    def leave(self) -> bytes:
        """The command to send before the request, if any."""
        return ASKING if self.asking else b""


class _Line(NamedTuple):
    """A connection, and the numbers of the requests that are sent on it."""

    node: ClusterNode
    connection: Connection
    members: list[int]


class Cluster(RedisCluster):
    """A client with at most `connections` connections to each node. Requests wait for a free one.

    A command that may have been executed is never sent again. A command that a node refused because
    its slot has moved or is being moved is sent to the other node, until the caller's timeout. If a
    node does not know a script, it gets the script and then the command again.
    """

    def __init__(self, connections: int, **settings: Any) -> None:
        # One more, for the library's own questions about the nodes.
        super().__init__(max_connections=connections + 1, require_full_coverage=False, **settings)
        self._places = asyncio.Semaphore(connections)
        self._scripts: dict[str, bytes] = {}
        self._failed: str | None = None

    async def aclose(self) -> None:
        """Close the connections to all nodes."""
        await super().aclose()
        for nodes in ("nodes_cache", "startup_nodes"):  # which the library may leave open
            await self.nodes_manager.aclose(nodes)

    async def script_load(self, script: Any) -> str:
        """Load a script on all nodes, and later on new ones when they need it. Return its SHA."""
        name = str(await super().script_load(script))
        self._scripts[name] = packed("SCRIPT LOAD", script)
        return name

    async def execute_command(self, *args: Any, **options: Any) -> Any:
        """Send a command and return its reply. Raises the error if that is the reply."""
        key = None if "target_nodes" in options else key_of(args)
        if key is None:
            async with self._place():
                return await super().execute_command(*args, **options)
        raw = bool(options.pop("NEVER_DECODE", False))
        ((reply,),) = await self.send([NodeRequest(key, packed(*args), raw=raw)])
        return self.read(args, options, reply)

    async def at_node_of(self, key: str, *args: Any) -> Any:
        """Send a command that names no key to the node that has `key`, and return its reply."""
        ((reply,),) = await self.send([NodeRequest(key, packed(*args))])
        return self.read(args, {}, reply)

    def read(self, args: Sequence[Any], options: dict[str, Any], reply: Any) -> Any:
        """A reply in the form that the library gives it. Raises the reply if it is an error."""
        if isinstance(reply, Exception):
            raise reply
        callback = self.response_callbacks.get(args[0])
        options.pop("keys", None)
        return callback(reply, **options) if callback else reply

    def pipeline(self, transaction: Any = None, *_: Any) -> Any:
        """An empty batch of commands; a transaction unless `transaction` is False."""
        return Batch(self, transaction=transaction is not False)

    async def send(self, requests: Sequence[NodeRequest]) -> list[list[Any]]:
        """Send requests, with one write to each node. Return the replies to each, in order; the
        reply to a command that failed is its error."""
        replies: list[list[Any]] = [[] for _ in requests]
        taught = set[str]()
        async with self._place():
            await self._look_round()
            ways = {i: _Way(self._owner(request.key)) for i, request in enumerate(requests)}
            for attempt in count():
                lines = await self._lines(requests, ways)
                await self._call_subscriptions(requests, ways, lines, replies)
                ways = {
                    i: await self._other_way(way, refusal, taught)
                    for i, way in ways.items()
                    if (refusal := _refusal(replies[i])) and not _in_vain(refusal, way, taught)
                }
                if not ways:
                    break
                if attempt:
                    await asyncio.sleep(AGAIN_S)
        return replies

    @asynccontextmanager
    async def _place(self) -> AsyncIterator[None]:
        """Wait for one of the `connections` places, and hold it."""
        if self._places.locked():
            join_line()
        await self._places.acquire()
        try:
            ask()
            yield
        finally:
            self._places.release()

    async def _look_round(self) -> None:
        """Ask for the nodes of the slots, if they are not known or a node has failed."""
        await self.initialize()
        if (failed := self._failed) is not None:
            await self.nodes_manager.initialize(last_failed_node_name=failed)
            self._failed = None

    def _owner(self, key: str) -> ClusterNode:
        return self.nodes_manager.get_node_from_slot(slot(key))

    async def _other_way(self, way: _Way, refusal: RedisError, taught: set[str]) -> _Way:
        """The way to send a request again that was refused by this node."""
        if isinstance(refusal, MovedError):
            await self.nodes_manager.move_slot(refusal)
            return _Way(self.nodes_manager.get_node_from_slot(refusal.slot_id))
        if isinstance(refusal, AskError):
            node = self.get_node(host=refusal.host, port=refusal.port)
            if node is None:  # a new node: known at the next refusal
                await self.nodes_manager.initialize()
            return _Way(node, asking=True) if node else way
        if isinstance(refusal, NoScriptError):
            await self._teach(way.node)
            taught.add(way.node.name)
        return way

    async def _teach(self, node: ClusterNode) -> None:
        """Load all scripts on a node."""
        connection = node.acquire_connection()
        try:
            for script in tuple(self._scripts.values()):
                await connection.send_packed_command(script)
                await connection.read_response()
        finally:
            node.release(connection)

    async def _lines(self, requests: Sequence[NodeRequest], ways: dict[int, _Way]) -> list[_Line]:
        """Open a connection to each node of these ways. If a node cannot be reached and its slots
        have moved, `ways` is changed and the other node is used; nothing has been sent by then."""
        try:
            return await self._opened(ways)
        except (RedisError, OSError):
            await self._look_round()
            found = {i: _Way(self._owner(requests[i].key)) for i in ways}
            if all(found[i].node is way.node for i, way in ways.items()):
                raise
            ways.update(found)
            return await self._opened(ways)

    async def _opened(self, ways: dict[int, _Way]) -> list[_Line]:
        nodes: dict[ClusterNode, list[int]] = {}
        for i, way in ways.items():
            nodes.setdefault(way.node, []).append(i)
        lines: list[_Line] = []
        try:
            for node, members in nodes.items():
                lines.append(_Line(node, node.acquire_connection(), members))
                await node.disconnect_if_needed(lines[-1].connection)
                await open_again(lines[-1].connection)
        except BaseException:
            self._failed = lines[-1].node.name if lines else None
            for line in lines:
                line.node.release(line.connection)
            raise
        return lines

    async def _call_subscriptions(
        self,
        requests: Sequence[NodeRequest],
        ways: dict[int, _Way],
        lines: Sequence[_Line],
        replies: list[list[Any]],
    ) -> None:
        """Send the requests that have a way, and put the replies to them into `replies`.

        On an error or cancellation, connections with unread replies are closed.
        """
        unread, node = deque(lines), lines[0].node
        try:
            for line in lines:
                node = line.node
                asked = [ways[i].leave + requests[i].packed for i in line.members]
                await line.connection.send_packed_command(b"".join(asked), check_health=False)
            while unread:
                node, connection, members = unread[0]
                for i in members:
                    if ways[i].asking:
                        await connection.read_response()
                    replies[i] = await replies_to(requests[i], connection)
                unread.popleft()
        except BaseException:
            self._failed = node.name
            for line in unread:
                # Otherwise the next request would read these replies.
                await line.connection.disconnect(nowait=True)
            raise
        finally:
            for line in lines:
                line.node.release(line.connection)


class Batch(AsyncCoreCommands):
    """A pipeline: commands that are sent with one write to each node or, as a transaction, executed
    at one instant. All keys of a transaction must be in one slot."""

    _is_async_client: Literal[True] = True
    _event_dispatcher: Any = None

    def __init__(self, cluster: Cluster, *, transaction: bool) -> None:
        self._cluster = cluster
        self._transaction = transaction
        self._queued: list[tuple[tuple[Any, ...], dict[str, Any]]] = []

    def execute_command(self, *args: Any, **options: Any) -> Any:
        """Queue a command."""
        self._queued.append((args, options))
        return self

    async def execute(self) -> list[Any]:
        """Send the queued commands and return their replies, in order. Raises the first error.

        Raises ValueError if the keys of a transaction are in several slots; nothing is sent then.
        """
        queued, self._queued = self._queued, []
        if not queued:
            return []
        found = await (self._at_once(queued) if self._transaction else self._each(queued))
        return [
            self._cluster.read(args, options, reply)
            for (args, options), reply in zip(queued, found, strict=True)
        ]

    async def _each(self, queued: Iterable[tuple[tuple[Any, ...], dict[str, Any]]]) -> list[Any]:
        requests = [NodeRequest(needed_key_of(args), packed(*args)) for args, _ in queued]
        return [reply for (reply,) in await self._cluster.send(requests)]

    async def _at_once(self, queued: Sequence[tuple[tuple[Any, ...], dict[str, Any]]]) -> list[Any]:
        names = [needed_key_of(args) for args, _ in queued]
        if len({slot(name) for name in names}) != 1:
            raise ValueError("a transaction is about keys of one slot")
        commands = [("MULTI",), *(args for args, _ in queued), ("EXEC",)]
        written = b"".join(packed(*command) for command in commands)
        (replies,) = await self._cluster.send([NodeRequest(names[0], written, len(commands))])
        for reply in replies:
            if isinstance(reply, Exception):
                raise reply
        return list(replies[-1])


def _refusal(replies: Iterable[Any]) -> RedisError | None:
    return next((reply for reply in replies if isinstance(reply, REFUSALS)), None)


def _in_vain(refusal: RedisError, way: _Way, taught: set[str]) -> bool:
    return isinstance(refusal, NoScriptError) and way.node.name in taught
