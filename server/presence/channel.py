"""The presence channel: passes messages between the processes of a server without storing them.

It uses the publish and subscribe commands of Redis, which keep nothing: a message reaches the
processes that listen at this moment. In a cluster the nodes pass a message on to each other.
"""

import asyncio
import json
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from server.errors import StoreAway
from server.observability import error_log
from server.presence.roster import SILENT_S
from server.store import keys
from server.store.availability import StoreAvailability
from server.store.redis_client import patience, publish, subscribe
from server.store.redis_commands import RedisClient
from server.tasks import run_in_own_task

AGAIN_S = 1.0
"""Seconds to wait after an error before listening again."""

ChannelMessage = dict[str, Any]
"""A message of the channel, as a JSON object. `from` is the process that has sent it."""


class PresenceChannel:
    """The presence channel of one process. `redis` sends, and a connection of its own listens.

    `begun` is called when messages may have been missed: at the start and after every error. `take`
    is called with each message, also with those that this process has sent.
    """

    def __init__(
        self,
        redis: RedisClient,
        process: str,
        begun: Callable[[], None],
        take: Callable[[ChannelMessage], None],
    ) -> None:
        self._redis, self._process = redis, process
        self._begun, self._take = begun, take
        self.listening = asyncio.Event()
        """Set while messages are received."""

    async def send(self, **told: object) -> None:
        """Send a message to all processes, this one included. Raises StoreAway if the store cannot
        be reached or this process does not receive messages now."""
        if not self.listening.is_set():
            raise StoreAway
        text = json.dumps({"from": self._process, **told}, separators=(",", ":"))
        async with patience():
            await publish(self._redis, keys.PRESENCE_CHANNEL, text)

    async def run(self, link: StoreAvailability, url: str) -> None:
        """Listen until cancelled. While the store is away, wait until `link` says that it can be
        reached. An unexpected error in a message is logged, and the message is skipped."""
        while True:
            await link.up()
            with suppress(
                StoreAway
            ):  # the commands that need a reply find out if the store is away
                await run_in_own_task(self._listen(url))
            self.listening.clear()
            await asyncio.sleep(AGAIN_S)

    async def _listen(self, url: str) -> None:
        async with subscribe(url, keys.PRESENCE_CHANNEL, SILENT_S) as messages:
            self._begun()
            self.listening.set()
            async for text in messages:
                with error_log.isolated("presence_failed"):
                    self._take(json.loads(text))
