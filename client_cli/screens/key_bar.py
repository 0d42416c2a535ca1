"""The bottom line: the keys that mean something now. A click on one presses it."""

from rich.style import Style
from rich.text import Text
from textual import events

from client_cli.screens.actions import key_of
from client_cli.screens.look import Look
from client_cli.screens.page import KEY, keyline

TIGHT = 60
"""Cells under which the way out comes first: what does not fit is cut off at the right."""


def key_bar(look: Look, pairs: list[tuple[str, str]], width: int) -> Text:
    """The line, each key with its meaning to be clicked."""
    pairs = [*pairs[-1:], *pairs[:-1]] if width < TIGHT else pairs
    text, at = keyline(look, *pairs), 0
    for key, told in pairs:
        end = at + len(f"{key} {told}".strip())
        text.stylize(Style(meta={KEY: key}), at, end)
        at = end + 2
    return text


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
