"""Interface of the application as its pages use it; `app.py` and `room_app.py` implement it."""

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
    """The telephone, as pages know it: `missed` is how many calls were."""

    missed: int

    def show(self, call: "Call") -> None: ...

    def tell(self, sentence: str) -> None: ...


class BaseApp(ThemedApp):
    """The application as its pages use it. PatienceApp and RoomApp implement the methods."""

    now: Callable[[], int]
    """A monotonic clock in milliseconds."""
    room: "RoomProtocol | None"
    """The room one is in."""
    line: ConnectionState
    reach: "ServerAddress | None"
    """Where the server of the room is; None where nobody is to be invited."""

    def address(self) -> str:
        """The server to ask. Raises Failure where the environment names none that could be."""
        raise NotImplementedError

    # In a room. -----------------------------------------------------------------------------

    def do(self, verb: Awaitable[None]) -> None:
        """Carry out a verb of the room; a refusal becomes a sentence on the screen."""
        raise NotImplementedError

    def heard(self, sentences: list[str]) -> None:
        """The room has changed. May be called from any task: the screens change in our own."""
        raise NotImplementedError

    def settle(self, sentences: list[str]) -> None:
        """Show the screen the room's state asks for, and give it the news."""
        raise NotImplementedError

    def speak(self) -> None:
        """Ask for something to say to the room, or to do in it."""
        raise NotImplementedError

    def leave_room(self, give_up_seat: bool) -> None:
        """Out of the room: for good, or so that `patience resume` finds the seat."""
        raise NotImplementedError

    def races(self, slug: str) -> bool:
        """Whether one sits in a room where it is raced."""
        raise NotImplementedError

    # The telephone. -------------------------------------------------------------------------

    @property
    def missed(self) -> int:
        """How many calls were, as far as is known."""
        raise NotImplementedError

    @property
    def telephone(self) -> Rings:
        """Put up when it is first needed."""
        raise NotImplementedError

    def listen(self) -> None:
        """Have it ring at home, once what is to be seen is seen."""
        raise NotImplementedError

    def beside(self, header: Text) -> Text:
        """The header of a page on which one plays, with a sign where somebody rings."""
        raise NotImplementedError

    # Alone. ---------------------------------------------------------------------------------

    def open_table(self, slug: str, tips: bool = False, deal: int | None = None) -> None:
        """Deal a game of one's own over the present screen: any deal, or one by its number."""
        raise NotImplementedError

    def plays(self, slug: str) -> bool:
        """Whether a game of it lies on a table of one's own, under whatever page."""
        raise NotImplementedError

    def redeal(self, slug: str) -> None:
        """Deal the game one has come back to anew, with the options there are now."""
        raise NotImplementedError

    def leave_table(self) -> None:
        """Back to where the table was opened from, or out of the program."""
        raise NotImplementedError

    # What every page has. -------------------------------------------------------------------

    def action_help_page(self) -> None:
        """The keys of the page one is on."""
        raise NotImplementedError
