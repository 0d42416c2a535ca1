"""The part of the application for a room, the place on a server in which players meet to race. It
shows the page for the room's state, sends requests to the room, and opens the chat."""

from collections import deque
from collections.abc import Awaitable
from typing import TYPE_CHECKING, Any, TypeGuard

from textual.screen import Screen

from client_cli.exit_codes import DONE, UNREACHABLE
from client_cli.local.storage import Storage
from client_cli.net.connection_types import ConnectionLost, ConnectionState, RequestRefused
from client_cli.screens import registry
from client_cli.screens.actions import PHRASE_KEYS
from client_cli.screens.app_interface import BaseApp
from client_cli.screens.page import Page, ReadingPage, begin
from client_cli.screens.widgets.themes import SuitColours
from protocol.texts import _

if TYPE_CHECKING:
    from client_cli.net.invitations import ServerAddress
    from client_cli.net.room_protocol import RoomProtocol

LINE_DOWN = _("The line is down; try again when it is back.")
MOST_TALK = 200
"""The number of sentences kept for the page `Said and done`."""


class RoomApp(BaseApp):
    """An application that may be in a room. In a room it shows the page for the room's state, such
    as lobby, race or results."""

    def __init__(self, storage: Storage | None, suits: SuitColours, plain_letters: bool) -> None:
        self.room: RoomProtocol | None = None
        super().__init__(storage, suits, plain_letters)
        self._seen: str | None = None
        self.line = ConnectionState.UP
        self.reach: ServerAddress | None = None
        """The address to name in invitations to the room; None if nobody is to be invited."""
        self.talk: deque[str] = deque(maxlen=MOST_TALK)
        """The latest sentences about the room, such as chat, that were shown to the player, oldest
        first."""

    def enter(self, room: "RoomProtocol", reach: "ServerAddress | None" = None) -> None:
        """Show the pages of a room from now on. `reach` is the address of the server to name in
        invitations to the room; None if nobody is to be invited."""
        self.room, self.reach = room, reach
        self.take_choices()
        for page in registry.OF_ROOM:
            page.load()  # so that no import delays the start of the race
        self.settle([])

    def take_choices(self) -> None:
        super().take_choices()
        if self.room is not None:
            hidden = self.is_quiet or self.choice("streamer") == "on"
            self.room.session.talk_hidden = hidden

    def heard(self, sentences: list[str]) -> None:
        """Show the new state of the room after a message from the server. `sentences` tell the
        player what has changed. May be called from any asyncio task, because the app changes its
        pages in a task of its own. Does nothing outside a room."""
        if self.is_running and self.room is not None:
            self.call_later(self.settle, sentences)

    def line_is(self, line: ConnectionState) -> None:
        """Record that the connection to the room has the new state `line` (lost or restored), and
        redraw the page. If the connection is closed for good, end the app with the exit code
        UNREACHABLE. May be called from any asyncio task."""
        self.line = line
        if line is ConnectionState.GONE:
            self.call_later(self.exit, UNREACHABLE)
        self.heard([])

    def settle(self, sentences: list[str]) -> None:
        """Show the page for the room's present state, and let the page show `sentences` about the
        room. If the page on the screen has the wrong class or shows an earlier race, replace the
        page and close all pages and dialogs over it."""
        room = self.room
        self.talk.extend(sentences)
        if room is None or not self.screen_stack:
            return
        self._ring(room.session.status)
        page = self._page_of_room(room)
        current = next((s for s in reversed(self.screen_stack) if _of_room(s)), None)
        if current is None:
            self.push_screen(page(room))
        elif type(current) is not page.load() or current.out_of_date():
            while not _of_room(self.screen):
                self.pop_screen()
            self.switch_screen(page(room))
        else:
            current.news(sentences)

    def _ring(self, status: str) -> None:
        """Play a sound if a race has started or ended since the last call of this method. `status`
        is the room's present status."""
        before, self._seen = self._seen, status
        if before not in (None, status) and status in ("running", "over"):
            self.chime("shuffle" if status == "running" else "ring")

    def _page_of_room(self, room: "RoomProtocol") -> "registry.PageAt[[RoomProtocol]]":
        session = room.session
        if session.status == "over":
            return registry.RESULTS
        if session.status == "lobby":
            return registry.LOBBY
        if session.covered:
            return registry.BREAK
        if session.status == "countdown" or (session.racing and not session.dealt):
            return registry.COUNTDOWN  # the race starts before the cards arrive
        if session.table_rules is not None:  # the table arrives after the start
            return registry.COUNTDOWN if session.common is None else registry.COMMON_TABLE
        looks_on = not session.dealt or session.onlooker.looks
        return registry.SPECTATE if looks_on else registry.RACE

    def do(self, verb: Awaitable[None]) -> None:
        """Await `verb`, a request to the room, in the background. If the server refuses the request
        or the connection is lost, show a sentence that says so."""

        async def carry_out() -> None:
            try:
                await verb
            except RequestRefused as refusal:
                self.settle([str(refusal)])
            except ConnectionLost:
                self.settle([LINE_DOWN])

        begin(self, carry_out, exit_on_error=False)

    def speak(self) -> None:
        """Open the chat input. If the player types a command, run it; otherwise say the typed text
        in the room."""
        from client_cli.screens.widgets.chat_input import LONG, ChatInput, carry_out
        from client_cli.text_mode.rooms.room_input import RoomVerbs

        room = self.room

        async def say(typed: str) -> None:
            if room is None:
                return
            try:
                lines = await carry_out(RoomVerbs(room), typed)
            except RequestRefused as refusal:
                lines = [str(refusal)]
            except ConnectionLost:
                lines = [LINE_DOWN]
            if len(lines) > LONG:
                self.push_screen(ReadingPage(f" {_('Room')} ", "\n".join(lines)))
            elif lines:
                self.settle(lines)

        def answered(typed: str | None) -> None:
            if typed:
                self.run_worker(say(typed), exit_on_error=False)

        if room is not None:
            self.push_screen(ChatInput(room.session), answered)

    def leave_room(self, give_up_seat: bool) -> None:
        """Leave the room and end the app. With `give_up_seat`, also give up the player's seat in
        the room. Without it, the player can return with `patience resume`."""
        room = self.room

        async def go() -> None:
            try:
                if room is not None and give_up_seat:
                    await room.leave()
            except (RequestRefused, ConnectionLost):
                pass
            self.exit(DONE)

        begin(self, go, exit_on_error=False)

    def action_phrase(self, key: str) -> None:
        """Say the set phrase (a fixed sentence for the chat) of the function key `key`. Only
        function keys say phrases, because letters are the labels of piles."""
        if self.room is not None:
            from protocol.rooms.talk import SayPhrase

            self.do(self.room.request(SayPhrase, phrase=PHRASE_KEYS[key]))

    def action_talk(self) -> None:
        """Show the latest sentences about the room, such as chat, newest first."""
        lines = [self.look.symbols(sentence) for sentence in reversed(self.talk)]
        text = "\n".join(lines) or _("Nothing yet.")
        self.push_screen(ReadingPage(f" {_('Said and done')} ", text))


def _of_room(screen: Screen[Any]) -> TypeGuard[Page]:
    """Whether this screen is a page that shows the room itself, not a dialog or page opened over
    it."""
    return isinstance(screen, Page) and not screen.aside
