"""The methods of the application that pages may call. `app.py` and `room_app.py` implement them.
Pages do not import these two modules, because the modules import pages.

A room is the place on a server in which players meet to race. A telephone call is a message that a
player who has won a crown sends to other players. A player wins a crown by winning three or all of
the five "great games" in a row.
"""

from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Protocol

from rich.text import Text

from client_cli.net.connection_types import ConnectionState
from client_cli.screens.themed_app import ThemedApp

if TYPE_CHECKING:
    from client_cli.net.invitations import ServerAddress
    from client_cli.net.room_protocol import RoomProtocol
    from protocol.presence import OnlineFriend
    from protocol.telephone import Call


class Rings(Protocol):
    """The members of `CallNotifier` that pages use. A `CallNotifier` receives telephone calls and
    news of crowns. `missed` is the number of missed telephone calls that the client knows of, and
    `online` are the friends who are on line.
    `show` replays the last of the races that won the crown of a call. `tell` shows a sentence to
    the player."""

    missed: int
    online: "list[OnlineFriend]"

    def show(self, call: "Call") -> None: ...

    def tell(self, sentence: str) -> None: ...


class BaseApp(ThemedApp):
    """Base class of the application with the methods that pages call. `RoomApp` and its subclass
    `PatienceApp` implement them."""

    now: Callable[[], int]
    """Return the time of a monotonic clock in milliseconds."""
    room: "RoomProtocol | None"
    """The room that the player is in; None outside a room."""
    line: ConnectionState
    reach: "ServerAddress | None"
    """The server's address for invitations to the room; None if nobody is to be invited."""

    def address(self) -> str:
        """Return the websocket address of the server. Raise Failure if the environment variable
        that sets it has an invalid address."""
        raise NotImplementedError

    # In a room. -----------------------------------------------------------------------------

    def do(self, verb: Awaitable[None]) -> None:
        """Await `verb`, a request to the room, in the background. If the server refuses the request
        or the connection is lost, show a sentence that says so."""
        raise NotImplementedError

    def heard(self, sentences: list[str]) -> None:
        """Show the new state of the room after a message from the server. `sentences` tell the
        player what has changed. May be called from any asyncio task, because the app changes its
        pages in a task of its own."""
        raise NotImplementedError

    def settle(self, sentences: list[str]) -> None:
        """Show the page for the room's present state, such as lobby or race. The page also shows
        `sentences`, which tell the player what has happened in the room."""
        raise NotImplementedError

    def speak(self) -> None:
        """Open the chat input to say something in the room or to type a command."""
        raise NotImplementedError

    def leave_room(self, give_up_seat: bool) -> None:
        """Leave the room and end the app. With `give_up_seat`, also give up the player's seat in
        the room. Without it, the player can return with `patience resume`."""
        raise NotImplementedError

    def races(self, slug: str) -> bool:
        """Whether the player is in a room whose present race is of the game with this slug. The
        present race is the one that is planned, running, or finished last."""
        raise NotImplementedError

    # The telephone. -------------------------------------------------------------------------

    @property
    def missed(self) -> int:
        """The number of missed telephone calls that the client knows of, 0 before the server has
        answered."""
        raise NotImplementedError

    @property
    def online(self) -> "list[OnlineFriend]":
        """The friends who are on line, as far as the client knows."""
        raise NotImplementedError

    @property
    def telephone(self) -> Rings:
        """The object that receives telephone calls and news of crowns; created at first use."""
        raise NotImplementedError

    def listen(self) -> None:
        """Start to receive telephone calls in the background. The start waits until the first page
        has been drawn."""
        raise NotImplementedError

    def beside(self, header: Text) -> Text:
        """Return `header`, the header of a page on which the player plays a game. While a telephone
        call waits to be shown, the returned header begins with a sign for the call."""
        raise NotImplementedError

    # Solo games. ----------------------------------------------------------------------------

    def open_table(self, slug: str, tips: bool = False, deal: int | None = None) -> None:
        """Open a page on which the player plays a game alone. It covers the present page. `slug`
        names the game, and `deal` is the number of the deal; None chooses a random deal. With
        `tips`, a tip for newcomers is shown before each of the first moves."""
        raise NotImplementedError

    def plays(self, slug: str) -> bool:
        """Whether an unfinished solo game with this slug is open, also if other pages cover it."""
        raise NotImplementedError

    def redeal(self, slug: str) -> None:
        """If the top page is a solo game with this slug, deal the game again with the same deal
        number and with the options that the player has set now."""
        raise NotImplementedError

    def leave_table(self) -> None:
        """Close the top page and show the page under it. End the app if there is no page under
        it."""
        raise NotImplementedError

    # For every page. ------------------------------------------------------------------------

    def action_help_page(self) -> None:
        """Open the help page with the keys of the present page."""
        raise NotImplementedError
