"""What one contestant sees. A view has counts where a state has face-down cards, so there is no
place in it for a hidden card; nothing is ever removed from a state to make one."""

from collections.abc import Mapping
from typing import NamedTuple

from engine.cards import CARD, Card
from engine.errors import BadPosition
from engine.table import Pile, card_names

PASSED = "passed"
"""The fact that names cards which came up and went down again within a move, each with the pile it
lies in: `[["tab.3", "AS"]]`. What a move changed has those of the move, where there are any."""

Json = bool | int | str | None | list["Json"] | dict[str, "Json"]


class PileView(NamedTuple):
    """How many cards lie face down, and the names of those face up, bottom first."""

    down: int
    up: list[str]

    @classmethod
    def of(cls, pile: Pile) -> "PileView":
        return cls(len(pile.down), card_names(pile))

    def pile(self) -> Pile:
        """The pile as far as it is seen: face-down cards are None."""
        return Pile((None,) * self.down, tuple(CARD[name] for name in self.up))


class View(NamedTuple):
    """Piles by name, and the facts a game shows beside them (session, next card, line scores).

    The same shape serves for what a move changed; there, a pile that is no more on the table is
    None.
    """

    piles: dict[str, PileView | None]
    facts: dict[str, Json]

    def to_json(self) -> dict[str, Json]:
        """`{"piles": {NAME: {"down": n, "up": [...]}}, FACT: ...}`, as the contract has it."""
        piles: dict[str, Json] = {
            name: None if pile is None else {"down": pile.down, "up": list(pile.up)}
            for name, pile in self.piles.items()
        }
        return {"piles": piles, **self.facts}

    @classmethod
    def from_json(cls, value: Mapping[str, Json]) -> "View":
        """The view of such an object. Raises BadPosition where it has another shape."""
        facts = dict(value)
        piles = facts.pop("piles", None)
        if not isinstance(piles, dict):
            raise BadPosition("A view has piles.")
        return cls({name: _pile_view(name, pile) for name, pile in piles.items()}, facts)

    def after(self, changes: "View") -> "View":
        """The view once the changes of a move have come in."""
        piles = {**self.piles, **changes.piles}
        shown = {name: pile for name, pile in piles.items() if pile is not None}
        facts = {**self.facts, **changes.facts}
        facts.pop(PASSED, None)
        return View(dict(shown), facts)


class Frame(NamedTuple):
    """One step of a deal that is watched: what it shows, and the table once it has been made."""

    shown: dict[str, Json]
    view: View


def _pile_view(name: str, value: Json) -> PileView | None:
    if value is None:
        return None
    if isinstance(value, dict):
        down, up = value.get("down"), value.get("up")
        if type(down) is int and 0 <= down <= 104 and isinstance(up, list):
            names = [card for card in up if isinstance(card, str) and card in CARD]
            if len(names) == len(up):
                return PileView(down, names)
    raise BadPosition(f"The pile {name} of the view cannot be read.")


def passed_in(facts: Mapping[str, Json]) -> list[tuple[str, Card]]:
    """The cards that the fact `passed` names, each with its pile; none where it is missing. Raises
    BadPosition."""
    told = facts.get(PASSED, [])
    found = []
    for each in told if isinstance(told, list) else [None]:
        match each:
            case [str(name), str(card)] if card in CARD:
                found.append((name, CARD[card]))
            case _:
                raise BadPosition("The cards that passed cannot be read.")
    return found
