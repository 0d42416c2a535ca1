"""The page of options: preferences for look, animation and sounds, and the options with which the
player wants games to be dealt."""

from collections.abc import Iterator
from typing import NamedTuple

from client_cli.exit_codes import Failure
from client_cli.features import accounts
from client_cli.local import preferences
from client_cli.local.sounds import player, tones_sentence
from client_cli.screens import registry
from client_cli.screens.pages.server_page import ServerPage
from client_cli.screens.widgets.list_page import MARGIN, ListRow
from client_cli.screens.widgets.themes import THEME_TITLES
from engine.games import GAMES
from engine.options import Value
from protocol.texts import _

USUAL = _("default")
TITLES = {
    "theme": _("Theme"),
    "cards": _("Cards"),
    "colours": _("Colours"),
    "movement": _("Movement"),
    "sounds": _("Sounds"),
    "space": _("Space"),
    "timer": _("Timer"),
    "streaks": _("Streaks"),
    "quiet": _("Large and quiet"),
    "streamer": _("Streaming"),
    "presence": _("On line"),
    "watching": _("Watching"),
}
"""The titles of preferences in the player's language, by the stored name of the preference. Options
of games are not in it; they are shown by their own names."""
VALUES = {
    "true": _("on"),
    "false": _("off"),
    "on": _("on"),
    "off": _("off"),
    **THEME_TITLES,
    "symbols": _("symbols"),
    "letters": _("letters"),
    "words": _("words"),
    "usual": _("default"),
    "four": _("four"),
    "two": _("two"),
    "blind": _("blind"),
    "bell": _("bell"),
    "tones": _("tones"),
    "asks": _("asks"),
    "deals": _("deals"),
    "shown": _("shown"),
    "hidden": _("hidden"),
    "allowed": _("allowed"),
    "refused": _("refused"),
}
WIDE = 60
"""Screen width in cells from which on the values have a column of their own."""
NEXT_DEAL = _("Changing this causes redeal: it holds from the next game on.")
SURE = _("Changing this causes redeal of the game in front of you. The same key again does it.")
FROZEN = _("A race is made: the options of its game are frozen.")
REDEALT = _("There will be a redeal when you go back to the table.")


class Choice(NamedTuple):
    """A setting that the player can change: its stored name, its title, its possible values, its
    default, and a sentence that explains it. The value None means that the player has not chosen a
    value."""

    name: str
    told: str
    values: tuple[Value | None, ...]
    default: Value | None
    meaning: str


def choices() -> list[Choice]:
    """Return all settings that the page lists: the preferences of the client, then the options of
    each game, sorted by the title of the game."""
    found = [
        Choice(name, TITLES[name], values, preferences.USUAL.get(name), meaning)
        for name, values, meaning in _of_the_client()
    ]
    for slug, rules in sorted(GAMES.items(), key=lambda item: _(item[1].book.title)):
        found += [
            Choice(
                f"{slug}.{option.name}",
                f"{_(rules.book.title)}, {option.name.replace('_', ' ')}",
                option.values,
                option.default,
                _(option.meaning),
            )
            for option in rules.options
        ]
    return found


def _of_the_client() -> Iterator[tuple[str, tuple[str | None, ...], str]]:
    for name, values in preferences.CHOICES.items():
        depends = () if name in preferences.USUAL else (None,)
        yield name, (*depends, *values), preferences.MEANING[name]


class OptionsPage(ServerPage):
    """The list of settings. A change is stored on this computer at once. If the player has an
    account, the server stores all changes when the player leaves the page."""

    heading = _("Options")

    def __init__(self) -> None:
        super().__init__()
        self._choices = choices()
        self._changed = False
        self._asked: tuple[str, Value | None] | None = None
        """The change (name, value) about which the player was asked, because it deals a game in
        progress again; None otherwise. If the player makes the same change again, it is carried
        out."""
        self._redeals = ""
        """The slug of the game to deal again when the page is left; empty for none."""

    def _value(self, choice: Choice) -> Value | None:
        found = preferences.chosen(self.patience.storage).get(choice.name)
        return found if found in choice.values and found is not None else choice.default

    def above(self) -> list[str]:
        return [""]

    def rows(self) -> list[ListRow]:
        return [self._told(choice) for choice in self._choices]

    def _told(self, choice: Choice) -> ListRow:
        value = self._value(choice)
        shown = USUAL if value is None else VALUES.get(str(value).lower(), str(value))
        wide = self.app.size.width >= WIDE
        return ListRow(
            f"{choice.told:<42} {shown}" if wide else f"{choice.told}: {shown}", "", choice.meaning
        )

    def status(self) -> str:
        """Return the text for the status line. This is the latest message. If there is no message,
        it is the explanation of the selected setting, unless the window is wide enough to show the
        explanation in the row. For the setting `sounds` it is instead a sentence that says which
        program plays the sounds."""
        choice = self._choices[self.at]
        if choice.name == "sounds":
            return self.say or tones_sentence(player())
        cut = len(choice.meaning) + MARGIN > self.app.size.width
        return self.say or (choice.meaning if cut else "")

    def key_pairs(self) -> list[tuple[str, str]]:
        return [
            (_("Enter"), _("change")),
            (_("Backspace"), USUAL),
            ("k", _("keys")),
            ("q", _("back")),
        ]

    def typed(self, key: str, char: str) -> bool:
        step = {"right": 1, "left": -1}.get(key)
        if step is not None:
            self._turn(step)
        elif key in ("backspace", "delete"):
            self._choose(self._choices[self.at].default)
        else:
            return super().typed(key, char)
        return True

    def command(self, char: str) -> bool:
        if char == "q":
            self.back()
        elif char == "k":
            self._changed = True
            registry.KEYMAP.open(self.app)
        else:
            return False
        return True

    def choose(self) -> None:
        self._turn(1)

    def _move_cursor(self, at: int) -> None:
        self._asked = None
        super()._move_cursor(at)

    def _turn(self, step: int) -> None:
        choice = self._choices[self.at]
        at = choice.values.index(self._value(choice))
        self._choose(choice.values[(at + step) % len(choice.values)])

    def _choose(self, value: Value | None) -> None:
        """Store a value for the selected setting; if the value is the default, remove the stored
        value. Refuse to change options of the game that is being raced. If the change would deal a
        game in progress again, ask the player first."""
        choice = self._choices[self.at]
        asked, self._asked = self._asked, None
        slug = choice.name.partition(".")[0] if "." in choice.name else ""
        if slug and self.patience.races(slug):
            self.tell(FROZEN)
            return
        redeals = bool(slug) and self.patience.plays(slug)
        if redeals and asked != (choice.name, value):
            self._asked = choice.name, value
            self.tell(SURE)
            return
        typed = "" if value == choice.default else str(value).lower()
        try:
            accounts.choose(self.storage, [f"{choice.name}={typed}"])
        except Failure as failure:
            self.tell(str(failure))
            return
        self._changed = True
        self.patience.take_choices()
        self._redeals = slug if redeals else self._redeals
        self.tell("" if not slug else REDEALT if redeals else NEXT_DEAL)
        if choice.name == "sounds":
            self.patience.chime()

    def back(self) -> None:
        """Leave the page. If the player has an account and has changed settings, first save the
        settings on the server. If that fails, show the reason and stay; the next call leaves
        without saving."""
        if not self._changed or self.account() is None:
            self._leave()
            return
        self._changed = False
        self.carry_out(self._sync, self._synced)

    async def _sync(self) -> str | None:
        return await accounts.sync_choices(self.patience.address(), self.storage)

    def _synced(self, failed: str | None) -> None:
        if failed:
            self.tell(failed)  # when the player leaves again, saving is not tried again
        else:
            self._leave()

    def _leave(self) -> None:
        super().back()
        if self._redeals:
            self.patience.redeal(self._redeals)
