"""The keymap: keys that the player has chosen for commands of the full screen, instead of the
default keys.

Each key is stored as a preference, such as `keys.undo` with the value `f11`. Letters and digits
cannot be chosen, because they name piles and cells at the tables.
"""

import re
from collections.abc import Mapping
from typing import Any, NamedTuple

from client_cli.exit_codes import Failure
from protocol.texts import _

PREFIX = "keys."


class RemappableCommand(NamedTuple):
    """A command that can have another key: its default key, as Textual names it, and what it does.
    Commands of every page have a function key; the others are commands of a table and have a
    character."""

    key: str
    meaning: str


COMMANDS: Mapping[str, RemappableCommand] = {
    "undo": RemappableCommand("u", _("undo")),
    "redo": RemappableCommand("y", _("redo")),
    "hint": RemappableCommand("!", _("hint")),
    "finish": RemappableCommand("f", _("finish")),
    "branches": RemappableCommand("b", _("branches and bookmarks")),
    "tilt": RemappableCommand("t", _("tilt a card")),
    "layout": RemappableCommand("v", _("lay the columns otherwise")),
    "rules": RemappableCommand("r", _("rules")),
    "new_deal": RemappableCommand("n", _("new deal")),
    "same_deal": RemappableCommand("z", _("same deal again")),
    "give_up": RemappableCommand("x", _("give up")),
    "leave": RemappableCommand("q", _("leave")),
    "help": RemappableCommand("f1", _("help")),
    "messages": RemappableCommand("f10", _("what was said")),
}
"""The commands by their names. The name is also the id of the binding of a command of every
page."""
EVERYWHERE = ("help", "messages")
NAMES = {
    "backspace": _("Backspace"),
    "insert": _("Insert"),
    "delete": _("Delete"),
    "home": _("Home"),
    "end": _("End"),
    "pageup": _("PgUp"),
    "pagedown": _("PgDn"),
}
"""Keys with names that can be chosen, as Textual names them, and as players read them."""
SIGNS = "`~@#$%&*=+:;,"
"""Signs that can be chosen; others have a meaning at a table."""
TAKEN = {
    *(f"f{n}" for n in range(2, 10)),
    *("ctrl+c", "ctrl+p", "ctrl+q", "ctrl+i", "ctrl+j", "ctrl+m", "ctrl+h"),
}
"""Keys that have a fixed meaning: set phrases, a break, the terminal's own, or another key that the
terminal cannot tell from them."""
CONTROL = re.compile(r"ctrl\+[a-z]")
FUNCTION = re.compile(r"f([1-9]|1[0-9]|2[0-4])")


def read_key(command: str, typed: str | None, chosen: Mapping[str, Any]) -> str | None:
    """Return the key that a player has typed for a command, such as `^E`, as Textual names it.
    None means the default key. `chosen` has all preferences. Raises Failure if there is no such
    command or key, or the key has another meaning."""
    if command not in COMMANDS:
        commands = ", ".join(COMMANDS)
        raise Failure.usage(
            _(
                "There is no command {command}; there are {commands}.",
                command=repr(command[:20]),
                commands=commands,
            )
        )
    key = None if typed is None else _key_named(typed)
    default = COMMANDS[command].key
    for wanted in (default, f"ctrl+{default}") if key is None else (key,):
        if other := owner(wanted, command, own_keys(chosen)):
            raise Failure.usage(
                _(
                    "{key} is the key for: {meaning}. First choose another key for that: "
                    "keys.{command}.",
                    key=shown(wanted),
                    meaning=COMMANDS[other].meaning,
                    command=other,
                )
            )
    return key


def _key_named(typed: str) -> str:
    """Return a typed key as Textual names it. Raises Failure if it cannot be chosen."""
    key = typed.strip().lower().replace("^", "ctrl+").replace("control+", "ctrl+")
    if len(key) == 1 and key.isalnum():
        raise Failure.usage(_("Letters and digits name piles and cells; choose another key."))
    if key in TAKEN:
        raise Failure.usage(_("{key} has a fixed meaning.", key=shown(key)))
    if not _is_key(key):
        raise Failure.usage(
            _(
                "A key is F1 to F24, Ctrl and a letter (ctrl+e), one of {names}, or one of {signs}",
                names=", ".join(NAMES),
                signs=SIGNS,
            )
        )
    return key


def owner(key: str, command: str, own: Mapping[str, str]) -> str:
    """Return the other command that has this key, by the player's choice or by default; empty if
    there is none. Ctrl and the letter of a command is its key in games with a pile of this
    letter."""
    for name, known in COMMANDS.items():
        if name != command and key in (
            [own[name]] if name in own else [known.key, f"ctrl+{known.key}"]
        ):
            return name
    return ""


def own_keys(chosen: Mapping[str, Any]) -> dict[str, str]:
    """Return the keys that the player has chosen, by the names of the commands. `chosen` has all
    preferences; keys that this program does not know are left out."""
    return {
        name: key
        for name in COMMANDS
        if isinstance(key := chosen.get(f"{PREFIX}{name}"), str) and _is_key(key)
    }


def _is_key(key: str) -> bool:
    known = key in NAMES or (len(key) == 1 and key in SIGNS)
    is_key = known or CONTROL.fullmatch(key) or FUNCTION.fullmatch(key)
    return bool(is_key) and key not in TAKEN


def shown(key: str) -> str:
    """Return a key as the key bar shows it: `^Z`, `F11`, `Backspace`."""
    if CONTROL.fullmatch(key):
        return f"^{key[-1].upper()}"
    return NAMES.get(key) or (key.upper() if len(key) > 1 else key)


def key_lines(chosen: Mapping[str, Any]) -> list[str]:
    """Return a line for each command, with its preference and its key."""
    own = own_keys(chosen)
    return [
        f"{PREFIX}{name}={own.get(name, command.key)}  {command.meaning}"
        for name, command in COMMANDS.items()
    ]
