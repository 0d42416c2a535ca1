"""Webhook: posts the telephone calls that are addressed to everybody into a chat room.

A call is a message that the winner of a crown sends to other accounts; a crown is the title for
three or five particular games won in a row.

Calls are queued in the store, and only one process at a time takes a call from the queue. A POST
that fails is repeated a few times at growing intervals, then the call is dropped. A call is posted
twice if a process dies after the POST and before it has removed the call from the queue.

The POST is done with the standard library in a thread, because one request for each crown is not
worth another dependency. Redirects are not followed, and only the status of the reply is read.
"""

import asyncio
import json
import threading
from collections.abc import Awaitable, Callable
from contextlib import suppress
from http import HTTPStatus
from http.client import HTTPMessage
from typing import IO
from urllib.error import HTTPError
from urllib.parse import urlsplit
from urllib.request import HTTPRedirectHandler, Request, build_opener

import structlog

from engine.games import GAMES
from server.observability import error_log
from server.store.availability import StoreAvailability
from server.telephone.messages import CallMessages
from server.telephone.store import StoredCall, WebhookCall

PAUSES_MS = (5_000, 30_000, 180_000, 900_000)
"""Milliseconds to wait after each failed try to post a call. After the last of these pauses there
is one more try."""
STALE_MS = 86_400_000
"""Age in milliseconds from which a call is no longer posted."""
QUIET_S = 5.0
"""Timeout in seconds of each read or write. A whole try may take twice as long."""
TAKEN_MS = 60_000
"""Milliseconds for which only the process that has taken a call from the queue may post it."""
LOOK_S = 60.0
"""The maximum seconds between two checks of the queue."""
AGAIN_S = 5.0
"""Seconds after an error until the queue is checked again."""

CROWNS = {"triple": "Triple Crown", "quintuple": "Quintuple Crown"}

Post = Callable[[str, bytes], Awaitable[int]]
"""Posts a body to a URL and returns the HTTP status."""

log = structlog.get_logger()


class Webhook:
    """Posts calls to the chat room at `url`. Only the host of the URL is ever logged, because
    anybody who knows the rest can write to the room."""

    def __init__(self, url: str, calls: CallMessages) -> None:
        self._url = url
        self._calls = calls
        self._woken = asyncio.Event()

    def wake(self) -> None:
        """Make `run` check the queue now, because a call was added."""
        self._woken.set()

    async def run(self, link: StoreAvailability) -> None:
        """Post the calls in the queue as they become due, until cancelled."""
        while True:
            wait_s = AGAIN_S
            async with link.reached():
                with error_log.isolated("webhook_failed"):
                    self._woken.clear()
                    wait_s = await self.deliver()
            with suppress(TimeoutError):
                async with asyncio.timeout(wait_s):
                    await self._woken.wait()

    async def deliver(self) -> float:
        """Post all due calls. Return the seconds until `run` should check the queue again. Raises
        StoreAway if the store cannot be reached."""
        while True:
            now = self._calls.now()
            found = await self._calls.store.take(now, now + TAKEN_MS)
            if not isinstance(found, WebhookCall):
                return LOOK_S if found is None else min(LOOK_S, max(0.0, (found - now) / 1000))
            await self._tell(found)

    async def _tell(self, taken: WebhookCall) -> None:
        """Post a call once. If that fails, put the call back into the queue for a later try, or
        drop it after the last try."""
        store = self._calls.store
        text = await self._text(taken.number)
        if text is not None and taken.tries <= len(PAUSES_MS) + 1:
            body = json.dumps({"text": text, "content": text}).encode()
            why = await self._try(body)
            if why is not None and taken.tries <= len(PAUSES_MS):
                at = self._calls.now() + PAUSES_MS[taken.tries - 1]
                await store.try_again(taken.number, at)
                return
            if why is not None:
                host = urlsplit(self._url).hostname
                log.warning("webhook_given_up", call=taken.number, host=host, why=why)
        await store.told(taken.number)

    async def _try(self, body: bytes) -> str | None:
        """Post a body once. Return the reason if that fails, as the name of an error or an HTTP
        status; None if it succeeds."""
        try:
            status = await post(self._url, body)
        except Exception as error:  # the text of the error may contain the URL, so only its type
            return type(error).__name__
        return None if HTTPStatus(200) <= status < HTTPStatus(300) else str(status)

    async def _text(self, number: int) -> str | None:
        """Return the text to post about a call; None if the caller's account is deleted, the crown
        is withdrawn, or the call is older than STALE_MS."""
        for call in await self._calls.store.calls([number]):
            name = (await self._calls.names([call.caller])).get(call.caller)
            gone = await self._calls.store.withdrawn([call.award])
            if name is not None and not gone and self._calls.now() - call.at <= STALE_MS:
                return text(name[0], call)
        return None


def text(name: str, call: StoredCall) -> str:
    """Return the text to post, such as: ☎ RING RING: Ann has the Triple Crown: Auntie Allis 18:02,
    Kings 21:40, … “line”"""
    games = ", ".join(
        f"{GAMES[win.game].book.title} {_time(win.took_ms)}" for win in call.told.games
    )
    whole = f"☎ RING RING: {name} has the {CROWNS[call.told.crown]}: {games}. “{call.line}”"
    return without_mentions(whole)


def without_mentions(words: str) -> str:
    """Return the text without mentions, because in chat rooms `@` and `<` can notify everybody."""
    return words.replace("@", "@\u2060").replace("<", "‹").replace(">", "›")


def _time(ms: int) -> str:
    """Return a duration in milliseconds as a text such as `18:02`, or `1:18:02` if it is an hour or
    more."""
    minutes, seconds = divmod(ms // 1000, 60)
    hours, rest = divmod(minutes, 60)
    return f"{hours}:{rest:02}:{seconds:02}" if hours else f"{minutes}:{seconds:02}"


class _NoRedirects(HTTPRedirectHandler):
    """A handler that turns an HTTP redirect into an error."""

    def redirect_request(
        self, req: Request, fp: IO[bytes], code: int, msg: str, headers: HTTPMessage, newurl: str
    ) -> None:
        """Return None, so that the redirect is not followed and HTTPError is raised."""


async def post(url: str, body: bytes) -> int:
    """Post a body as JSON and return the HTTP status. Raises OSError (TimeoutError included) or
    HTTPException if there is no reply.

    Cancellation does not stop the request, which continues in its thread.
    """
    loop = asyncio.get_running_loop()
    answered: asyncio.Future[int] = loop.create_future()

    def settle(status: int, error: Exception | None) -> None:
        if error is not None and not answered.done():
            answered.set_exception(error)
        elif not answered.done():
            answered.set_result(status)

    def work() -> None:
        status, failed = 0, None
        try:
            status = _post(url, body)
        except Exception as error:
            failed = error
        with suppress(RuntimeError):  # the loop is closed: the server has stopped
            loop.call_soon_threadsafe(settle, status, failed)

    # The loop's executor is not used, because the server would wait for its threads when it stops.
    threading.Thread(target=work, name="webhook", daemon=True).start()
    async with asyncio.timeout(2 * QUIET_S):
        return await answered


def _post(url: str, body: bytes) -> int:
    """Post a body in the calling thread, and return the HTTP status, even if it is the status of an
    error."""
    headers = {"Content-Type": "application/json", "User-Agent": "crown-patience"}
    asked = Request(url, body, headers, method="POST")  # noqa: S310 # http or https by the settings
    try:
        with build_opener(_NoRedirects).open(asked, timeout=QUIET_S) as answer:
            return int(answer.status)
    except HTTPError as refused:
        with refused:
            return refused.code
