"""The help page that lists the keys with which the player plays at a table. It leaves out keys that
the game does not use, and wraps its lines to the width of the screen."""

import textwrap
from collections.abc import Iterable, Mapping

from client_cli.terminal.pile_labels import labels
from engine.games import AnyGame
from engine.mechanics.grid import GridGame
from protocol.texts import _

KEYS_FIRST = 12
"""Width of the column of keys, in cells."""
LEAST_TOLD = 16
"""The least width of the explanations, in cells."""

PILES = (
    ("a c", _("from pile a to pile c")),
    (_("a a  or A"), _("play the card of pile a to its only legal place; several are numbered")),
    ("3 a c", _("exactly three cards")),
)
FILLING = (("a b1 c", _("from a to b1, and from c what fills the place")),)
SQUARE = (("d 4", _("lay the card at column d, row 4")),)
HAND = (
    (_("Space"), _("deal, turn, or what else the bottom line says")),
    (_("Esc"), _("put back what is picked up")),
)
FAN = (
    ("< >", _("choose a card of a fan")),
    ("[ ]", _("shift it, as Shift and an arrow do; Space puts the fan back")),
)
POINTING = (
    (
        _("Arrows, Tab"),
        _("move a cursor; in a column of which several cards may go, it stands on each"),
    ),
    (
        _("Enter"),
        _("pick what the cursor is on; arrows and Enter choose where choices are numbered"),
    ),
    (_("Mouse"), _("click a card and where it goes, or drag it there; double-click plays it")),
    ("", _("the right button tilts it; the wheel tells a column too long to be seen")),
)
MARKS = (
    ("t", _("tilt what is picked, or what is named next: / - \\ and upright again")),
    ("v", _("lay the columns otherwise: sets squashed, sets aside, as it fits")),
)
COUNTING = (
    ("a ... A", _("while a deal is watched: count one more card of heap a, or one less")),
    ("t a", _("while a deal is watched: tilt heap a")),
)
ALONE = (
    ("u", _("undo")),
    ("y", _("redo: make the move again that was taken back last")),
    ("b", _("branches: go to another line that you have played, or name this position")),
    ("!", _("a hint")),
    ("n", _("deal anew")),
    ("z", _("the same deal again")),
)
RACE = (
    ("u", _("take a move back, in races that allow it")),
    ("/", _("say something to the room: set phrases while you play")),
    (_("F2 to F8"), _("say a set phrase at once")),
    ("F9", _("in a run for a crown: cover the board for a break; F9 again plays on")),
    ("q", _("leave for now and keep your seat")),
)
ALL = (
    ("f", _("play a won game to its end, when nothing is left to decide")),
    ("r", _("the rules")),
    ("x", _("give the game up")),
    ("?", _("this page")),
    ("F1", _("all keys that mean something just now")),
    ("F10", _("what was said and done")),
    (_("Ctrl+P"), _("every action and every page by its name")),
    (_("Ctrl+Q"), _("leave the program")),
)


def keys_page(game: AnyGame, width: int, own: Mapping[str, str], *, in_room: bool) -> list[str]:
    """Return the keys that a player can use at the table of a game, with explanations, in lines of
    at most `width` cells where possible. `own` has the keys that the player has chosen, by the
    default keys."""
    rest = (_commands(pairs, game, own) for pairs in (RACE if in_room else ALONE, ALL))
    return [*hand_keys(game, width, own), *(line for pairs in rest for line in _part(pairs, width))]


def has_pile(game: AnyGame, char: str) -> bool:
    """Whether the label of a pile of the game begins with this letter. If so, a command cannot have
    this letter alone as its key."""
    return any(label.startswith(char) for label in labels(game).values())


def command_key(game: AnyGame, char: str) -> str:
    """Return the name of the key that gives a command at a table. This is the letter `char` of the
    command. If the label of a pile begins with this letter, it is Ctrl and the letter: `^U`."""
    return f"^{char.upper()}" if has_pile(game, char) else char


def _commands(
    pairs: Iterable[tuple[str, str]], game: AnyGame, own: Mapping[str, str]
) -> Iterable[tuple[str, str]]:
    return [
        (own.get(key.lower()) or (command_key(game, key) if len(key) == 1 else key), told)
        for key, told in pairs
    ]


def hand_keys(game: AnyGame, width: int, own: Mapping[str, str]) -> list[str]:
    """Return the part of `keys_page` about the keys that move cards and tilt them (a player tilts a
    card as a reminder)."""
    fans = any(group.role == "fan" for group in game.layout.group_of)
    moving = (
        *(SQUARE if isinstance(game, GridGame) else PILES),
        *(FILLING if any("fills" in fields for fields in game.codec.kinds.values()) else ()),
        *HAND,
        *(FAN if fans else ()),
    )
    tilts_piles = any(group.tilts == "pile" for group in game.layout.groups)
    marks = (*_commands(MARKS, game, own), *(COUNTING if tilts_piles else ()))
    return [line for pairs in (moving, POINTING, marks) for line in _part(pairs, width)]


def _part(pairs: Iterable[tuple[str, str]], width: int) -> list[str]:
    return [*folded(pairs, width), ""]


def folded(pairs: Iterable[tuple[str, str]], width: int) -> list[str]:
    """Return lines with keys and their explanations. Each explanation is wrapped to `width` cells,
    in as many lines as needed."""
    lines: list[str] = []
    for key, told in pairs:
        room = max(LEAST_TOLD, width - KEYS_FIRST)
        parts = textwrap.wrap(told, room, break_on_hyphens=False)
        keys = [key, *[""] * (len(parts) - 1)]
        lines += [f"{k:<{KEYS_FIRST}}{part}" for k, part in zip(keys, parts, strict=True)]
    return lines
