"""Requests about the player's account and crown run, sent on the connection of a room.

Whoever wins three different great games, out of five, in a row wins a crown; the games won so far
are the crown run. In a great game the client subscribes to changes of the run. It also
authenticates the connection, so that calls, the messages of players who have won a crown, reach the
player in the room.
"""

from client_cli.local.account_store import account_on
from client_cli.local.storage import Storage
from client_cli.net.connection import Connection
from client_cli.state.session import RoomSession
from engine.crowns.facts import GREAT_GAMES
from protocol.accounts import Authenticate
from protocol.crowns import FollowCrown
from protocol.from_server import FromServer
from protocol.message import Request


class CrownClient:
    """Makes the requests that authenticate a room's connection and subscribe to the crown run, and
    recognises the answers to them that the room client can ignore."""

    def __init__(self, server: str, storage: Storage, link: Connection) -> None:
        self._server, self._storage, self._link = server, storage, link
        self._asked: set[int] = set()

    def requests(self, session: RoomSession) -> list[Request]:
        """Return requests that authenticate the connection and, in one of the five great games,
        subscribe to the player's crown run. The list is empty for spectators, bots, and players who
        are not logged in to an account."""
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
        """Return whether the message answers a request made by `requests` and says nothing that the
        room client needs: a refusal, or the answer to the authentication."""
        number = getattr(message, "id", None)
        if number not in self._asked:
            return False
        self._asked.discard(number)
        return message.type in ("refused", "signed_in")
