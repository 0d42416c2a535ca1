"""The full-screen client: which screen is up. `doors.py` has the ways into it.

What the first screen can do without is imported where it is needed: most of a start is imports.
"""

import asyncio
import random
from collections import deque
from collections.abc import Awaitable, Callable, Iterable
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, TypeGuard, cast

from rich.text import Text
from textual._styles_cache import StylesCache
from textual.app import App, SystemCommand
from textual.await_complete import AwaitComplete
from textual.binding import Binding, BindingType
from textual.screen import Screen

from client_cli import preferences
from client_cli.addresses import server_address
from client_cli.exits import DONE, UNREACHABLE
from client_cli.line import Line, LineLost, RequestRefused, now_ms
from client_cli.offline import chosen_game
from client_cli.screens.actions import PHRASE_KEYS, actions, help_page
from client_cli.screens.dress import colourless, put_on
from client_cli.screens.look import Look
from client_cli.screens.page import Page, Reader, begin
from client_cli.screens.themes import SuitColours, ThemeName
from client_cli.screens.wish import Wish
from client_cli.sounds import Sounds, Tone
from client_cli.storage import Storage

if TYPE_CHECKING:
    from client_cli.screens.race_page import RacePage
    from client_cli.screens.room_page import RoomPage
    from client_cli.screens.roomlike import Room
    from client_cli.screens.telephone import Telephone

TICK_S = 0.25
LARGEST_DEAL = 99_999
"""Deal numbers people are given by chance stay short enough to be told to a friend."""
MOST_TALK = 200
"""Sentences that can be read again."""


class PatienceApp(App[Wish | int]):
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
        super().__init__(ansi_color=colourless() or None)  # so the library leaves greys out as well
        self.storage, self.now, self._server = storage, now, server
        self._suits, self._plain_letters = suits, plain_letters
        self.look = Look()
        self.take_choices()
        self._telephone: Telephone | None = None
        self._sounds: Sounds | None = None
        self._seen: str | None = None
        self._first = first
        self.room: Room | None = None
        self.line = Line.UP
        self.invitation = ""
        self.talk: deque[str] = deque(maxlen=MOST_TALK)
        """What was told of the room, the latest last."""

    def take_choices(self) -> None:
        """Look and sound as somebody has chosen."""
        chosen = preferences.chosen(self.storage)
        self._choices = {
            name: chosen.get(name) or preferences.USUAL.get(name) for name in preferences.CHOICES
        }
        letters = self._plain_letters or chosen.get("cards") == "letters"
        suits = cast(SuitColours, chosen.get("colours") or self._suits)
        theme = cast(ThemeName, self.choice("theme"))
        self.look = Look(suits, letters, not self.no_color, theme, self.look.form)
        put_on(self, theme)

    def choice(self, name: str) -> str | None:
        """What holds of one of `preferences.CHOICES`, as it was read last."""
        return self._choices[name]

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

    def chime(self, tone: Tone = "ring") -> None:
        """A bell or a tone, for those who want one."""
        if self.choice("sounds") == "bell":
            self.bell()
        self.tone(tone)

    def tone(self, tone: Tone) -> None:
        """For those who want tones; never waited for."""
        if self.choice("sounds") != "tones":
            return
        if self._sounds is None:
            self._sounds = Sounds()
        self._sounds.play(tone)

    def on_unmount(self) -> None:
        if self._sounds is not None:
            self._sounds.close()

    # The telephone. -------------------------------------------------------------------------

    @property
    def telephone(self) -> "Telephone":
        """Put up when it is first needed."""
        if self._telephone is None:
            from client_cli.screens.telephone import Telephone

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
        await asyncio.to_thread(import_module, "client_cli.screens.telephone")
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
        from client_cli.screens.places import places  # they all are above this file

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

    def action_phrase(self, key: str) -> None:
        """Say a set phrase: a key of its own, so that it takes none in the middle of a move."""
        if self.room is not None:
            from protocol.talk import SayPhrase

            self.do(self.room.request(SayPhrase, phrase=PHRASE_KEYS[key]))

    def action_talk(self) -> None:
        """What was said and done in the room, the latest first."""
        told = [self.look.symbols(sentence) for sentence in reversed(self.talk)]
        self.push_screen(Reader(" Said and done ", "\n".join(told) or "Nothing yet."))

    def pop_screen(self) -> AwaitComplete:
        """The library remembers what it has drawn of a thousand widgets that are gone: after many
        games a hundred megabytes."""
        gone = super().pop_screen()
        StylesCache.get_inner_outer.cache_clear()
        return gone

    # Alone. ---------------------------------------------------------------------------------

    def open_table(self, slug: str, tips: bool = False, deal: int | None = None) -> None:
        """Deal a game of one's own over the present screen: any deal, or one by its number."""
        from client_cli.screens.solo_page import SoloPage
        from client_cli.solo import Solo

        usual = preferences.usual_options(self.storage, slug) if self.storage else []
        solo = Solo(chosen_game(slug, usual), deal or new_deal())
        self.push_screen(SoloPage(solo, new_deal, tips))

    def plays(self, slug: str) -> bool:
        """Whether a game of it lies on a table of one's own, under whatever page."""
        from client_cli.screens.solo_page import SoloPage

        return any(
            isinstance(page, SoloPage) and page.game.slug == slug and not page.state().over
            for page in self.screen_stack
        )

    def redeal(self, slug: str) -> None:
        """Deal the game one has come back to anew, with the options there are now."""
        from client_cli.screens.solo_page import SoloPage
        from client_cli.solo import Solo

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
        from client_cli.screens.solo_page import SoloPage

        page = self.screen
        if isinstance(page, SoloPage) and page.key_for("q") != "q":
            self.leave_table()
        else:
            self.exit()

    def leave_table(self) -> None:
        """Back to where the table was opened from, or out of the program."""
        if len(self.screen_stack) > 2:
            self.pop_screen()
        else:
            self.exit(DONE)

    # In a room. -----------------------------------------------------------------------------

    def enter(self, room: "Room", invitation: str = "") -> None:
        self.room, self.invitation = room, invitation
        self.settle([])

    def heard(self, sentences: list[str]) -> None:
        """The room has changed. May be called from any task: the screens change in our own."""
        if self.is_running and self.room is not None:
            self.call_later(self.settle, sentences)

    def line_is(self, line: Line) -> None:
        """The line went or came back; the same from any task."""
        self.line = line
        if line is Line.GONE:
            self.call_later(self.exit, UNREACHABLE)
        self.heard([])

    def settle(self, sentences: list[str]) -> None:
        """Show the screen the room's state asks for, and give it the news."""
        room = self.room
        self.talk.extend(sentences)
        if room is None or not self.screen_stack:
            return
        self._ring(room.session.status)
        page = self._page_of_room(room)
        current = next((s for s in reversed(self.screen_stack) if _of_room(s)), None)
        if current is None:
            self.push_screen(page(room))
        elif type(current) is not page or current.out_of_date():
            while not _of_room(self.screen):
                self.pop_screen()
            self.switch_screen(page(room))
        else:
            current.news(sentences)

    def _ring(self, status: str) -> None:
        """A bell at the start and at the end of a race."""
        before, self._seen = self._seen, status
        if before not in (None, status) and status in ("running", "over"):
            self.chime("shuffle" if status == "running" else "ring")

    def _page_of_room(self, room: "Room") -> "type[RoomPage] | type[RacePage]":
        from client_cli.screens.countdown import CountdownPage
        from client_cli.screens.cover_page import CoverPage
        from client_cli.screens.lobby import LobbyPage
        from client_cli.screens.race_page import RacePage
        from client_cli.screens.results import ResultsPage
        from client_cli.screens.watch import WatchPage

        session = room.session
        if session.status == "over":
            return ResultsPage
        if session.status == "lobby":
            return LobbyPage
        if session.covered:
            return CoverPage
        if session.status == "countdown" or (session.racing and not session.dealt):
            return CountdownPage  # the start is heard of before the cards come
        return RacePage if session.dealt and not session.onlooker.looks else WatchPage

    def do(self, verb: Awaitable[None]) -> None:
        """Carry out a verb of the room; a refusal becomes a sentence on the screen."""

        async def carry_out() -> None:
            try:
                await verb
            except RequestRefused as refusal:
                self.settle([str(refusal)])
            except LineLost:
                self.settle(["The line is down; try again when it is back."])

        begin(self, carry_out, exit_on_error=False)

    def speak(self) -> None:
        """Ask for something to say to the room, or to do in it."""
        from client_cli.room_verbs import RoomVerbs
        from client_cli.screens.prompt import LONG, Prompt, carry_out

        room = self.room

        async def say(typed: str) -> None:
            if room is None:
                return
            try:
                told = await carry_out(RoomVerbs(room), typed)
            except RequestRefused as refusal:
                told = [str(refusal)]
            except LineLost:
                told = ["The line is down; try again when it is back."]
            if len(told) > LONG:
                self.push_screen(Reader(" Room ", "\n".join(told)))
            elif told:
                self.settle(told)

        def answered(typed: str | None) -> None:
            if typed:
                self.run_worker(say(typed), exit_on_error=False)

        self.push_screen(Prompt(), answered)

    def leave_room(self, give_up_seat: bool) -> None:
        """Out of the room: for good, or so that `patience resume` finds the seat."""
        room = self.room

        async def go() -> None:
            try:
                if room is not None and give_up_seat:
                    await room.leave()
            except (RequestRefused, LineLost):
                pass
            self.exit(DONE)

        begin(self, go, exit_on_error=False)


def _press(page: Page, key: str, char: str) -> Callable[[], None]:
    """Does what a key does."""

    def press() -> None:
        page.typed(key, char)

    return press


def _of_room(screen: Screen[Any]) -> TypeGuard[Page]:
    """Whether it is a screen that follows the room, and no box or page over it."""
    return isinstance(screen, Page) and not screen.aside


def new_deal() -> int:
    return random.randint(1, LARGEST_DEAL)
