"""The table of any game as plain text, drawn from the game's layout: for pipes, screen readers and
replays."""

import sys
import textwrap
from collections.abc import Iterator
from itertools import zip_longest
from typing import Any

from client_cli.state.deal_frames import DealFrames
from client_cli.terminal.output import width_of
from client_cli.terminal.pile_labels import (
    card_text,
    cards_text,
    cell_label,
    choice_cell,
    grid_of,
    labels,
    possible_cells,
    shown_name,
)
from client_cli.terminal.spoken_cards import Cards
from engine.cards import NAME
from engine.catalogue import LAYOUT_DEAL, first_layout
from engine.game import Book
from engine.games import AnyGame
from engine.mechanics.grid import Grid
from engine.rules import Rules
from engine.table import Group, Pile, State
from protocol.reading import READING, ReadingName
from protocol.texts import _, ngettext

CELL = 5
"""Width of a column in characters: a card such as `10♥` and a gap."""

TABLE = "    "
"""The indentation that marks lines of a table on a rules page."""

PER_LINE = 13
"""Most columns side by side; 13 fit a terminal of 80 characters."""

GROUPS = {
    "foundation": (_("foundation"), _("foundations")),
    "index": (_("index card"), _("index cards")),
    "down": (_("down-king"), _("down-kings")),
    "up": (_("up-king"), _("up-kings")),
    "heap": (_("heap"), _("heaps")),
    "rub": (_("rubbish"), _("rubbish")),
    "key": (_("key card"), _("key cards")),
    "pile": (_("pile"), _("piles")),
    "hour": (_("hour"), _("hours")),
    "bower": (_("bower"), _("bower")),
}
"""The words for one pile of a group and for all piles of the group, by the prefix of the piles'
names. They tell the listener to which group of the game a pile belongs."""


def table(game: AnyGame, state: State[Any], cards: Cards) -> list[str]:
    """Return the whole table as lines: a drawing or, if `cards` says that cards are written in
    words, one sentence for each pile."""
    return (
        table_sentences(game, state) if cards == "words" else draw(game, state, cards == "symbols")
    )


def dealt(game: AnyGame, dealing: DealFrames, cards: Cards) -> list[str]:
    """Return one step (frame) of a deal that is shown step by step, as lines: the table after it.
    If cards are written in words, return the whole table only for the first frame, and for each
    later frame a line with the cards laid in it."""
    if cards != "words" or dealing.n == 1:
        return table(game, game.state_of(dealing.view), cards)
    laid = [_("{card} on {pile}", card=card_text(card), pile=heap) for heap, card in dealing.laid]
    return [_("Laid: {cards}.", cards=", ".join(laid))] if laid else []


def table_sentences(game: AnyGame, state: State[Any]) -> list[str]:
    """Return the table in words, one pile a line, each pile from its top card down. Empty piles are
    named together in one line. In a game with a grid, its rows follow."""
    label, grid = labels(game), grid_of(game, state)
    lines, empty = [], []
    for name, pile, group in zip(game.layout.names, state.piles, game.layout.group_of, strict=True):
        if pile.up or pile.down:
            what = _called(game, name)
            if _is_finished(game, name, pile):
                lines.append(_("{pile}: finished.", pile=what))
                continue
            # Of a pile that is built upon only the top card matters.
            shown = pile.up if group.role in ("tableau", "fan", "line") else pile.up[-1:]
            parts = [card_text(NAME[card]) for card in reversed(shown)]
            parts += [_("{n} in all", n=len(pile.up))] if len(shown) < len(pile.up) else []
            parts += [_("{n} face down", n=len(pile.down))] if pile.down else []
            lines.append(f"{what}: {', '.join(parts)}.")
        elif not group.vanishes:
            empty.append(label[name])
    lines += [_("Empty: {piles}.", piles=", ".join(empty))] if empty else []
    if grid is None:
        return lines
    laid = {cell: card_text(NAME[card]) for cell, card in grid.laid}
    rows, columns = possible_cells(game, state)
    for row in rows:
        cells = [(row, column) for column in columns if (row, column) in laid]
        words = [f"{cell_label(game, cell)} {laid[cell]}" for cell in cells]
        if words:
            number = cell_label(game, (row, 0))[1:]
            lines.append(_("Row {row}: {cards}.", row=number, cards=", ".join(words)))
    if grid.next is not None:
        lines.append(_("Next card: {card}.", card=card_text(NAME[grid.next])))
    elif choice_cell(game, state) is not None:
        lines.append(_four(grid))
    return lines


def count(game: AnyGame, state: State[Any]) -> list[str]:
    """Return lines that say how many cards lie face down, and the other numbers that the game
    states besides its piles, such as how many redeals are left."""
    label, layout = labels(game), game.layout
    hidden = [(layout.names[i], len(pile.down)) for i, pile in enumerate(state.piles) if pile.down]
    lines = []
    if hidden:
        alone = [f"{shown_name(name)} {n}" for name, n in hidden if "." not in name]
        piles = [f"{label[name]} {n}" for name, n in hidden if "." in name]
        told = ", ".join([*alone, *piles])
        total = sum(n for name, n in hidden)
        lines.append(
            _("Face down: {piles}; {n} in all.", piles=told, n=total)
            if len(hidden) > 1
            else _("Face down: {piles}.", piles=told)
        )
    else:
        lines.append(_("No card lies face down."))
    facts = {name: value for name, value in game.facts(state).items() if type(value) is int}
    lines += [f"{shown_name(name).capitalize()}: {value}." for name, value in facts.items()]
    return lines


def _called(game: AnyGame, name: str) -> str:
    """Return a pile's name as it is read aloud: its letter, and its kind if the letter alone does
    not identify it."""
    group, label = game.layout.group_of[game.layout.index[name]], labels(game)[name]
    if group.indices is None:
        return f"{shown_name(name).capitalize()}, {label}"
    known = GROUPS.get(group.prefix)
    return f"{label}, {known[0]}{_own_number(game, name)}" if known else label


def _own_number(game: AnyGame, name: str) -> str:
    """Return a space and the number by which players know the pile: that of a heap in Kings, or of
    an hour in Clock. Empty for all other piles, also for heaps of other games, which players know
    by letters."""
    prefix, _dot, number = name.rpartition(".")
    numbered = prefix in ("heap", "hour") and f"{prefix}.0" not in game.layout.index
    return f" {number}" if numbered else ""


def _is_finished(game: AnyGame, name: str, pile: Pile) -> bool:
    """Return whether a pile has all its cards and is therefore drawn face down or on another pile.
    This is so only in games whose drawing has `finished` piles."""
    finished = game.drawing.finished
    return finished is not None and finished.place(name, len(pile.up)) is not None


def draw(game: AnyGame, state: State[Any], symbols: bool = False) -> list[str]:
    """Return a drawing of the whole table as lines: some groups of piles as columns of cards side
    by side, other piles on one line each."""
    lines: list[str] = []
    for group, places in game.layout.parts:
        piles = [(game.layout.names[i], state.piles[i]) for i in places]
        if group.vanishes:
            piles = [(name, pile) for name, pile in piles if pile.up or pile.down]
        if group.indices is None:
            lines += [_line(game, name, pile, symbols) for name, pile in piles]
        else:
            across = game.drawing.across if group.role == "tableau" else 0
            most = across or PER_LINE
            for start in range(0, len(piles), most):
                lines += _columns(game, group, piles[start : start + most], symbols)
    grid = grid_of(game, state)
    return [*lines, *_grid(game, state, grid, symbols)] if grid else lines


def look(game: AnyGame, state: State[Any], pile: str, symbols: bool = False) -> str:
    """Return one pile as a sentence that names its cards, bottom card first."""
    lies, what = state.piles[game.layout.index[pile]], _called(game, pile)
    if not lies.up and not lies.down:
        if "," in what:
            return _("{pile}, is empty.", pile=what)
        return _("{pile} is empty.", pile=what)
    up = " ".join(card_text(NAME[card], symbols) for card in lies.up)
    if not lies.down:
        return f"{what}: {up}."
    if not up:
        return _("{pile}: {n} face down.", pile=what, n=len(lies.down))
    return _("{pile}: {n} face down, then {cards}.", pile=what, n=len(lies.down), cards=up)


def find(game: AnyGame, state: State[Any], card: str) -> str:
    """Return a sentence that says where a card lies face up. `card` is its name in two characters,
    such as `TH`."""
    shown = card_text(card)
    found = list(_places(game, state, card))
    return f"{shown}: {'; '.join(found)}." if found else _("{card} is not to be seen.", card=shown)


LEAST_WIDTH = 10
"""Smallest width of a line in characters, however narrow the window is."""
PAGE_WIDTH = 100
"""Largest width of a line of a rules page in characters; longer lines are hard to read."""


def rules_lines(game: Rules | type[AnyGame]) -> list[str]:
    """Return the rules page of a game as lines, wrapped to the width of the terminal."""
    return wrapped(game.rules_page())


def advice_text(book: Book) -> str:
    """Return the end of a game's rules page: where the game comes from, and tips for playing it.
    `book` is what the printed books say about the game. The text is empty if they say neither."""
    parts = [_("Origin. {origin}", origin=_(book.origin))] if book.origin else []
    tips = "\n".join(f"- {_(tip)}" for tip in book.tips)
    parts += [f"{_('Tips.')}\n{tips}"] if tips else []
    return "\n\n".join(parts)


def layout_lines(game: AnyGame, cards: Cards) -> list[str]:
    """Return a heading and the table at the start of a game, as the rules page of the game shows
    them."""
    heading = _("The table just dealt, deal {number}:", number=LAYOUT_DEAL)
    return [heading, *table(game, first_layout(game), cards)]


def reading_text(name: ReadingName) -> str:
    """Return one of the pages about patience in general, without its title, in the player's
    language."""
    entries = READING[name].entries
    return "\n\n".join(f"{_(entry.heading)}. {_(entry.text)}" for entry in entries)


def wrapped(text: str) -> list[str]:
    """Return a text as lines. If standard output is a terminal, they are wrapped to its width."""
    width = width_of(sys.stdout)
    return (text if width is None else flowed(text, min(width, PAGE_WIDTH))).splitlines()


def flowed(text: str, width: int) -> str:
    """Return a rules page wrapped to `width` characters. Paragraphs and list items are filled;
    tables are kept as they are."""
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
            fill = textwrap.TextWrapper(
                max(LEAST_WIDTH, width), subsequent_indent=hang, break_on_hyphens=False
            )
            lines += [piece] if kept else fill.wrap(piece)
        lines.append("")
    return "\n".join(lines).rstrip()


def _places(game: AnyGame, state: State[Any], card: str) -> Iterator[str]:
    label = labels(game)
    for name, pile in zip(game.layout.names, state.piles, strict=True):
        for at, lying in enumerate(pile.up):
            if NAME[lying] == card:
                above = len(pile.up) - at - 1
                where = (
                    ngettext("under {n} card", "under {n} cards", above) if above else _("on top")
                )
                if "." in name:
                    yield _("in {pile}, {where}", pile=label[name], where=where)
                else:
                    yield _("in the {pile}, {where}", pile=name, where=where)
    grid = grid_of(game, state)
    if grid:
        if grid.next is not None and NAME[grid.next] == card:
            yield _("the next card to lay")
        for cell, lying in grid.laid:
            if NAME[lying] == card:
                yield _("at {cell}", cell=cell_label(game, cell))


def _line(game: AnyGame, name: str, pile: Pile, symbols: bool) -> str:
    """Return a pile as one line: the number of its cards, and the top card. It is used for piles
    that are not drawn in columns side by side."""
    parts = [_("{n} face down", n=len(pile.down))] if pile.down else []
    if pile.up:
        top = cards_text(pile.up[-1:], symbols)
        parts.append(
            top
            if len(pile.up) == 1
            else ngettext("{n} card, top {top}", "{n} cards, top {top}", len(pile.up), top=top)
        )
    return f"{labels(game)[name]}  {shown_name(name)}: {', '.join(parts) or _('empty')}"


def _columns(
    game: AnyGame, group: Group, piles: list[tuple[str, Pile]], symbols: bool
) -> list[str]:
    """Return piles side by side as lines: their letters, the numbers of face-down cards, then the
    face-up cards, the bottom card first. Piles outside the tableau show only their top card."""
    label = labels(game)
    called = GROUPS[group.prefix][1] if group.prefix in GROUPS else ""
    heads = [f"{label[name]}{_own_number(game, name)}" for name, _ in piles]
    rows = ["".join(head.ljust(CELL) for head in heads) + f" {called}"]
    if any(pile.down for _, pile in piles):
        rows.append("".join((f"({len(p.down)})" if p.down else "").ljust(CELL) for _, p in piles))
    shown = [pile.up if group.role == "tableau" else pile.up[-1:] for _, pile in piles]
    cards = [[card_text(NAME[card], symbols) for card in up] for up in shown]
    for i, (name, pile) in enumerate(piles):
        if not pile.up and not pile.down:
            cards[i] = ["--"]
        elif _is_finished(game, name, pile):
            cards[i] = [_("done")]
    for row in zip_longest(*cards, fillvalue=""):
        rows += ["".join(word.ljust(CELL) for word in row)]
    return [row.rstrip() for row in rows]


def _grid(game: AnyGame, state: State[Any], grid: Grid, symbols: bool) -> list[str]:
    """Return the grid of a game as lines. A dot marks a free cell on which the next card may be
    laid."""
    rows, columns = possible_cells(game, state)
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
        lines.append(_("next card: {card}", card=card_text(NAME[grid.next], symbols)))
    elif choice_cell(game, state) is not None:
        lines.append(_four(grid, symbols))
    return lines


def _four(grid: Grid, symbols: bool = False) -> str:
    cards = ", ".join(card_text(NAME[card], symbols) for card in grid.last)
    return _("One of these for the last cell: {cards}; play and the card chooses.", cards=cards)
