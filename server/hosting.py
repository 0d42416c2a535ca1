"""What the host of a room may ask: to keep it as they like."""

from collections.abc import Awaitable, Callable
from functools import partial
from typing import Any

from protocol import from_server as say
from protocol.message import Request, encode
from protocol.rooms import ChangeSettings
from server import decide
from server.hub import Decision, Hub
from server.live import Listener, LiveRoom


class Hosting:
    """The handlers for one connection. `seated` gives its room and seat, or raises Refusal."""

    def __init__(
        self, hub: Hub, listener: Listener, seated: Callable[[], tuple[LiveRoom, int]]
    ) -> None:
        self._hub, self._me, self._seated = hub, listener, seated
        self.handlers: dict[str, Callable[[Any], Awaitable[None]]] = {
            "change_settings": self._change_settings,
        }

    async def _change_settings(self, request: ChangeSettings) -> None:
        live, seat = self._seated()
        decision = partial(decide.change_settings, seat=seat, settings=request.settings)
        await self._change(request, live, decision)

    async def _change(self, request: Request, live: LiveRoom, decision: Decision) -> None:
        await self._hub.change(live, decision)
        self._me.send(encode(say.Done(id=request.id)))
