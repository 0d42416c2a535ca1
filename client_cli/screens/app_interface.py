"""The interface of the application that pages use; `app.py` and `room_app.py` implement it.

Pages do not import those modules, because those modules import pages.
"""

from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Protocol

from rich.text import Text

from client_cli.net.connection_types import ConnectionState
from client_cli.screens.themed_app import ThemedApp

if TYPE_CHECKING:
    from client_cli.net.invitations import ServerAddress
    from client_cli.net.room_protocol import RoomProtocol
    from protocol.telephone import Call


class Rings(Protocol):
    """The methods of `CallNotifier` that pages use. `missed` is the number of missed telephone
    calls that the client knows of, `show` replays the race that won a crown, and `tell` shows a
    sentence to the player."""

    missed: int

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
        """Return the address of the server. Raise Failure if the environment names an invalid
        one."""
        raise NotImplementedError

    # In a room. -----------------------------------------------------------------------------

    def do(self, verb: Awaitable[None]) -> None:
        """Run a request to the room in the background. If it is refused or the connection is lost,
        show that as a sentence."""
        raise NotImplementedError

    def heard(self, sentences: list[str]) -> None:
        """Show that the room has changed, with sentences about it. May be called from any task: the
        pages change in the app's own task."""
        raise NotImplementedError

    def settle(self, sentences: list[str]) -> None:
        """Show the page for the room's state and pass it the sentences."""
        raise NotImplementedError

    def speak(self) -> None:
        """Open the chat input to say something in the room or to type a command."""
        raise NotImplementedError

    def leave_room(self, give_up_seat: bool) -> None:
        """Leave the room and end the app. With `give_up_seat`, also give up the seat; otherwise
        `patience resume` leads back to it."""
        raise NotImplementedError

    def races(self, slug: str) -> bool:
        """Whether the player is in a room that races this game."""
        raise NotImplementedError

    # The telephone. -------------------------------------------------------------------------

    @property
    def missed(self) -> int:
        """The number of missed telephone calls that the client knows of, 0 before the server has
        answered."""
        raise NotImplementedError

    @property
    def telephone(self) -> Rings:
        """The object that receives telephone calls and news of crowns; created at first use."""
        raise NotImplementedError

    def listen(self) -> None:
        """Start to receive telephone calls in the background, once the first page has been
        drawn."""
        raise NotImplementedError

    def beside(self, header: Text) -> Text:
        """Return the header of a page on which one plays. While a telephone call waits to be shown,
        a sign stands in front of the header."""
        raise NotImplementedError

    # Solo games. ----------------------------------------------------------------------------

    def open_table(self, slug: str, tips: bool = False, deal: int | None = None) -> None:
        """Open a solo game over the present page. `deal` is the number of the deal, a random one if
        None. With `tips`, show tips during the first moves."""
        raise NotImplementedError

    def plays(self, slug: str) -> bool:
        """Whether an unfinished solo game with this slug is open, also if other pages cover it."""
        raise NotImplementedError

    def redeal(self, slug: str) -> None:
        """If the top page is a solo game with this slug, deal it again with the same deal number
        and the player's present options."""
        raise NotImplementedError

    def leave_table(self) -> None:
        """Close the top page and show the page under it. End the app if there is no page under
        it."""
        raise NotImplementedError

    # For every page. ------------------------------------------------------------------------

    def action_help_page(self) -> None:
        """Open the help page with the keys of the present page."""
        raise NotImplementedError
