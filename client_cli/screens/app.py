"""The full-screen application, and what every page shares. `entry_points.py` has the ways into it.

What the first screen can do without is imported where it is needed: most of a start is imports.
"""

import asyncio
from collections.abc import Callable, Iterable
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

from rich.text import Text
from textual._styles_cache import StylesCache
from textual.app import SystemCommand
from textual.await_complete import AwaitComplete
from textual.binding import Binding, BindingType
from textual.screen import Screen

from client_cli.exit_codes import DONE
from client_cli.local import preferences
from client_cli.local.storage import Storage
from client_cli.net.addresses import server_address
from client_cli.net.connection_types import now_ms
from client_cli.screens.actions import PHRASE_KEYS, actions, help_page
from client_cli.screens.page import Page, Reader, begin
from client_cli.screens.room_app import RoomApp
from client_cli.screens.widgets.themes import SuitColours
from client_cli.terminal.game_input import chosen_game

if TYPE_CHECKING:
    from client_cli.screens.call_notifier import Telephone

TICK_S = 0.25


class PatienceApp(RoomApp):
    """One terminal. `now` is a monotonic clock in milliseconds."""

    CSS_PATH = Path(__file__).with_name("app.tcss")
    TITLE = "Crown Patience"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("f1", "help_page", "help", show=False),
        *(Binding(key, f"phrase('{key}')", "say", show=False) for key in PHRASE_KEYS),
        Binding("f10", "talk", "what was said", show=False),
    ]

    def __init__(
        self,
        first: Callable[["PatienceApp"], Page] | None = None,
        storage: Storage | None = None,
        suits: SuitColours = "usual",
        plain_letters: bool = False,
        now: Callable[[], int] = now_ms,
        server: str | None = None,
    ) -> None:
        super().__init__(storage, suits, plain_letters)
        self.now, self._server = now, server
        self._telephone: Telephone | None = None
        self._first = first

    def address(self) -> str:
        """The server to ask. Raises Failure where the environment names none that could be."""
        return server_address(self._server)

    def on_mount(self) -> None:
        if self._first is not None:
            self.push_screen(self._first(self))
        self.set_interval(TICK_S, self.tick)

    def tick(self) -> None:
        if not self.screen_stack:  # the clock goes on while the program ends
            return
        if self._telephone is not None:
            self._telephone.tick()
        if isinstance(self.screen, Page):
            self.screen.tick()

    # The telephone. -------------------------------------------------------------------------

    @property
    def telephone(self) -> "Telephone":
        """Put up when it is first needed."""
        if self._telephone is None:
            from client_cli.screens.call_notifier import Telephone

            self._telephone = Telephone(self)
        return self._telephone

    def listen(self) -> None:
        """Have it ring at home, once what is to be seen is seen."""
        if self._telephone is not None:
            self._telephone.listen()
        elif self.storage is not None:
            self.call_after_refresh(begin, self, self._put_up)

    async def _put_up(self) -> None:
        """In a thread, for it takes as long as the start: nobody waits for it meanwhile."""
        await asyncio.to_thread(import_module, "client_cli.screens.call_notifier")
        self.telephone.listen()

    @property
    def missed(self) -> int:
        """How many calls were, as far as is known."""
        return self._telephone.missed if self._telephone is not None else 0

    def beside(self, header: Text) -> Text:
        """The header of a page on which one plays, with a sign where somebody rings."""
        return header if self._telephone is None else self._telephone.beside(header)

    # What every page has. -------------------------------------------------------------------

    def get_system_commands(self, screen: Screen[Any]) -> Iterable[SystemCommand]:
        """What Ctrl+P offers: the actions of the page, all other pages, and the way out."""
        from client_cli.screens.navigation import places  # they all are above this file

        if isinstance(screen, Page):
            for action in actions(screen):
                told = action.told[0].upper() + action.told[1:]
                press = _press(screen, action.key, action.char)
                yield SystemCommand(told, f"key {action.shown}", press)
        for place in places(self):
            yield SystemCommand(place.name, place.told, place.open)
        if self.room is not None:
            from protocol.talk import PHRASES

            for key, phrase in PHRASE_KEYS.items():
                say = partial(self.action_phrase, key)
                yield SystemCommand(f"Say: {PHRASES[phrase]}", f"key {key.upper()}", say)
        yield SystemCommand("Help", "the keys of this page: F1", self.action_help_page)
        yield SystemCommand("What was said", "and done, the latest first: F10", self.action_talk)
        yield SystemCommand("Leave the program", "key Ctrl+Q", self.exit)

    def action_help_page(self) -> None:
        """The keys of the page one is on."""
        page = self.screen
        if isinstance(page, Page):
            self.push_screen(Reader(" Help ", help_page(page, self.room is not None)))

    def pop_screen(self) -> AwaitComplete:
        """The library remembers what it has drawn of a thousand widgets that are gone: after many
        games a hundred megabytes."""
        gone = super().pop_screen()
        StylesCache.get_inner_outer.cache_clear()
        return gone

    # Alone. ---------------------------------------------------------------------------------

    def open_table(self, slug: str, tips: bool = False, deal: int | None = None) -> None:
        """Deal a game of one's own over the present screen: any deal, or one by its number."""
        from client_cli.screens.pages.solo import SoloPage, new_deal
        from client_cli.solo.game import Solo

        usual = preferences.usual_options(self.storage, slug) if self.storage else []
        solo = Solo(chosen_game(slug, usual), deal or new_deal())
        self.push_screen(SoloPage(solo, new_deal, tips))

    def plays(self, slug: str) -> bool:
        """Whether a game of it lies on a table of one's own, under whatever page."""
        from client_cli.screens.pages.solo import SoloPage

        return any(
            isinstance(page, SoloPage) and page.game.slug == slug and not page.state().over
            for page in self.screen_stack
        )

    def redeal(self, slug: str) -> None:
        """Deal the game one has come back to anew, with the options there are now."""
        from client_cli.screens.pages.solo import SoloPage, new_deal
        from client_cli.solo.game import Solo

        page = self.screen
        if isinstance(page, SoloPage) and page.game.slug == slug:
            usual = preferences.usual_options(self.storage, slug) if self.storage else []
            solo = Solo(chosen_game(slug, usual), page.solo.number)
            self.switch_screen(SoloPage(solo, new_deal, tips=False))

    def races(self, slug: str) -> bool:
        """Whether one sits in a room where it is raced."""
        race = self.room.session.race if self.room is not None else None
        return race is not None and race.game == slug

    async def action_quit(self) -> None:
        """Ctrl+Q: out of the program; from a table where a pile has the letter, back to where it
        was opened."""
        from client_cli.screens.pages.solo import SoloPage

        page = self.screen
        if isinstance(page, SoloPage) and page.key_for("q") != "q":
            page.leave()
        else:
            self.exit()

    def leave_table(self) -> None:
        """Back to where the table was opened from, or out of the program."""
        if len(self.screen_stack) > 2:
            self.pop_screen()
        else:
            self.exit(DONE)


def _press(page: Page, key: str, char: str) -> Callable[[], None]:
    """Does what a key does."""

    def press() -> None:
        page.press(key, char)

    return press
