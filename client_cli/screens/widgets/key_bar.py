"""Key bar: the bottom line with the keys that do something now; a click on one presses it."""

from rich.style import Style
from rich.text import Text
from textual import events

from client_cli.screens.actions import key_of
from client_cli.screens.page import KEY, keyline
from client_cli.screens.table.card_style import CardStyle

PADDING = 2
"""Cells beside the line."""
APART = 2
"""Cells between two keys."""


def key_bar(look: CardStyle, pairs: list[tuple[str, str]], width: int) -> Text:
    """The line of keys with their meanings, each with click metadata."""
    pairs = _fitting(pairs, width - PADDING)
    text, at = keyline(look, *pairs), 0
    for key, told in pairs:
        end = at + _cells(key, told)
        text.stylize(Style(meta={KEY: key}), at, end)
        at = end + APART
    return text


def _cells(key: str, told: str) -> int:
    return len(f"{key} {told}".lstrip())


def _fitting(pairs: list[tuple[str, str]], width: int) -> list[tuple[str, str]]:
    """All pairs if they fit; otherwise the last (the way out) first, then those that fit whole."""
    if sum(_cells(*pair) + APART for pair in pairs) - APART <= width:
        return pairs
    found, at = pairs[-1:], sum(_cells(*pair) for pair in pairs[-1:])
    for pair in pairs[:-1]:
        end = at + APART + _cells(*pair)
        if end <= width:
            found, at = [*found, pair], end
    return found


def choices(*pairs: tuple[str, str]) -> Text:
    """A line of keys inside a box, each with click metadata."""
    text = Text()
    for n, (key, told) in enumerate(pairs):
        text.append("   " if n else "").append(f"{key} {told}", Style(meta={KEY: key}))
    return text.append("\n")


def pressed(event: events.Click) -> tuple[str, str] | None:
    """The clicked key as (key, character) for `Page.press`; None if no key was clicked."""
    shown = event.style.meta.get(KEY)
    return key_of(shown) if isinstance(shown, str) else None
