"""One's run for a crown, followed on the line of a room where one of the five games is played."""

from client_cli.account_store import account_on
from client_cli.link import Link
from client_cli.session import Session
from client_cli.storage import Storage
from engine.crown_facts import GREAT_GAMES
from protocol.accounts import Authenticate
from protocol.crowns import FollowCrown
from protocol.from_server import FromServer
from protocol.message import Request


class RunLine:
    """Asks for the run quietly: what a server says against it concerns nobody at the table."""

    def __init__(self, server: str, storage: Storage, link: Link) -> None:
        self._server, self._storage, self._link = server, storage, link
        self._asked: set[int] = set()

    def requests(self, session: Session) -> list[Request]:
        """What asks how one stands, and to be told when that changes; nothing where no crown can be
        won."""
        account = account_on(self._storage, self._server)
        if account is None or session.seat is None or session.race is None:
            return []
        if session.race.game not in GREAT_GAMES:
            return []
        who = Authenticate(id=self._link.next_id(), session=account.session)
        run = FollowCrown(id=self._link.next_id())
        self._asked |= {who.id, run.id}
        return [who, run]

    def quiet(self, message: FromServer) -> bool:
        """Whether this is an answer of which the room need not hear."""
        number = getattr(message, "id", None)
        if number not in self._asked:
            return False
        self._asked.discard(number)
        return message.type in ("refused", "signed_in")
