"""The part of the application that applies preferences: theme, suit colours, sounds."""

from typing import Any, cast

from textual.app import App
from textual.worker import WorkerFailed

from client_cli.local import preferences
from client_cli.local.sounds import Sounds, Tone
from client_cli.local.storage import Storage
from client_cli.screens.pending_action import PendingAction
from client_cli.screens.table.drawing.table_style import TableStyle
from client_cli.screens.widgets.themes import SuitColours, ThemeName
from client_cli.screens.widgets.theming import colourless, put_on


class ThemedApp(App[PendingAction | int]):
    """An app that applies the player's preferences. `suits` is the default for suit colours; with
    `plain_letters`, cards are always drawn in ASCII."""

    def __init__(self, storage: Storage | None, suits: SuitColours, plain_letters: bool) -> None:
        super().__init__(ansi_color=colourless() or None)  # or Textual would still use greys
        self.storage = storage
        self._suits, self._plain_letters = suits, plain_letters
        self.look = TableStyle()
        self.take_choices()
        self._sounds: Sounds | None = None

    async def run_async(self, **how: Any) -> PendingAction | int | None:
        """Run the app and return its result. If an exception crashed the app, raise it after the
        terminal is restored, so that the command reports it like any other."""
        result = await super().run_async(**how)
        error = self._exception
        if error is not None:
            raise error.error if isinstance(error, WorkerFailed) else error
        return result

    def _fatal_error(self) -> None:
        """End the app after a crash without Textual's traceback, which prints local variables: they
        may hold passwords, tokens or hidden cards."""
        self.panic()

    def take_choices(self) -> None:
        """Read the player's preferences and apply them."""
        chosen = preferences.chosen(self.storage)
        self._choices = {
            name: chosen.get(name) or preferences.USUAL.get(name) for name in preferences.CHOICES
        }
        letters = self._plain_letters or chosen.get("cards") == "letters"
        suits = cast(SuitColours, chosen.get("colours") or self._suits)
        theme = cast(ThemeName, self.choice("theme"))
        timer = self.choice("timer") == "shown"
        self.look = TableStyle(suits, letters, not self.no_color, theme, self.look.form, timer)
        put_on(self, theme)
        self.set_class(letters, "letters")

    def choice(self, name: str) -> str | None:
        """Return the preference with this name of `preferences.CHOICES`, or its default, as of the
        last `take_choices`."""
        return self._choices[name]

    def chime(self, tone: Tone = "ring") -> None:
        """Ring the terminal bell or play a tone, as the player prefers; do nothing if sounds are
        off."""
        if self.choice("sounds") == "bell":
            self.bell()
        self.tone(tone)

    def tone(self, tone: Tone) -> None:
        """Start to play a tone, if the player prefers tones to the bell, and return at once."""
        if self.choice("sounds") != "tones":
            return
        if self._sounds is None:
            self._sounds = Sounds()
        self._sounds.play(tone)

    def on_unmount(self) -> None:
        if self._sounds is not None:
            self._sounds.close()
