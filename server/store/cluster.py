"""The client for a Redis Cluster. It has the interface of the client for a single Redis.

The client of redis-py finds the nodes, keeps connections to them, and sends commands that name no
key. This module sends the commands that name keys, for three reasons: redis-py repeats a command
after a failure, which may execute it twice; it sends ASKING on one connection and the command after
it on another; it starts a thread for every command of a transaction.
"""

import asyncio
from collections import deque
from collections.abc import AsyncIterator, Iterable, Sequence
from contextlib import asynccontextmanager
from itertools import count
from typing import Any, NamedTuple

from redis.asyncio.cluster import ClusterNode, RedisCluster
from redis.asyncio.connection import Connection
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
from server.store.pipelines import Pipeline, read_reply
from server.store.redis_timeout import note_queued, note_sent

RETRY_S = 0.02
"""Seconds to wait before sending a command again that nodes have refused twice or more."""

REFUSALS = (AskError, MovedError, NoScriptError, TryAgainError)
"""The errors with which a node of a cluster refuses a command without executing it."""


class _Route(NamedTuple):
    """The node to which a request is sent. `asking` says that the slot of the request's key is just
    being moved to this node."""

    node: ClusterNode
    asking: bool = False

    @property
    def prefix(self) -> bytes:
        """The command ASKING in the Redis protocol, which must be sent before the request; empty if
        it is not needed."""
        return ASKING if self.asking else b""


class _NodeBatch(NamedTuple):
    """A connection to a node, and the indices of the requests that are sent on it."""

    node: ClusterNode
    connection: Connection
    members: list[int]


class Cluster(RedisCluster):
    """A client for a cluster, with at most `connections` connections to each node. Requests wait
    for a free connection.

    A command that may have been executed is never sent again. A command that a node refused because
    its slot has moved or is being moved is sent to the node that has the slot now. If that node
    refuses it too, it is sent again, until the caller's timeout expires. A node that does not know
    a script gets the script, and then the command again.
    """

    def __init__(self, connections: int, **settings: Any) -> None:
        # One connection more, because redis-py itself asks nodes for the slots.
        super().__init__(max_connections=connections + 1, require_full_coverage=False, **settings)
        self._permits = asyncio.Semaphore(connections)
        self._scripts: dict[str, bytes] = {}
        self._failed: str | None = None

    async def aclose(self) -> None:
        """Close the connections to all nodes."""
        await super().aclose()
        for nodes in ("nodes_cache", "startup_nodes"):  # redis-py may leave these open
            await self.nodes_manager.aclose(nodes)

    async def script_load(self, script: Any) -> str:
        """Load a script on all nodes, and return its SHA. A node that joins the cluster later gets
        the script when it needs it."""
        name = str(await super().script_load(script))
        self._scripts[name] = packed("SCRIPT LOAD", script)
        return name

    async def execute_command(self, *args: Any, **options: Any) -> Any:
        """Send a command and return its reply. If the reply is an error, raise it."""
        key = None if "target_nodes" in options else key_of(args)
        if key is None:
            async with self._permit():
                return await super().execute_command(*args, **options)
        raw = bool(options.pop("NEVER_DECODE", False))
        ((reply,),) = await self.send([NodeRequest(key, packed(*args), raw=raw)])
        return read_reply(self, args, options, reply)

    async def at_node_of(self, key: str, *args: Any) -> Any:
        """Send a command that names no key to the node that has `key`, and return its reply."""
        ((reply,),) = await self.send([NodeRequest(key, packed(*args))])
        return read_reply(self, args, {}, reply)

    def pipeline(self, transaction: Any = None, *_: Any) -> Any:
        """Return an empty pipeline. It is a transaction unless `transaction` is False."""
        return Pipeline(self, needed_key_of, transaction=transaction is not False)

    async def send(self, requests: Sequence[NodeRequest]) -> list[list[Any]]:
        """Send requests, with one write to each node. Return a list of replies for each request, in
        order. The reply to a command that failed is the error. Raises an error if a node cannot be
        reached or a connection breaks; then commands may have been executed or not."""
        replies: list[list[Any]] = [[] for _ in requests]
        reloaded = set[str]()
        async with self._permit():
            await self._refresh_nodes()
            routes = {i: _Route(self._owner(request.key)) for i, request in enumerate(requests)}
            for attempt in count():
                batches = await self._batches(requests, routes)
                await self._exchange(requests, routes, batches, replies)
                routes = {
                    i: await self._new_route(route, refusal, reloaded)
                    for i, route in routes.items()
                    if (refusal := _refusal(replies[i])) and not _is_final(refusal, route, reloaded)
                }
                if not routes:
                    break
                if attempt:
                    await asyncio.sleep(RETRY_S)
        return replies

    @asynccontextmanager
    async def _permit(self) -> AsyncIterator[None]:
        """Context manager: limit the requests under way to `connections`. Wait until fewer are
        under way, then run the block."""
        if self._permits.locked():
            note_queued()
        await self._permits.acquire()
        try:
            note_sent()
            yield
        finally:
            self._permits.release()

    async def _refresh_nodes(self) -> None:
        """Ask the cluster which node has which slot, if that is not known or a node has failed."""
        await self.initialize()
        if (failed := self._failed) is not None:
            await self.nodes_manager.initialize(last_failed_node_name=failed)
            self._failed = None

    def _owner(self, key: str) -> ClusterNode:
        return self.nodes_manager.get_node_from_slot(slot(key))

    async def _new_route(self, route: _Route, refusal: RedisError, reloaded: set[str]) -> _Route:
        """Return the route for sending a request again after the node of `route` has refused it. If
        the node did not know a script, load all scripts on it and add its name to `reloaded`."""
        if isinstance(refusal, MovedError):
            await self.nodes_manager.move_slot(refusal)
            return _Route(self.nodes_manager.get_node_from_slot(refusal.slot_id))
        if isinstance(refusal, AskError):
            node = self.get_node(host=refusal.host, port=refusal.port)
            if node is None:  # a new node: it is found at the next refusal
                await self.nodes_manager.initialize()
            return _Route(node, asking=True) if node else route
        if isinstance(refusal, NoScriptError):
            await self._load_scripts(route.node)
            reloaded.add(route.node.name)
        return route

    async def _load_scripts(self, node: ClusterNode) -> None:
        """Load all scripts on a node."""
        connection = node.acquire_connection()
        try:
            for script in tuple(self._scripts.values()):
                await connection.send_packed_command(script)
                await connection.read_response()
        finally:
            node.release(connection)

    async def _batches(
        self, requests: Sequence[NodeRequest], routes: dict[int, _Route]
    ) -> list[_NodeBatch]:
        """Open a connection to each node in `routes`, which has the route of each request by the
        index of the request. If a node cannot be reached and its slots have moved, change `routes`
        and connect to the nodes that have the slots now. No request is sent here."""
        try:
            return await self._opened_batches(routes)
        except (RedisError, OSError):
            await self._refresh_nodes()
            found = {i: _Route(self._owner(requests[i].key)) for i in routes}
            if all(found[i].node is route.node for i, route in routes.items()):
                raise
            routes.update(found)
            return await self._opened_batches(routes)

    async def _opened_batches(self, routes: dict[int, _Route]) -> list[_NodeBatch]:
        nodes: dict[ClusterNode, list[int]] = {}
        for i, route in routes.items():
            nodes.setdefault(route.node, []).append(i)
        batches: list[_NodeBatch] = []
        try:
            for node, members in nodes.items():
                batches.append(_NodeBatch(node, node.acquire_connection(), members))
                await node.disconnect_if_needed(batches[-1].connection)
                await open_again(batches[-1].connection)
        except BaseException:
            self._failed = batches[-1].node.name if batches else None
            for batch in batches:
                batch.node.release(batch.connection)
            raise
        return batches

    async def _exchange(
        self,
        requests: Sequence[NodeRequest],
        routes: dict[int, _Route],
        batches: Sequence[_NodeBatch],
        replies: list[list[Any]],
    ) -> None:
        """Send the requests in `batches` on their connections, and put the replies into `replies`
        by the index of the request. Then release the connections.

        On an error or cancellation, close the connections with unread replies.
        """
        unread, node = deque(batches), batches[0].node
        try:
            for batch in batches:
                node = batch.node
                asked = [routes[i].prefix + requests[i].packed for i in batch.members]
                await batch.connection.send_packed_command(b"".join(asked), check_health=False)
            while unread:
                node, connection, members = unread[0]
                for i in members:
                    if routes[i].asking:
                        await connection.read_response()
                    replies[i] = await replies_to(requests[i], connection)
                unread.popleft()
        except BaseException:
            self._failed = node.name
            for batch in unread:
                # Otherwise the next request on it would read the replies to this one.
                await batch.connection.disconnect(nowait=True)
            raise
        finally:
            for batch in batches:
                batch.node.release(batch.connection)


def _refusal(replies: Iterable[Any]) -> RedisError | None:
    return next((reply for reply in replies if isinstance(reply, REFUSALS)), None)


def _is_final(refusal: RedisError, route: _Route, reloaded: set[str]) -> bool:
    return isinstance(refusal, NoScriptError) and route.node.name in reloaded
