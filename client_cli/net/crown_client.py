"""Requests that a room connection sends for the player's account and for their crown run.

They authenticate the connection, so that calls reach the player in the room, and subscribe to the
crown run where one of the five crown games is played.
"""

from client_cli.local.account_store import account_on
from client_cli.local.storage import Storage
from client_cli.net.connection import Connection
from client_cli.state.session import RoomSession
from engine.crown_facts import GREAT_GAMES
from protocol.accounts import Authenticate
from protocol.crowns import FollowCrown
from protocol.from_server import FromServer
from protocol.message import Request


class CrownClient:
    """Authenticates and subscribes to the crown run; hides refusals of these requests from the
    room."""

    def __init__(self, server: str, storage: Storage, link: Connection) -> None:
        self._server, self._storage, self._link = server, storage, link
        self._asked: set[int] = set()

    def requests(self, session: RoomSession) -> list[Request]:
        """Requests that say who the player is and, in a crown game, subscribe to their crown run.
        Empty for guests, bots and spectators."""
        account = account_on(self._storage, self._server)
        member = session.members.get(-1 if session.seat is None else session.seat)
        if account is None or session.race is None or member is None or member.bot:
            return []
        who = Authenticate(id=self._link.next_id(), session=account.session)
        self._asked.add(who.id)
        if session.race.game not in GREAT_GAMES:
            return [who]
        run = FollowCrown(id=self._link.next_id())
        self._asked.add(run.id)
        return [who, run]

    def quiet(self, message: FromServer) -> bool:
        """Whether the message answers one of these requests and need not be passed to the room."""
        number = getattr(message, "id", None)
        if number not in self._asked:
            return False
        self._asked.discard(number)
        return message.type in ("refused", "signed_in")
