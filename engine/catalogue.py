"""Descriptions of the games as JSON, for clients that do not implement the rules."""

from typing import Any

from engine.games import AnyGame
from engine.table import Layout


def about(rules: type[AnyGame]) -> dict[str, Any]:
    """Return the titles, moves, piles and options of a game. Piles and goal are those of its
    default options."""
    book, usual = rules.book, rules()
    return {
        "title": book.title,
        "other_names": list(book.other_names),
        "packs": rules.packs,
        "minutes": book.minutes,
        "prospects": book.prospects,
        "character": book.character,
        "ranked_by": rules.ranked_by,
        "choice": rules.has_choice(),
        "goal": usual.goal,
        "moves": usual.codec.kinds,
        "piles": piles(usual.layout),
        "drawing": rules.drawing.to_json(),
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


def page(rules: type[AnyGame]) -> dict[str, Any]:
    """Return the rules of a game for players, its origin and the advice of its book."""
    book = rules.book
    return {
        "title": book.title,
        "rules": rules.rules_page(),
        "origin": book.origin,
        "tips": list(book.tips),
    }


def piles(layout: Layout) -> list[dict[str, Any]]:
    """Return the piles in reading order. A view leaves out a pile that `vanishes` while the pile is
    empty."""
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
