"""The certificate of a crown as SVG: one A4 landscape page without external fonts or files.

A player wins a crown with three or all five of the great games, five difficult games, in a row.
Only `write` does input or output. Text widths are estimated as upper bounds over common serif
fonts, so that no name leaves the page. If the width of a character is unknown, the SVG states the
length of the text, and the viewer stretches or compresses the text to this length.
"""

import unicodedata
from collections.abc import Iterator
from pathlib import Path
from textwrap import wrap
from xml.sax.saxutils import escape, quoteattr

from client_cli.exit_codes import Failure
from client_cli.features.crowns import CROWNS, race_words, title
from client_cli.features.roll_of_honour import NOT_PLAYED_HERE, day_words
from client_cli.messages.game import clock
from engine.crowns.facts import GREAT_GAMES
from protocol.crowns import Honour
from protocol.texts import _, ngettext

WIDTH, HEIGHT, MIDDLE = 1188, 840, 594
"""Page width, page height and horizontal middle, in quarters of a millimetre."""
INK, GREEN, GOLD, GILT, RED, PAPER = (
    "#1c2b24",
    "#0d3b2e",
    "#a67c1e",
    "#efdc9c",
    "#a3182a",
    "#fdfaf0",
)
SERIF = (
    "Georgia, 'Iowan Old Style', 'Palatino Linotype', "  # not a text
    "'Times New Roman', 'DejaVu Serif', serif"
)
WIDEST, NAME_ROOM, NAME_SIZE = WIDTH - 140, 860, 66

SPADE = (
    "M0-12C4-6 11-3 11 3 11 8 4 9 1 5 2 9 3 11 5 12H-5C-3 11-2 9-1 5-4 9-11 8-11 3-11-3-4-6 0-12Z"
)
HEART = "M0 12C-5 5-11 1-11-5-11-11-3-12 0-6 3-12 11-11 11-5 11 1 5 5 0 12Z"
DIAMOND = "M0-13C3-7 6-3 10 0 6 3 3 7 0 13-3 7-6 3-10 0-6-3-3-7 0-13Z"
CLUB = (
    "M0-12C6-12 7-5 3-2 8-5 12-1 10 3 8 7 3 6 1 3 2 8 3 11 5 12H-5C-3 11-2 8-1 3"
    "-3 6-8 7-10 3-12-1-8-5-3-2-7-5-6-12 0-12Z"
)
SUITS = ((SPADE, INK), (HEART, RED), (CLUB, INK), (DIAMOND, RED))

WORDS = {
    "triple": _(
        "“a mythical prize which is earned by a player who wins three … games on the trot”"
    ),
    "quintuple": _("“the ultimate triumph of patience players”"),
}
ERRANDS = _(
    "“for such purposes as going to the room without a telephone, pouring out a drink … "
    "or finding a cigar to avoid the risk of going mad”"
)
NOBODY = _("a player whom the book does not name")
GONE = _("a player whose account is no more")


def drawn(honour: Honour) -> str:
    """Return the certificate as an SVG document. `honour` says who has won which crown, when and
    with which games."""
    body = "\n".join(
        [*_frame(), *_crown(honour), *_headings(honour), *_games(honour), *_foot(honour)]
    )
    name = honour.name or (GONE if honour.award else NOBODY)
    label = quoteattr(clean(f"{CROWNS[honour.crown]}: {name}, {day_words(honour.day)}"))
    return (
        '<?xml version="1.0" encoding="UTF-8"?>\n'
        f'<svg xmlns="http://www.w3.org/2000/svg" width="297mm" height="210mm" '
        f'viewBox="0 0 {WIDTH} {HEIGHT}" role="img" aria-label={label} '
        f'font-family="{SERIF}" text-anchor="middle">\n'  # not a text
        "<style>@page { size: A4 landscape; margin: 0 }</style>\n"
        f"{body}\n</svg>\n"
    )


def write(path: Path, text: str) -> None:
    """Write the text of a certificate to a file. Raises Failure if it cannot be written."""
    try:
        path.write_text(text, encoding="utf-8")
    except OSError as error:
        raise Failure.usage(
            _("Cannot write to {path}: {reason}.", path=path, reason=error.strerror)
        ) from None


# Parts of the page, from the outside in. ------------------------------------------------------


def _frame() -> Iterator[str]:
    yield f'<rect width="{WIDTH}" height="{HEIGHT}" fill="{PAPER}"/>'
    for inset, colour, stroke in ((30, GREEN, 5), (41, GOLD, 1.5), (48, GOLD, 0.75)):
        yield (
            f'<rect x="{inset}" y="{inset}" width="{WIDTH - 2 * inset}" '
            f'height="{HEIGHT - 2 * inset}" fill="none" stroke="{colour}" stroke-width="{stroke}"/>'
        )
    corners = ((44, 44), (WIDTH - 44, 44), (WIDTH - 44, HEIGHT - 44), (44, HEIGHT - 44))
    for (x, y), (suit, colour) in zip(corners, SUITS, strict=True):
        yield f'<circle cx="{x}" cy="{y}" r="26" fill="{PAPER}" stroke="{GREEN}" stroke-width="3"/>'
        yield f'<circle cx="{x}" cy="{y}" r="21" fill="none" stroke="{GOLD}" stroke-width="1"/>'
        yield f'<path transform="translate({x} {y}) scale(1.05)" fill="{colour}" d="{suit}"/>'


def _crown(honour: Honour) -> Iterator[str]:
    """Yield the SVG of the crown. It has one point for each game: three for a Triple Crown, five
    for a Quintuple Crown."""
    points = 5 if honour.crown == "quintuple" else 3
    left, right, top, base = MIDDLE - 74, MIDDLE + 74, 88, 152
    step = (right - left) / (points - 1)
    tips = [(left + step * i, top + (14 if i in (0, points - 1) else 0)) for i in range(points)]
    path = f"M{left} {base}"
    for i, (x, y) in enumerate(tips):
        path += f" L{x:.1f} {y}"
        if i < points - 1:
            path += f" L{x + step / 2:.1f} {base - 24}"
    path += f" L{right} {base} Z"
    yield (
        f'<path d="{path}" fill="{GILT}" stroke="{GOLD}" stroke-width="3" stroke-linejoin="round"/>'
    )
    yield (
        f'<rect x="{left - 3}" y="{base + 5}" width="{right - left + 6}" height="17" rx="3" '
        f'fill="{GREEN}" stroke="{GOLD}" stroke-width="2"/>'
    )
    for x, y in tips:
        yield (
            f'<circle cx="{x:.1f}" cy="{y - 8}" r="7" fill="{RED}" stroke="{GOLD}" '
            'stroke-width="2"/>'
        )
    for i, (suit, _colour) in enumerate(SUITS):
        at = f"{MIDDLE - 51 + 34 * i} {base + 13.5}"
        yield f'<path transform="translate({at}) scale(0.5)" fill="{PAPER}" d="{suit}"/>'


def _headings(honour: Honour) -> Iterator[str]:
    yield _text(
        _("THE {crown}", crown=CROWNS[honour.crown].upper()),
        236,
        50,
        fill=GREEN,
        letter_spacing="7",
    )
    yield _italic(WORDS[honour.crown], 272, 20)
    yield _italic(_("has been won by"), 318, 20)
    if honour.name:
        size = min(NAME_SIZE, NAME_ROOM / max(1.0, ems(clean(honour.name))))
        yield _text(honour.name, 386 - 0.25 * (NAME_SIZE - size), size, room=NAME_ROOM)
    else:
        yield _italic(GONE if honour.award else NOBODY, 378, 34)
    for side in (-1, 1):
        yield (
            f'<path d="M{MIDDLE + 14 * side} 412 H{MIDDLE + 330 * side}" stroke="{GOLD}" '
            'stroke-width="1.5"/>'
        )
    yield f'<path transform="translate({MIDDLE} 412) scale(0.6)" fill="{GOLD}" d="{DIAMOND}"/>'


def _games(honour: Honour) -> Iterator[str]:
    """Yield the SVG of the list of games, each with its time and its race, which anybody can
    replay. If the games of the crown are unknown, list the five great games."""
    won = [(title(each.game), clock(each.took_ms), race_words(each)) for each in honour.games]
    rows = won or [(title(slug), "", "") for slug in GREAT_GAMES]
    few = len(rows) <= 3
    for i, (game, took, race) in enumerate(rows):
        y = 480 + 46 * i if few else 454 + 34 * i
        if not won:
            yield _text(game, y, 25)
            continue
        yield _text(game, y, 25, x=304, room=320, text_anchor="start")
        yield _text(took, y, 25, x=716, room=120, text_anchor="end")
        yield _text(race, y, 20, x=884, room=150, text_anchor="end", fill=GREEN)
        yield (
            f'<path d="M304 {y + 10} H884" stroke="{GOLD}" stroke-width="0.75" '
            'stroke-dasharray="1 4"/>'
        )


def _foot(honour: Honour) -> Iterator[str]:
    if honour.award is None:
        for i, line in enumerate(wrap(honour.text or NOT_PLAYED_HERE, 90)):
            yield _italic(line, 640 + 26 * i, 19)
    elif honour.breaks:
        together = clock(sum(each.ms for each in honour.breaks))
        owned = ngettext(
            "{n} break owned up to, {time} in all,",
            "{n} breaks owned up to, {time} in all,",
            len(honour.breaks),
            time=together,
        )
        yield _text(owned, 636, 21)
        yield _italic(ERRANDS, 661, 15.5)
    else:
        yield _text(_("without a break"), 646, 21)
    yield from _signed(250, day_words(honour.day), _("the day of the last card"))
    if honour.took_ms is not None:
        yield from _signed(
            WIDTH - 250, clock(honour.took_ms), _("from the first deal to the last card")
        )
    yield from _seal(honour)
    if honour.award is not None:
        again = _("Anybody can deal these races again and see them:  patience replay CODE")
        yield _text(again, 778, 13.5, fill=GREEN)


def _signed(x: int, value: str, label: str) -> Iterator[str]:
    yield _text(value, 722, 24, x=x, room=280)
    yield f'<path d="M{x - 140} 732 H{x + 140}" stroke="{INK}" stroke-width="1"/>'
    yield _italic(label, 750, 14, x)


def _seal(honour: Honour) -> Iterator[str]:
    """Yield the SVG of a wax seal that has the number of games on it."""
    yield f'<g transform="translate({MIDDLE} 718)" fill="{RED}"><circle r="37"/>'
    for angle in range(0, 360, 20):
        yield f'<circle cy="-34" r="9" transform="rotate({angle})"/>'
    yield f'<circle r="29" fill="none" stroke="{PAPER}" stroke-width="1.5"/></g>'
    yield _text("V" if honour.crown == "quintuple" else "III", 729, 30, fill=PAPER)


# Text. ----------------------------------------------------------------------------------------


def _text(
    text: str, y: float, size: float, *, x: int = MIDDLE, room: float = WIDEST, **given: str
) -> str:
    """Return a line of text, in a smaller size if it would be wider than `room`. `given` are SVG
    attributes, with underscores for hyphens."""
    text, spacing = clean(text), float(given.get("letter_spacing", "0"))
    wide = ems(text)
    size = min(size, max(1.0, (room - spacing * len(text)) / max(wide, 1.0)))
    named = {"fill": INK, **given}
    if not all(map(_is_known, text)):
        named |= {"textLength": f"{wide * size:.1f}", "lengthAdjust": "spacingAndGlyphs"}
    attributes = " ".join(f'{name.replace("_", "-")}="{value}"' for name, value in named.items())
    return f'<text x="{x}" y="{y:g}" font-size="{size:.1f}" {attributes}>{escape(text)}</text>'


def _italic(text: str, y: float, size: float, x: int = MIDDLE) -> str:
    return _text(text, y, size, x=x, font_style="italic")


def clean(text: str) -> str:
    """Return the text with `?` for characters that are invalid in XML or unprintable, such as those
    that reverse the direction of text."""
    return "".join(char if char.isprintable() else "?" for char in text)


def ems(text: str) -> float:
    """Return an upper bound of the width of a text in ems, over common serif fonts."""
    return sum(map(_em, text))


def _em(char: str) -> float:
    if unicodedata.combining(char):
        return 0.0
    if char in " .,:;'’“”iIjlt|!()[]-frJ":
        return 0.48
    if char in "mwMW%@—…":
        return 1.1
    if char.isascii() or char in "“”":
        return 0.9 if char.isupper() else 0.68
    return 1.1


def _is_known(char: str) -> bool:
    """Return whether common serif fonts have the character and `_em` is an upper bound of its
    width."""
    alphabets = ("LATIN ", "GREEK ", "CYRILLIC ")
    return char.isascii() or char in "“”’…" or unicodedata.name(char, "").startswith(alphabets)
