"""Draw the QR code of a link as text. Each character cell shows two dots of the code, one above the
other."""

from functools import lru_cache

from rich.style import Style
from rich.text import Text

from client_cli.screens.table.drawing.table_style import TableStyle

QUIET = 2
"""Width of the light border around the code, in dots. The standard asks for four, but the window is
dark and small."""
INK = Style(color="#000000", bgcolor="#ffffff")
HALVES = {(True, True): " ", (True, False): "▄", (False, True): "▀", (False, False): "█"}
"""The character for each (upper, lower) pair of dots, True for dark, on terminals without colour,
which write light characters on a dark background."""
INKED = {(True, True): "█", (True, False): "▀", (False, True): "▄", (False, False): " "}


def square_code(link: str, look: TableStyle) -> Text | None:
    """Return the QR code of a link; None on ASCII terminals or if the link is empty."""
    if look.ascii or not link:
        return None
    signs, style = (INKED, INK) if look.colour else (HALVES, Style())
    rows = _dots(link)
    lines = [
        "".join(signs[pair] for pair in zip(upper, lower, strict=True))
        for upper, lower in zip(rows[::2], rows[1::2], strict=True)
    ]
    return Text("\n".join(lines), style, no_wrap=True)


@lru_cache(maxsize=4)
def _dots(link: str) -> list[tuple[bool, ...]]:
    """Return the QR code of a link as rows of dots from the top, True for a dark dot. The number of
    rows is even, because a line of text shows two rows."""
    import segno  # imported late, because only lobbies need it

    code = segno.make(link, micro=False, error="l", boost_error=False)
    rows = [tuple(map(bool, row)) for row in code.matrix_iter(border=QUIET)]
    return rows if len(rows) % 2 == 0 else [*rows, (False,) * len(rows[0])]
