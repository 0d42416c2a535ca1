"""Descriptions of the games as JSON, for clients that do not know the rules of the games.

A view is what a player may see of a position. In Racing Demon the contestants play at one common
table; each contestant holds a seat, a numbered place at it.
"""

from typing import Any

from engine.cards import deal_number_seed
from engine.games import AnyGame, hyphened, typed_names
from engine.racing_demon.game import RacingDemon
from engine.solver.winnable_deals import has_winnable_deals, offered_difficulties
from engine.table import Layout, State
from engine.view import Json


def about(rules: type[AnyGame] | type[RacingDemon]) -> dict[str, Any]:
    """Return the titles, kinds of move, piles and options of a game. The piles and the goal are
    those of the game with its default options. For Racing Demon, `packs` and `piles` are those of
    one seat."""
    book, usual = rules.book, rules()
    shared = issubclass(rules, RacingDemon)
    return {
        "title": book.title,
        "other_names": list(book.other_names),
        "typed_names": hyphened(rules.slug, book) if shared else typed_names(rules.slug),
        "packs": 1 if shared else rules.packs,
        "minutes": book.minutes,
        "prospects": book.prospects,
        "character": book.character,
        "ranked_by": rules.ranked_by,
        "choice": rules.has_choice(),
        "tie_break_rule": rules.tie_break_rule,
        "goal": usual.goal,
        "moves": usual.codec.kinds,
        "piles": piles(usual.layout),
        "safe_play": rules.safe_play,
        "winnable": has_winnable_deals(rules.slug),
        "difficulties": offered_difficulties(rules.slug),
        "drawing": usual.drawing.to_json(),
        "options": [
            {
                "name": option.name,
                "values": list(option.values),
                "default": option.default,
                "meaning": option.meaning,
            }
            for option in rules.options
        ],
    }


LAYOUT_DEAL = 1
"""The number of the practice deal that the rules page of a game shows."""


def first_layout(rules: AnyGame) -> State[Any]:
    """Return the state of a game before the first move. The deal is the practice deal (a deal that
    is chosen by its number) with the number LAYOUT_DEAL. The rules page of the game shows this
    deal."""
    return rules.deal(rules.pack(deal_number_seed(LAYOUT_DEAL)))


def first_view(rules: type[AnyGame] | type[RacingDemon]) -> dict[str, Json]:
    """Return, as JSON, the view of the deal that the rules page of a game shows. For Racing Demon
    it is the view of the piles of one seat."""
    if issubclass(rules, RacingDemon):
        table = rules()
        dealt = table.deal(table.packs(deal_number_seed(LAYOUT_DEAL), 1))
        return table.view(dealt).seats[0].view.to_json()
    usual = rules()
    return usual.view(first_layout(usual)).to_json()


def page(rules: type[AnyGame] | type[RacingDemon]) -> dict[str, Any]:
    """Return what the rules page of a game shows: the rules for players, where the game comes from,
    the advice of the book that describes it, and the view of the first deal."""
    book = rules.book
    return {
        "title": book.title,
        "rules": rules.rules_page(),
        "origin": book.origin,
        "tips": list(book.tips),
        "layout": {"deal": LAYOUT_DEAL, "view": first_view(rules)},
    }


def piles(layout: Layout) -> list[dict[str, Any]]:
    """Return the name, role and other properties of each pile of a layout, in the order of the
    layout. `vanishes` says that a view leaves the pile out while it is empty."""
    return [
        {
            "name": name,
            "role": group.role,
            "faces": group.faces,
            "vanishes": group.vanishes,
            "tilts": group.tilts,
        }
        for name, group in zip(layout.names, layout.group_of, strict=True)
    ]
