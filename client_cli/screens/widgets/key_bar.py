"""The key bar: the bottom line of a page, which shows the keys that have an effect now. A click on
a key in it does the same as pressing the key."""

from rich.style import Style
from rich.text import Text
from textual import events

from client_cli.screens.actions import key_of
from client_cli.screens.page import KEY, keyline
from client_cli.screens.table.drawing.table_style import TableStyle

PADDING = 2
"""Cells of padding beside the line, left and right together."""
APART = 2
"""Cells between the meaning of a key and the next key."""


def key_bar(look: TableStyle, pairs: list[tuple[str, str]], width: int) -> Text:
    """Return the key bar: a line of `width` cells with keys and their meanings, each clickable."""
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
    """Return the (key, meaning) pairs for which there is room in `width` cells, in their order. The
    last pair, which is the key that leaves the page, is always among them."""
    found: list[tuple[str, str]] = []
    at = sum(_cells(*pair) for pair in pairs[-1:])
    for pair in pairs[:-1]:
        end = at + APART + _cells(*pair)
        if end <= width:
            found, at = [*found, pair], end
    return [*found, *pairs[-1:]]


def choices(*pairs: tuple[str, str]) -> Text:
    """Return a line of keys with their meanings for a dialog. Each key can be clicked."""
    text = Text()
    for n, (key, told) in enumerate(pairs):
        text.append("   " if n else "").append(f"{key} {told}", Style(meta={KEY: key}))
    return text.append("\n")


def pressed(event: events.Click) -> tuple[str, str] | None:
    """Return the arguments (key, char) of `Page.press` for the key that was clicked; None if the
    click was on no key."""
    shown = event.style.meta.get(KEY)
    return key_of(shown) if isinstance(shown, str) else None
