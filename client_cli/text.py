"""The table of any game in plain text, from its layout: for pipes, readers and replays."""

import textwrap
from collections.abc import Iterator
from itertools import zip_longest
from typing import Any

from client_cli.piles import (
    card_text,
    cards_text,
    cell_label,
    frame,
    grid_of,
    labels,
)
from client_cli.sentences import plural
from engine.cards import NAME
from engine.games import AnyGame
from engine.grid import Grid
from engine.table import Group, Pile, State

CELL = 5
"""Characters a column takes: `10♥` and a gap that the eye can follow."""

TABLE = "    "
"""What the lines of a table begin with on a rules page."""

PER_LINE = 13
"""Columns side by side; 13 fit a terminal of 80."""


def draw(game: AnyGame, state: State[Any], symbols: bool = False) -> list[str]:
    """The whole table, line by line: columns top down, other piles one line each."""
    lines: list[str] = []
    for group, places in game.layout.parts:
        piles = [(game.layout.names[i], state.piles[i]) for i in places]
        if group.vanishes:
            piles = [(name, pile) for name, pile in piles if pile.up or pile.down]
        if group.indices is None:
            lines += [_line(game, name, pile, symbols) for name, pile in piles]
        else:
            for start in range(0, len(piles), PER_LINE):
                lines += _columns(game, group, piles[start : start + PER_LINE], symbols)
    grid = grid_of(game, state)
    return [*lines, *_grid(game, state, grid, symbols)] if grid else lines


def look(game: AnyGame, state: State[Any], pile: str, symbols: bool = False) -> str:
    """One pile in a sentence, bottom first."""
    lies = state.piles[game.layout.index[pile]]
    label = labels(game)[pile]
    if not lies.up and not lies.down:
        return f"{label} ({pile}) is empty."
    parts = [f"{len(lies.down)} face down"] if lies.down else []
    parts += [" ".join(card_text(NAME[card], symbols) for card in lies.up)] if lies.up else []
    return f"{label} ({pile}): {', then '.join(parts)}."


def find(game: AnyGame, state: State[Any], card: str) -> str:
    """Where a card lies face up, in a sentence; `card` is its two-character name."""
    shown = card_text(card)
    found = list(_places(game, state, card))
    return f"{shown}: {'; '.join(found)}." if found else f"{shown} is not to be seen."


def flowed(text: str, width: int) -> str:
    """A rules page with lines of this width: paragraphs and items are filled, tables kept."""
    lines: list[str] = []
    for paragraph in text.split("\n\n"):
        held: list[str] = []
        for line in paragraph.splitlines():
            if not held or line.startswith(("- ", TABLE)):
                held.append(line)
            else:
                held[-1] += f" {line.strip()}"
        for piece in held:
            hang = "  " if piece.startswith("- ") else ""
            kept = piece.startswith(TABLE)
            fill = textwrap.TextWrapper(width, subsequent_indent=hang, break_on_hyphens=False)
            lines += [piece] if kept else fill.wrap(piece)
        lines.append("")
    return "\n".join(lines).rstrip()


def _places(game: AnyGame, state: State[Any], card: str) -> Iterator[str]:
    label = labels(game)
    for name, pile in zip(game.layout.names, state.piles, strict=True):
        for at, lying in enumerate(pile.up):
            if NAME[lying] == card:
                above = len(pile.up) - at - 1
                where = "on top" if not above else f"under {plural(above, 'card')}"
                yield f"in {label[name]} ({name}), {where}"
    grid = grid_of(game, state)
    if grid:
        if grid.next is not None and NAME[grid.next] == card:
            yield "the next card to lay"
        yield from (
            f"at {cell_label(game, cell)}" for cell, lying in grid.laid if NAME[lying] == card
        )


def _line(game: AnyGame, name: str, pile: Pile, symbols: bool) -> str:
    """A pile that is alone of its kind: how many cards, and the top one."""
    parts = [f"{len(pile.down)} face down"] if pile.down else []
    if pile.up:
        count, top = plural(len(pile.up), "card"), cards_text(pile.up[-1:], symbols)
        parts.append(top if len(pile.up) == 1 else f"{count}, top {top}")
    return f"{labels(game)[name]}  {name.replace('_', ' ')}: {', '.join(parts) or 'empty'}"


def _columns(
    game: AnyGame, group: Group, piles: list[tuple[str, Pile]], symbols: bool
) -> list[str]:
    """Piles side by side: labels, face-down counts, then cards from the bottom up, downwards."""
    label = labels(game)
    rows = ["".join(label[name].ljust(CELL) for name, _ in piles)]
    if any(pile.down for _, pile in piles):
        rows.append("".join((f"({len(p.down)})" if p.down else "").ljust(CELL) for _, p in piles))
    shown = [pile.up if group.role == "tableau" else pile.up[-1:] for _, pile in piles]
    cards = [[card_text(NAME[card], symbols) for card in up] for up in shown]
    for i, (_, pile) in enumerate(piles):
        if not pile.up and not pile.down:
            cards[i] = ["--"]
    for row in zip_longest(*cards, fillvalue=""):
        rows += ["".join(word.ljust(CELL) for word in row)]
    return [row.rstrip() for row in rows]


def _grid(game: AnyGame, state: State[Any], grid: Grid, symbols: bool) -> list[str]:
    """The cells that may still hold a card: a dot where one may lie now."""
    rows, columns = frame(game, state)
    lies = {cell: card_text(NAME[card], symbols) for cell, card in grid.laid}
    free = {getattr(move, "cell", None) for move in game.legal(state).moves}
    heads = [cell_label(game, (0, column))[0] for column in columns]
    lines = ["".join(word.ljust(CELL) for word in ["", *heads]).rstrip()]
    for row in rows:
        words = [
            lies.get((row, column), "." if (row, column) in free else "") for column in columns
        ]
        number = cell_label(game, (row, 0))[1:]
        lines.append("".join(word.ljust(CELL) for word in [number, *words]).rstrip())
    if grid.next is not None:
        lines.append(f"next card: {card_text(NAME[grid.next], symbols)}")
    return lines
