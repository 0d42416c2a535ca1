"""The part of the application that applies the player's preferences: theme, suit colours,
sounds."""

from typing import TYPE_CHECKING, Any, cast

from textual.app import App
from textual.worker import WorkerFailed

from client_cli.local import keymap, preferences
from client_cli.local.preferences import ThemeName
from client_cli.local.storage import Storage
from client_cli.messages.displayed_code import hide_codes
from client_cli.screens.pending_action import PendingAction
from client_cli.screens.table.drawing.table_style import TableStyle
from client_cli.screens.widgets.themes import SuitColours
from client_cli.screens.widgets.theming import colourless, put_on

if TYPE_CHECKING:
    from client_cli.local.sounds import Sounds, Tone


class ThemedApp(App[PendingAction | int]):
    """An application that applies the player's preferences. `suits` is the choice of suit colours
    to use if the player has stored none. With `plain_letters`, cards and signs are drawn in ASCII,
    whatever the player has stored."""

    def __init__(self, storage: Storage | None, suits: SuitColours, plain_letters: bool) -> None:
        # Without `ansi_color`, Textual shows shades of grey if NO_COLOR is set.
        super().__init__(ansi_color=colourless() or None)
        self.storage = storage
        self._suits, self._plain_letters = suits, plain_letters
        self.look = TableStyle()
        self.take_choices()
        self._sounds: Sounds | None = None

    async def run_async(self, **how: Any) -> PendingAction | int | None:
        """Run the app and return its result. If an exception ended the app, raise the exception
        after the terminal is restored, so that the command reports it like any other error."""
        result = await super().run_async(**how)
        error = self._exception
        if error is not None:
            raise error.error if isinstance(error, WorkerFailed) else error
        return result

    def _fatal_error(self) -> None:
        """End the app after an unexpected exception. Textual's own traceback is not printed,
        because it contains local variables, which may be passwords, tokens or hidden cards."""
        self.panic()

    def take_choices(self) -> None:
        """Read the preferences that the player has stored, and apply them to the app."""
        chosen = preferences.chosen(self.storage)
        self._choices = {
            name: chosen.get(name) or preferences.USUAL.get(name) for name in preferences.CHOICES
        }
        letters = self._plain_letters or chosen.get("cards") == "letters"
        suits = cast(SuitColours, chosen.get("colours") or self._suits)
        theme = cast(ThemeName, self.choice("theme"))
        timer = self.choice("timer") == "shown" and not self.is_quiet
        self.look = TableStyle(suits, letters, not self.no_color, theme, self.look.form, timer)
        own = keymap.own_keys(chosen)
        self._own_keys = {keymap.COMMANDS[name].key: key for name, key in own.items()}
        self.set_keymap({name: own[name] for name in keymap.EVERYWHERE if name in own})
        put_on(self, theme)
        self.set_class(letters, "letters")
        self.set_class(self.is_quiet, "quiet")
        hide_codes(self.choice("streamer") == "on")

    def choose_theme(self, theme: ThemeName) -> None:
        """Store a theme as the player's choice, and apply it to the app."""
        if self.storage is not None:
            choice = preferences.read_choice(f"theme={theme}", self.storage)
            preferences.merge(self.storage, [choice])
            self.take_choices()

    def own_key(self, default: str) -> str | None:
        """Return the key that the player has chosen instead of a default key; None if there is
        none."""
        return self._own_keys.get(default)

    def default_key(self, key: str, char: str) -> str | None:
        """Return the default key of the command for which the player has chosen the key that was
        pressed; None if it was chosen for none. `char` is the character of the key, or empty."""
        found = (default for default, own in self._own_keys.items() if own in (key, char))
        return next(found, None)

    @property
    def is_quiet(self) -> bool:
        """Whether the player prefers the large and quiet view, which shows no timer, no other
        contestants and no chat."""
        return self.choice("quiet") == "on"

    def choice(self, name: str) -> str | None:
        """Return the player's value of the preference `name`, which is one of
        `preferences.CHOICES`; the default if the player has set none. `take_choices` reads the
        stored values."""
        return self._choices[name]

    def chime(self, tone: "Tone" = "ring") -> None:
        """Ring the terminal bell or play a tone, as the player prefers; do nothing if sounds are
        off."""
        if self.choice("sounds") == "bell":
            self.bell()
        self.tone(tone)

    def tone(self, tone: "Tone") -> None:
        """If the player prefers tones to the terminal bell, start to play a tone. Return at once,
        before the tone ends."""
        if self.choice("sounds") != "tones":
            return
        if self._sounds is None:
            from client_cli.local.sounds import Sounds

            self._sounds = Sounds()
        self._sounds.play(tone)

    def on_mount(self) -> None:
        if self.current_theme.ansi:
            # Textual has set up its filter of colours before the theme was chosen.
            self.mutate_reactive(App.theme)

    def on_unmount(self) -> None:
        if self._sounds is not None:
            self._sounds.close()
