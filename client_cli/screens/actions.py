"""List the keys of a page with their meanings, for the command palette and the help page. The
bottom line of a page, the key bar, shows most of these keys."""

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

from client_cli.local import keymap
from client_cli.screens.page import Page
from protocol.texts import _

if TYPE_CHECKING:
    from protocol.rooms.talk import PhraseId

PHRASE_KEYS: "dict[str, PhraseId]" = {
    "f2": "ace_please",
    "f3": "thank_you",
    "f4": "good_news",
    "f5": "superstition",
    "f6": "grinds_to_a_halt",
    "f7": "rotten_cards",
    "f8": "congratulations",
}
"""Function keys that say a set phrase (a fixed sentence for the chat) in a room, each with the id
of its phrase."""
EVERYWHERE = (
    ("F1", _("this page")),
    (_("Ctrl+P"), _("every action and every page by its name")),
    ("F10", _("what was said and done")),
    (_("Ctrl+Q"), _("leave the program; a seat in a room is kept")),
)
NAMED = {
    _("Space"): ("space", " "),
    _("Enter"): ("enter", ""),
    _("Esc"): ("escape", ""),
    _("Tab"): ("tab", ""),
    **{name: (key, "") for key, name in keymap.NAMES.items()},
}
KEYS_FIRST = 12
"""Width of the column of keys on the help page, in cells."""


class Action(NamedTuple):
    """A key of a page: the key's name as the key bar shows it, the meaning of the key, and the
    arguments `key` and `char` to pass to `Page.press` so that the page handles the key."""

    shown: str
    told: str
    key: str
    char: str


def key_of(shown: str) -> tuple[str, str] | None:
    """Return the arguments (key, char) of `Page.press` for a key's name in the key bar, such as
    `Space` or `^R`. Return None if the name stands for several keys, such as `1-9`."""
    if shown in NAMED:
        return NAMED[shown]
    if re.fullmatch(r"\^[A-Z]", shown):
        return f"ctrl+{shown[1].lower()}", ""
    if re.fullmatch(r"F\d+", shown):
        return shown.lower(), ""
    return (shown, shown) if len(shown) == 1 else None


def actions(page: Page) -> Iterator[Action]:
    """Yield an `Action` for each key that has an effect on the page now. The command palette lists
    them."""
    for shown, told in _pairs(page):
        pressed = key_of(shown)
        if pressed is not None:
            yield Action(shown, told, *pressed)


def _pairs(page: Page) -> list[tuple[str, str]]:
    """Return the keys of a page as (key, meaning) pairs. Keys that every page has are left out, and
    so are entries without a key or without a meaning."""
    own = (*page.key_pairs(), *page.quiet_keys())
    return [pair for pair in own if all(pair) and pair[0] not in dict(EVERYWHERE)]


def help_page(page: Page, in_room: bool) -> str:
    """Return the text of the help page: the keys of this page, the keys of every page and, in a
    room, the function keys of the set phrases (fixed sentences for the chat)."""
    pairs = _pairs(page)
    everywhere = [(_own(page, key), told) for key, told in EVERYWHERE]
    lines = [*_lines(pairs), *([""] if pairs else []), *_lines(everywhere)]
    if in_room:
        from protocol.rooms.talk import PHRASES  # only rooms need it

        phrases = [
            (key.upper(), _("say: {phrase}", phrase=_(PHRASES[phrase])))
            for key, phrase in PHRASE_KEYS.items()
        ]
        lines += ["", *_lines(phrases)]
    return "\n".join([*lines, "", *page.more_help()])


def _own(page: Page, default: str) -> str:
    """Return the key that the player has chosen instead of a key that every page has, or this
    key."""
    own = page.patience.own_key(default.lower())
    return default if own is None else keymap.shown(own)


def _lines(pairs: list[tuple[str, str]] | tuple[tuple[str, str], ...]) -> list[str]:
    return [f"{shown:<{KEYS_FIRST}}{told}" for shown, told in pairs]
