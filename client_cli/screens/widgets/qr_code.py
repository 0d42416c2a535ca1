"""QR code of a link, drawn with two dots for each character cell."""

from functools import lru_cache

from rich.style import Style
from rich.text import Text

from client_cli.screens.table.card_style import CardStyle

QUIET = 2
"""Light dots around the code. The standard asks for four, but the window is dark and small."""
INK = Style(color="#000000", bgcolor="#ffffff")
HALVES = {(True, True): " ", (True, False): "▄", (False, True): "▀", (False, False): "█"}
"""Characters for terminals without colour, light on dark, by whether (upper, lower) dot is dark."""
INKED = {(True, True): "█", (True, False): "▀", (False, True): "▄", (False, False): " "}


def square_code(link: str, look: CardStyle) -> Text | None:
    """The QR code; None on ASCII terminals or without a link."""
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
    """The rows of the code from the top, true for dark; their number is even."""
    import segno  # only hosts and their guests need it

    code = segno.make(link, micro=False, error="l", boost_error=False)
    rows = [tuple(map(bool, row)) for row in code.matrix_iter(border=QUIET)]
    return rows if len(rows) % 2 == 0 else [*rows, (False,) * len(rows[0])]
