"""The tilt marks of a player in line mode: parse which card to tilt, and list the marks with their
meanings.

A tilt mark is the player's own reminder: a card or pile is turned a little, and each of the three
directions has a meaning, such as "dead". In line mode a mark is a line of text.
"""

from typing import Any

from client_cli.state.card_marks import (
    ACROSS,
    AFTER,
    LEFT,
    RIGHT,
    UPRIGHT,
    CardMarks,
    Place,
    card_at,
    meant,
)
from client_cli.terminal.pile_labels import by_label, card_text, labels, read_card
from engine.cards import NAME
from engine.games import AnyGame
from engine.table import State
from engine.view import View
from protocol.texts import _

HELP = _("""\
tilt c     mark the top card of c: dead, danger, play first, and not at all
           "tilt c dead" at once; "tilt KH danger" a card; "tilt c none" none
marks      which cards are marked; only you see them
count      the cards face down, the deals left, and what you have counted;
           "count e" counts one more for e, "count e 4" four, "count e 0" none""")

MEANINGS = {
    RIGHT: _("dead"),
    ACROSS: _("danger"),
    LEFT: _("play first"),
    UPRIGHT: _("upright"),
}
OF_PILES = {
    **MEANINGS,
    RIGHT: _("in the corner"),
    ACROSS: _("no way in"),
    LEFT: _("counted out"),
}
"""Meanings of tilts in games in which piles are tilted instead of cards."""

WORDS = {
    **dict.fromkeys(("dead", "corner", "/"), RIGHT),
    **dict.fromkeys(("danger", "no way", "-"), ACROSS),  # not a text: what is typed
    **dict.fromkeys(("first", "play first", "counted"), LEFT),  # not a text: what is typed
    **dict.fromkeys(("counted out", "\\"), LEFT),  # not a text: what is typed
    **dict.fromkeys(("none", "upright", "off"), UPRIGHT),
}
WHAT = _("Tilt what? A pile or a card, such as: tilt c, or tilt KH dead.")


class Counts:
    """The numbers that a player keeps for the piles of a game in which counting helps, such as how
    many cards of each rank were seen while the game Kings was dealt."""

    def __init__(self, game: AnyGame) -> None:
        self._game = game
        self._counts: dict[str, int] = {}

    def count(self, text: str) -> list[str]:
        """Add one to the player's number for a pile, or set it. `text` names the pile, and may give
        the number. Return a sentence with the new number."""
        label, _space, number = text.lower().partition(" ")
        if label not in by_label(self._game) or (number and not number.isdecimal()):
            return [_("Count what? A pile, such as: count e, or count e 4.")]
        self._counts[label] = min(
            int(number[:4]) if number else self._counts.get(label, 0) + 1, 999
        )
        return [f"{label}: {self._counts[label]}."]

    def by_number(self) -> dict[int, int]:
        """Return the player's counts as a dictionary from the number of a pile, such as 7 for the
        heap of sevens, to its count."""
        piles = {str(by_label(self._game)[label]): n for label, n in self._counts.items() if n}
        numbered = {pile.rpartition(".")[2]: n for pile, n in piles.items()}
        return {int(number): n for number, n in numbered.items() if number.isdecimal()}

    def counts_sentences(self) -> list[str]:
        counted = [f"{label} {count}" for label, count in sorted(self._counts.items()) if count]
        return [_("Counted: {counted}.", counted=", ".join(counted))] if counted else []


class Tilted:
    """The result of the command `tilt`: a sentence to print, the pile or card that was tilted, and
    its new tilt. The pile or card is None if nothing was tilted."""

    def __init__(self, sentence: str, place: Place | None = None, tilt: int = UPRIGHT) -> None:
        self.sentence, self.place, self.tilt = sentence, place, tilt


def meaning(game: AnyGame, tilt: int) -> str:
    of_piles = any(group.tilts == "pile" for group in game.layout.groups)
    return (OF_PILES if of_piles else MEANINGS)[tilt]


def tilt(game: AnyGame, state: State[Any], marks: CardMarks, text: str) -> Tilted:
    """Tilt the pile or card that a text names, and store the tilt in `marks`. The text may also
    name the new tilt; otherwise the pile or card gets the tilt that follows its present one in the
    list of tilts."""
    view, (what, wished) = game.view(state), _parts(text)
    place = _place(game, state, view, what)
    if isinstance(place, str):
        return Tilted(place)
    now = AFTER[marks.at(view, place)] if wished is None else wished
    marks.tilt(view, place, now)
    return Tilted(sentence(game, view, place, now), place, now)


def sentence(game: AnyGame, view: View, place: Place, tilt: int) -> str:
    """Return a sentence that describes a tilt mark, such as `8D on c: dead.`"""
    return f"{_named(game, view, place)}: {meaning(game, tilt)}."


def mark_sentences(game: AnyGame, state: State[Any], marks: CardMarks) -> list[str]:
    """Return a sentence for each tilt mark whose card still lies where it was tilted, or one
    sentence that says that nothing is marked."""
    view = game.view(state)
    every = [
        (name, index)
        for name, lying in view.piles.items()
        if lying is not None
        for index in (None, *range(lying.down, lying.down + len(lying.up)))
    ]
    tilts = [(place, marks.at(view, place)) for place in every]
    marked = [(place, tilt) for place, tilt in tilts if tilt != UPRIGHT]
    said = [sentence(game, view, place, tilt) for place, tilt in marked]
    return said or [_("Nothing is marked.")]


def _parts(text: str) -> tuple[str, int | None]:
    """Split the text of the command `tilt` into (pile or card, tilt). The tilt is None if the text
    names none."""
    for word in sorted(WORDS, key=len, reverse=True):
        if text.lower().endswith(f" {word}"):
            return text[: -len(word)].strip(), WORDS[word]
    return text.strip(), None


def _place(game: AnyGame, state: State[Any], view: View, what: str) -> Place | str:
    """Return the pile or card that the text `what` names, or a sentence with the reason why there
    is none."""
    pile = by_label(game).get(what.lower())
    card = read_card(what) if pile is None else None
    if pile is None and card is None:
        return WHAT
    if card is not None:
        return _where(game, state, card)
    whole = game.layout.group_of[game.layout.index[str(pile)]].tilts == "pile"
    place = meant(view, str(pile), 0, whole=whole)
    return _("There is no card on {place}.", place=what.lower()) if place is None else place


def _where(game: AnyGame, state: State[Any], card: str) -> Place | str:
    """Return where on the table a card lies; of two equal cards, where the one nearer to the top
    lies. Return a sentence if the card cannot be seen."""
    found = [
        (len(pile.up) - at, name, len(pile.down) + at)
        for name, pile in zip(game.layout.names, state.piles, strict=True)
        for at, lying in enumerate(pile.up)
        if NAME[lying] == card
    ]
    if not found:
        return _("{card} is not to be seen.", card=card_text(card))
    _depth, name, index = min(found)
    return name, index


def _named(game: AnyGame, view: View, place: Place) -> str:
    """Return the name of a tilted pile or card: `10H on c` for a card, `c` for a whole pile."""
    label, card = labels(game)[place[0]], card_at(view, place)
    return label if card is None else _("{card} on {label}", card=card_text(card), label=label)
