"""Asks the server for the analysis of the last race of a room until the server has made it: whether
the race could be won, and where each contestant lost it."""

import asyncio

from client_cli.net.connection import Connection
from protocol.from_server import FromServer
from protocol.rooms.analysis import Analysis, GetAnalysis

AGAIN_S = 5.0
"""Seconds from an answer that the analysis is not made yet to the next request."""
MOST_REQUESTS = 120
"""The maximum number of requests for one analysis."""


class AnalysisClient:
    """Asks for one analysis at a time. The answers to its requests are for nobody else: neither a
    refusal nor that the server is not ready yet is of interest to a player."""

    def __init__(self, link: Connection) -> None:
        self._link = link
        self._race = ""
        self._left = 0
        self._asked: int | None = None
        self._timer: asyncio.TimerHandle | None = None

    def begin(self, race: str) -> None:
        """Ask for the analysis of the race with this id, and again every AGAIN_S seconds until the
        server has made it. An earlier race is forgotten."""
        self.stop()
        self._race, self._left = race, MOST_REQUESTS
        self._ask()

    def stop(self) -> None:
        """Ask no more."""
        if self._timer is not None:
            self._timer.cancel()
        self._timer = self._asked = None

    def _ask(self) -> None:
        self._left -= 1
        self._asked = self._link.next_id()
        self._link.post(GetAnalysis(id=self._asked, race=self._race))

    def expects(self, message: FromServer) -> bool:
        """Return whether a message is the answer to the last request."""
        return self._asked is not None and getattr(message, "id", None) == self._asked

    def take(self, answer: FromServer) -> Analysis | None:
        """Take the answer to the last request, and ask again later if the server is not ready yet.
        Return the answer if it has the analysis."""
        self._asked = None
        if not isinstance(answer, Analysis):
            return None
        if answer.status == "waiting" and self._left:
            self._timer = asyncio.get_running_loop().call_later(AGAIN_S, self._ask)
        return answer if answer.status == "done" else None
