"""Pipelines of Redis commands, and the conversion of replies, for the client of a single Redis
(`pipelined_client.py`) and for that of a cluster (`cluster.py`)."""

from collections.abc import Callable, Iterable, Sequence
from typing import Any, Literal, Protocol

from redis.commands import AsyncCoreCommands

from server.store.cluster_commands import NodeRequest, packed, slot


class SendingClient(Protocol):
    """A client of redis-py that sends requests itself. `response_callbacks` has the functions by
    which redis-py converts replies, by the name of the command."""

    response_callbacks: Any

    async def send(self, requests: Sequence[NodeRequest]) -> list[list[Any]]:
        """Send requests, and return a list of replies for each, in order."""


def read_reply(
    client: SendingClient, args: Sequence[Any], options: dict[str, Any], reply: Any
) -> Any:
    """Return the reply to a command in the form in which redis-py returns it. `args` are the words
    of the command, `reply` is what the store has sent. If the reply is an error, raise it."""
    if isinstance(reply, Exception):
        raise reply
    callback = client.response_callbacks.get(args[0])
    options.pop("keys", None)
    return callback(reply, **options) if callback else reply


class Pipeline(AsyncCoreCommands):
    """A pipeline: commands that are sent with one write (to each node) or, as a transaction,
    executed at one instant. `key_of` returns the key by which the node of a command is found. All
    keys of a transaction must be in one slot."""

    _is_async_client: Literal[True] = True
    _event_dispatcher: Any = None

    def __init__(
        self,
        client: SendingClient,
        key_of: Callable[[Sequence[Any]], str],
        *,
        transaction: bool,
    ) -> None:
        self._client, self._key_of = client, key_of
        self._transaction = transaction
        self._queued: list[tuple[tuple[Any, ...], dict[str, Any]]] = []

    def execute_command(self, *args: Any, **options: Any) -> Any:
        """Queue a command of the pipeline. `execute` sends it."""
        self._queued.append((args, options))
        return self

    async def execute(self) -> list[Any]:
        """Send the queued commands and return their replies, in order. Raises the first error.

        Raises ValueError if the keys of a transaction are in several slots; nothing is sent then.
        """
        queued, self._queued = self._queued, []
        if not queued:
            return []
        found = await (
            self._transaction_replies(queued)
            if self._transaction
            else self._separate_replies(queued)
        )
        return [
            read_reply(self._client, args, options, reply)
            for (args, options), reply in zip(queued, found, strict=True)
        ]

    async def _separate_replies(
        self, queued: Iterable[tuple[tuple[Any, ...], dict[str, Any]]]
    ) -> list[Any]:
        requests = [NodeRequest(self._key_of(args), packed(*args)) for args, _ in queued]
        return [reply for (reply,) in await self._client.send(requests)]

    async def _transaction_replies(
        self, queued: Sequence[tuple[tuple[Any, ...], dict[str, Any]]]
    ) -> list[Any]:
        names = [self._key_of(args) for args, _ in queued]
        if len({slot(name) for name in names}) != 1:
            raise ValueError("a transaction is about keys of one slot")
        commands = [("MULTI",), *(args for args, _ in queued), ("EXEC",)]
        written = b"".join(packed(*command) for command in commands)
        (replies,) = await self._client.send([NodeRequest(names[0], written, len(commands))])
        for reply in replies:
            if isinstance(reply, Exception):
                raise reply
        return list(replies[-1])
