"""The part of the application for the player's preferences: theme, suit colours, sounds."""

from typing import Any, cast

from textual.app import App
from textual.worker import WorkerFailed

from client_cli.local import preferences
from client_cli.local.sounds import Sounds, Tone
from client_cli.local.storage import Storage
from client_cli.screens.pending_action import PendingAction
from client_cli.screens.table.card_style import CardStyle
from client_cli.screens.widgets.themes import SuitColours, ThemeName
from client_cli.screens.widgets.theming import colourless, put_on


class ThemedApp(App[PendingAction | int]):
    """An app with preferences; `suits` and `plain_letters` apply where nothing was chosen."""

    def __init__(self, storage: Storage | None, suits: SuitColours, plain_letters: bool) -> None:
        super().__init__(ansi_color=colourless() or None)  # Textual then leaves out greys as well
        self.storage = storage
        self._suits, self._plain_letters = suits, plain_letters
        self.look = CardStyle()
        self.take_choices()
        self._sounds: Sounds | None = None

    async def run_async(self, **how: Any) -> PendingAction | int | None:
        """Run the app and return its result. An exception that crashed the app is raised once the
        terminal is restored, so that the command reports it like any other."""
        result = await super().run_async(**how)
        error = self._exception
        if error is not None:
            raise error.error if isinstance(error, WorkerFailed) else error
        return result

    def _fatal_error(self) -> None:
        """End after a crash without Textual's traceback: it prints local variables, which may hold
        secrets, tokens or hidden cards."""
        self.panic()

    def take_choices(self) -> None:
        """Apply the player's preferences."""
        chosen = preferences.chosen(self.storage)
        self._choices = {
            name: chosen.get(name) or preferences.USUAL.get(name) for name in preferences.CHOICES
        }
        letters = self._plain_letters or chosen.get("cards") == "letters"
        suits = cast(SuitColours, chosen.get("colours") or self._suits)
        theme = cast(ThemeName, self.choice("theme"))
        self.look = CardStyle(suits, letters, not self.no_color, theme, self.look.form)
        put_on(self, theme)
        self.set_class(letters, "letters")

    def choice(self, name: str) -> str | None:
        """The preference for one of `preferences.CHOICES`, or its default, as last read."""
        return self._choices[name]

    def chime(self, tone: Tone = "ring") -> None:
        """Ring the terminal bell or play a tone, as the player prefers."""
        if self.choice("sounds") == "bell":
            self.bell()
        self.tone(tone)

    def tone(self, tone: Tone) -> None:
        """Play a tone if the player wants tones; returns at once."""
        if self.choice("sounds") != "tones":
            return
        if self._sounds is None:
            self._sounds = Sounds()
        self._sounds.play(tone)

    def on_unmount(self) -> None:
        if self._sounds is not None:
            self._sounds.close()
