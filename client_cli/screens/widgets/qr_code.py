"""A link as a square to point a telephone at (a QR code), two of its dots in one cell."""

from functools import lru_cache

from rich.style import Style
from rich.text import Text

from client_cli.screens.table.card_style import Look

QUIET = 2
"""Light dots around the square. The rule is four; the window is dark and small."""
INK = Style(color="#000000", bgcolor="#ffffff")
HALVES = {(True, True): " ", (True, False): "▄", (False, True): "▀", (False, False): "█"}
"""Light upon dark by (upper, lower) being dark, for terminals without colour."""
INKED = {(True, True): "█", (True, False): "▀", (False, True): "▄", (False, False): " "}


def square_code(link: str, look: Look) -> Text | None:
    """The square, or nothing where a terminal has letters alone."""
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
    """Dark or light, an even number of rows."""
    import segno  # only hosts and their guests need it

    code = segno.make(link, micro=False, error="l", boost_error=False)
    rows = [tuple(map(bool, row)) for row in code.matrix_iter(border=QUIET)]
    return rows if len(rows) % 2 == 0 else [*rows, (False,) * len(rows[0])]
