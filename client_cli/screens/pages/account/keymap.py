"""The page on which the player chooses other keys for commands."""

from client_cli.exit_codes import Failure
from client_cli.features import accounts
from client_cli.local import preferences
from client_cli.local.keymap import COMMANDS, PREFIX, own_keys, shown
from client_cli.screens.widgets.list_page import ListPage, ListRow
from protocol.texts import _


class KeymapPage(ListPage):
    """The list of commands with their keys. Enter waits for a key, which the selected command then
    has; a conflict is told, and nothing changes. Backspace gives the default key back."""

    heading = _("Keys")

    def __init__(self) -> None:
        super().__init__()
        self._waits = False

    @property
    def _command(self) -> str:
        return list(COMMANDS)[self.at]

    def rows(self) -> list[ListRow]:
        own = own_keys(preferences.chosen(self.patience.storage))
        return [
            ListRow(f"{shown(own.get(name, command.key)):<10}", self._told(name, name in own))
            for name, command in COMMANDS.items()
        ]

    def _told(self, name: str, is_own: bool) -> str:
        """Return what a command does and, if its key was chosen, also its default key."""
        command = COMMANDS[name]
        if not is_own:
            return command.meaning
        return _("{meaning} (default {key})", meaning=command.meaning, key=shown(command.key))

    def above(self) -> list[str]:
        return [_("Where a pile has the letter of a command, its key is Ctrl and the letter."), ""]

    def key_pairs(self) -> list[tuple[str, str]]:
        return [(_("Enter"), _("change")), (_("Backspace"), _("default")), ("q", _("back"))]

    def choose(self) -> None:
        self._waits = True
        meaning = COMMANDS[self._command].meaning
        self.tell(_("Press the new key for: {meaning}. Esc keeps the old one.", meaning=meaning))

    def typed(self, key: str, char: str) -> bool:
        if self._waits:
            self._waits = False
            self.say = ""
            if key != "escape":
                self._store(char if char and not char.isspace() else key)
            self.redraw()
        elif key in ("backspace", "delete"):
            self._store("")
        else:
            return super().typed(key, char)
        return True

    def command(self, char: str) -> bool:
        if char == "q":
            self.back()
        return char == "q"

    def _store(self, key: str) -> None:
        """Store a key for the selected command; an empty text stands for the default."""
        storage = self.patience.storage
        if storage is None:
            return
        try:
            accounts.choose(storage, [f"{PREFIX}{self._command}={key}"])
        except Failure as failure:
            self.tell(str(failure))
            return
        self.patience.take_choices()
        self.redraw()
