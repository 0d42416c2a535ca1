"""The table of every game as text, with its styles: what `snapshots/` holds, a file a game.

    python -m tests.client_cli.screens.snapshots

writes them anew; read the difference before it is committed. Each position is drawn at every size
in three ways, in colour, in letters and without colour; a way that looks like the one before it in
its characters, or in its styles, says only that. Styles stand under the characters, a letter a
cell, a blank for what is plain:

    s h d c   a card of that suit        e  the edge of a card, or a squashed set
    S H D C   a chosen one               E  the edge of a chosen one
    1 2 3 4   one that is a target       5  the edge of a target
    b  face down                         _  an empty space
    q  quiet      l  loud                a  alarm           x  the cursor
    B  bold       R  reverse, bold
"""

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import islice
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from rich.style import Style

from client_cli.screens.table.drawing.canvas import Canvas, Spot
from client_cli.screens.table.drawing.card_renderer import Highlight
from client_cli.screens.table.drawing.faces import Face
from client_cli.screens.table.drawing.table_renderer import draw
from client_cli.screens.table.drawing.table_style import TableStyle
from client_cli.screens.table.input_controller import name_of
from client_cli.screens.table.selection import NO_SELECTION, Picker, Selection
from client_cli.state.card_marks import SIGNS
from engine.cards import deal_number_seed
from engine.computer_players.player import Player
from engine.games import GAMES, AnyGame, game
from engine.table import State
from engine.view import View

SNAPSHOTS = Path(__file__).with_name("snapshots")
DEAL = 1
MIDDLE = 24
"""Moves the greedy player has made by the middle of a game, or as many as there are."""
SIZES = {"80x24": (80, 20), "80x24 beside a race": (55, 20), "60": (60, 19), "120": (120, 34)}
"""Windows, and the table in them."""
LOOKS = {
    "colour": TableStyle(),
    "letters": TableStyle(ascii=True),
    "no colour": TableStyle(colour=False),
}


class Posed(NamedTuple):
    """A position, and what is lit in it."""

    rules: AnyGame
    view: View
    lit: Highlight
    free: tuple[Any, ...]


@cache
def posed(slug: str) -> dict[str, Posed]:
    """A game as it is dealt, and in the middle: with marks, a card chosen and its targets lit."""
    rules = game(slug)
    state = rules.deal(rules.pack(deal_number_seed(DEAL)))
    start = Posed(rules, rules.view(state), Highlight(), _free(rules, state))
    player = Player(rules, "greedy", Random(DEAL).randrange, 50)
    for _ in range(MIDDLE):
        step = rules.play(state, player.move(state)).state
        if step.over:
            break
        state = step
    view = rules.view(state)
    lit = _best_lit(rules, state)
    lit = lit._replace(tilts=_tilts(view, lit))
    return {"dealt": start, "in the middle": Posed(rules, view, lit, _free(rules, state))}


def _free(rules: AnyGame, state: State[Any]) -> tuple[Any, ...]:
    return tuple(m.cell for m in rules.legal(state).moves if hasattr(m, "cell"))


def _best_lit(rules: AnyGame, state: State[Any]) -> Highlight:
    """The card that may go to the most places in hand; the cursor where the table ends."""
    picker = Picker(rules, state)
    choices = [picker.lit(Selection(source=name, count=1)) for name in rules.layout]
    best = max(choices, key=lambda lit: len(lit.targets))
    best = best if best.targets else picker.lit(NO_SELECTION)
    return best._replace(cursor=list(rules.layout)[-1])


def _tilts(view: View, lit: Highlight) -> dict[Spot, str]:
    """The tops of the first three piles that show a card and are not lit, and all of the first that
    shows none."""
    lying = {n: p for n, p in view.piles.items() if p is not None}
    dark = {n: p for n, p in lying.items() if n not in lit.targets and n != lit.cursor}
    seen = [n for n, p in dark.items() if p.up and (lit.source is None or n != lit.source.place)]
    tops = {Spot(n, 1): sign for n, sign in zip(seen, SIGNS.values(), strict=False)}
    hidden = [n for n, p in dark.items() if p.down and not p.up]
    return {**tops, **{Spot(n): "/" for n in islice(hidden, 1)}}


def drawn(pose: Posed, size: tuple[int, int], look: TableStyle, kept: Face | None = None) -> Canvas:
    rules, view, lit, free = pose
    return draw(rules, view, size, look, lambda place: name_of(rules, place), lit, free, kept)


def snapshot(slug: str) -> str:
    """The file of a game."""
    parts = []
    for position, pose in posed(slug).items():
        for window, size in SIZES.items():
            before: tuple[list[str], list[str]] | None = None
            for named, look in LOOKS.items():
                canvas = drawn(pose, size, look)
                text, styles = (
                    canvas.lines(),
                    style_rows(canvas, look.at(GAMES[slug].default_drawing)),
                )
                heading = f"## {slug}, {position}, {window}, {named}"
                parts.append("\n".join([heading, *_told(text, styles, before)]))
                before = before or (text, styles)
    return "\n\n".join(parts) + "\n"


def _told(
    text: Sequence[str], styles: Sequence[str], before: tuple[list[str], list[str]] | None
) -> Iterator[str]:
    """Characters, and the styles under them where there are any."""
    old, worn = before or ([], [])
    if text == old:
        yield "(the same characters)"
    if styles == worn:
        yield "(the same styles)"
    for row, style in zip(text, styles, strict=True):
        if text != old and (row or style):
            yield f"|{row}"
        if styles != worn and style.strip():
            yield f":{style}"


def style_rows(canvas: Canvas, look: TableStyle) -> list[str]:
    """A letter for the style of each cell; none where nothing is written on the bare ground."""
    letter, ground = _letters(look), look.palette.cloth.bgcolor
    rows = []
    for y in range(canvas.height):
        row = ""
        for text, style, _ in canvas.strip(y):
            worn = style or Style()
            bare = worn.bgcolor == ground and not worn.reverse
            row += "".join(" " if bare and c == " " else letter[worn] for c in text)
        rows.append(row.rstrip())
    return rows


@cache
def _letters(look: TableStyle) -> dict[Style, str]:
    palette = look.palette
    if not look.colour:
        both = Style(bold=True, reverse=True)
        return {Style(): " ", Style(bold=True): "B", both: "R"}
    over = {"shdce": Style(), "SHDCE": palette.chosen, "12345": palette.target}
    found: dict[Style, str] = {}
    for signs, highlight_style in over.items():
        for sign, face in zip(signs, (*palette.suits.values(), palette.edge), strict=True):
            found.setdefault(palette.cloth + face + highlight_style, sign)
    written = {" ": "cloth", "q": "quiet", "l": "loud", "b": "back", "_": "space", "a": "alarm"}
    for sign, name in {**written, "x": "cursor"}.items():
        style = palette.cloth + getattr(palette, name)
        found.setdefault(style, sign)
        found.setdefault(style + Style(bold=True), sign)
    return found


def main() -> None:
    """Write all of them."""
    SNAPSHOTS.mkdir(exist_ok=True)
    for slug in GAMES:
        (SNAPSHOTS / f"{slug}.txt").write_text(snapshot(slug), encoding="utf-8")


if __name__ == "__main__":
    main()
