"""Views: what a contestant or a spectator may see of a state.

A view has the number of face-down cards and no field in which one could be named. It is made from
the visible cards alone, so no hidden card has to be removed from it. Besides the piles, a view has
the facts of the game: values that are no piles, such as how many deals are left.
"""

from collections.abc import Mapping
from typing import Annotated, NamedTuple, TypedDict

from engine.cards import CARD, Card
from engine.errors import BadPosition
from engine.table import Pile, card_names

MOST_CARDS = 104
PASSED = "passed"
"""The name of the fact that lists cards which one move turned face up and face down again, each
with its pile: `[["tab.3", "AS"]]`. What a move changed contains the fact if there are such
cards."""

Json = bool | int | str | None | list["Json"] | dict[str, "Json"]

CardName = Annotated[str, "the name of a card"]
RankName = Annotated[str, "the name of a rank"]
CellNumbers = Annotated[list[int], "row and column"]


class Facts(TypedDict):
    """The base class of the facts of a game: what a view shows besides the piles. A game that has
    facts declares them as the fields of a subclass.

    The values of the fields are JSON. The types of the fields appear in the JSON Schema of the
    protocol. Two games that have a field of the same name give it the same type.
    """


class PileView(NamedTuple):
    """One pile in a view: the number of face-down cards, and the names of the face-up cards from
    the bottom up."""

    down: int
    up: list[str]

    def pile(self) -> Pile:
        """Return the pile with these cards, with None for each face-down card. Raises KeyError for
        a name that no card has."""
        return Pile((None,) * self.down, tuple(CARD[name] for name in self.up))


def pile_view(pile: Pile) -> PileView:
    """Return what a view shows of a pile."""
    return PileView(len(pile.down), card_names(pile))


class View(NamedTuple):
    """What a player may see of a state: the piles by name, and the facts by name.

    An object of this class can also describe what a move changed. Then it has only the piles and
    facts that changed, and the value of a pile that is no longer on the table is None.
    """

    piles: dict[str, PileView | None]
    facts: dict[str, Json]

    def to_json(self) -> dict[str, Json]:
        """Return the view in the form in which messages contain it: `{"piles": {NAME: {"down": n,
        "up": [...]}}, FACT: ...}`."""
        piles: dict[str, Json] = {
            name: None if pile is None else {"down": pile.down, "up": list(pile.up)}
            for name, pile in self.piles.items()
        }
        return {"piles": piles, **self.facts}

    @classmethod
    def from_json(cls, value: Mapping[str, Json]) -> "View":
        """Return the view that a JSON object made by `to_json` describes. Raises BadPosition if it
        describes none or names a card that does not exist."""
        return cls.of_any_game(value).checked()

    @classmethod
    def of_any_game(cls, value: Mapping[str, Json]) -> "View":
        """Return the view that a JSON object made by `to_json` describes. Unlike `from_json`, this
        method accepts names of cards that this program does not know, because they may belong to a
        newer game. Raises BadPosition if the JSON object describes no view."""
        facts = dict(value)
        piles = facts.pop("piles", None)
        if not isinstance(piles, dict):
            raise BadPosition("A view has piles.")
        return cls({name: _pile_view(name, pile) for name, pile in piles.items()}, facts)

    def checked(self) -> "View":
        """Return this view unchanged. Raises BadPosition if it names cards that do not exist, or if
        a pile has more face-down cards than two packs."""
        for name, pile in self.piles.items():
            if pile and (pile.down > MOST_CARDS or any(card not in CARD for card in pile.up)):
                raise _unreadable(name)
        return self

    def after(self, changes: "View") -> "View":
        """Return this view with the changes of a move. `changes` is a view that has only what the
        move changed. This view itself stays as it is."""
        piles = {**self.piles, **changes.piles}
        shown = {name: pile for name, pile in piles.items() if pile is not None}
        facts = {**self.facts, **changes.facts}
        facts.pop(PASSED, None)
        return View(dict(shown), facts)


class Frame(NamedTuple):
    """One step of a watched deal, a deal that clients show step by step before play begins. `shown`
    is what the step shows, as JSON; `view` is the table after the step."""

    shown: dict[str, Json]
    view: View


def _pile_view(name: str, value: Json) -> PileView | None:
    if value is None:
        return None
    if isinstance(value, dict):
        down, up = value.get("down"), value.get("up")
        if type(down) is int and down >= 0 and isinstance(up, list):
            names = [card for card in up if isinstance(card, str)]
            if len(names) == len(up):
                return PileView(down, names)
    raise _unreadable(name)


def _unreadable(name: str) -> BadPosition:
    return BadPosition(f"The pile {name} of the view cannot be read.")


def passed_in(facts: Mapping[str, Json]) -> list[tuple[str, Card]]:
    """Return the cards that the last move turned face up and face down again, each with the name of
    its pile. They are in the fact `passed`. Return an empty list if the fact is missing. Raises
    BadPosition if it cannot be read."""
    told = facts.get(PASSED, [])
    found = []
    for each in told if isinstance(told, list) else [None]:
        match each:
            case [str(name), str(card)] if card in CARD:
                found.append((name, CARD[card]))
            case _:
                raise BadPosition("The cards that passed cannot be read.")
    return found
