"""Render a screen as SVG: a rectangle for each run of background, a text for each run of
characters.

The library's own export adds a window frame, web fonts and five times the bytes. Here every
character has a position, so no font can shift its neighbours.
"""

from collections.abc import Iterable, Sequence
from html import escape

from rich.style import Style
from textual.strip import Strip

CELL, ROW, SIZE, MARGIN = 9, 18, 15, 9
FONTS = "ui-monospace,SFMono-Regular,Menlo,Consolas,'DejaVu Sans Mono',monospace"
SUITS = "♠♥♦♣"
AS_TEXT = "\ufe0e"
"""Behind a suit: no picture of it, please."""
UNBROKEN = "\u00a0"
"""For a space, since those in a row are drawn as one."""


def svg(strips: Sequence[Strip], title: str) -> str:
    """The whole picture; the same screen makes the same text."""
    wide = max((strip.cell_length for strip in strips), default=0)
    width, height = wide * CELL + 2 * MARGIN, len(strips) * ROW + 2 * MARGIN
    grounds = [ground for strip in strips for _, style, _ in strip if (ground := _ground(style))]
    usual = max(grounds, key=grounds.count, default="#000000")
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" role="img">',
        f"<title>{escape(title)}</title>",
        f'<rect width="{width}" height="{height}" rx="8" fill="{usual}"/>',
        f'<g font-family="{FONTS}" font-size="{SIZE}">',
    ]
    for y, strip in enumerate(strips):
        lines += _row(strip, MARGIN + y * ROW, usual)
    return "\n".join([*lines, "</g>", "</svg>", ""])


def _row(strip: Strip, top: int, usual: str) -> Iterable[str]:
    x = MARGIN
    texts = []
    for text, style, _ in strip:
        worn, wide = style or Style(), len(text) * CELL
        ground, ink = _ground(worn) or usual, _hex(worn.color) or "#ffffff"
        if worn.reverse:
            ground, ink = ink, ground
        if ground != usual:
            yield f'<rect x="{x}" y="{top}" width="{wide}" height="{ROW}" fill="{ground}"/>'
        if text.strip():
            texts.append(_text(text, x, top + ROW - 5, ink, bool(worn.bold)))
        x += wide
    yield from texts  # over every ground, for a glyph may be higher than its row


def _text(text: str, x: int, y: int, ink: str, bold: bool) -> str:
    shown = text.rstrip()
    x, shown = x + (len(shown) - len(shown.lstrip())) * CELL, shown.lstrip()
    weight = ' font-weight="bold"' if bold else ""
    if shown.isascii():
        where = f'x="{x}" textLength="{len(shown) * CELL}"'
    else:
        where = f'x="{" ".join(str(x + i * CELL) for i in range(len(shown)))}"'
    shown = shown.replace(" ", UNBROKEN)
    for suit in SUITS:
        shown = shown.replace(suit, suit + AS_TEXT)
    return f'<text {where} y="{y}" fill="{ink}"{weight}>{escape(shown, quote=False)}</text>'


def _ground(style: Style | None) -> str:
    return _hex(style.bgcolor) if style else ""


def _hex(colour: object) -> str:
    triplet = getattr(colour, "triplet", None)
    return triplet.hex if triplet else ""
