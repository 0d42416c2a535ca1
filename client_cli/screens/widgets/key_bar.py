"""The bottom line: the keys that mean something now. A click on one presses it."""

from rich.style import Style
from rich.text import Text
from textual import events

from client_cli.screens.actions import key_of
from client_cli.screens.page import KEY, keyline
from client_cli.screens.table.card_style import Look

PADDING = 2
"""Cells beside the line."""
APART = 2
"""Cells from one key to the next."""


def key_bar(look: Look, pairs: list[tuple[str, str]], width: int) -> Text:
    """The line, each key with its meaning to be clicked."""
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
    """All of them; or where there is no room for all the last first, which is the way out, and of
    the others those that fit whole: help has the rest."""
    if sum(_cells(*pair) + APART for pair in pairs) - APART <= width:
        return pairs
    found, at = pairs[-1:], sum(_cells(*pair) for pair in pairs[-1:])
    for pair in pairs[:-1]:
        end = at + APART + _cells(*pair)
        if end <= width:
            found, at = [*found, pair], end
    return found


def choices(*pairs: tuple[str, str]) -> Text:
    """The keys of a box in its own line, each to be clicked."""
    text = Text()
    for n, (key, told) in enumerate(pairs):
        text.append("   " if n else "").append(f"{key} {told}", Style(meta={KEY: key}))
    return text.append("\n")


def pressed(event: events.Click) -> tuple[str, str] | None:
    """The key that was clicked, as pages get it."""
    shown = event.style.meta.get(KEY)
    return key_of(shown) if isinstance(shown, str) else None
