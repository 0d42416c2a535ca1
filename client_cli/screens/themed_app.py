"""How the full-screen client looks and sounds, as somebody has chosen."""

from typing import Any, cast

from textual.app import App
from textual.worker import WorkerFailed

from client_cli.local import preferences
from client_cli.local.sounds import Sounds, Tone
from client_cli.local.storage import Storage
from client_cli.screens.pending_action import Wish
from client_cli.screens.table.card_style import Look
from client_cli.screens.widgets.themes import SuitColours, ThemeName
from client_cli.screens.widgets.theming import colourless, put_on


class DressedApp(App[Wish | int]):
    """A terminal; `suits` and `plain_letters` hold where nothing is chosen."""

    def __init__(self, storage: Storage | None, suits: SuitColours, plain_letters: bool) -> None:
        super().__init__(ansi_color=colourless() or None)  # so the library leaves greys out as well
        self.storage = storage
        self._suits, self._plain_letters = suits, plain_letters
        self.look = Look()
        self.take_choices()
        self._sounds: Sounds | None = None

    async def run_async(self, **how: Any) -> Wish | int | None:
        """What it was left with. Raises what it has crashed with, once the terminal is as before:
        the command tells of it as of every fault."""
        result = await super().run_async(**how)
        error = self._exception
        if error is not None:
            raise error.error if isinstance(error, WorkerFailed) else error
        return result

    def _fatal_error(self) -> None:
        """End after a crash. The library's own prints the local variables of every frame, and they
        may be secrets, tokens or hidden cards."""
        self.panic()

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
        self.set_class(letters, "letters")

    def choice(self, name: str) -> str | None:
        """What holds of one of `preferences.CHOICES`, as it was read last."""
        return self._choices[name]

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
