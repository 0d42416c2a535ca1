"""The tables of the notation page have every game, as in the catalogue and its rules.

WRITE_GOLDENS=1 rewrites them.
"""

import json
import os
import random
import re
from collections.abc import Iterable, Iterator
from functools import cache
from itertools import groupby
from typing import Any, NamedTuple

from engine.cards import deal_number_seed
from engine.computer_players.player import Player
from engine.games import GAMES, AnyGame, game
from engine.moves import Resign
from engine.options import Value
from tests.docs.test_docs import ROOT
from tests.engine.helpers import perft_cases

PAGE = ROOT / "docs/notation.md"
DEALS, MOVES = 20, 160
"""So many deals are played, and so many moves of each, until every kind of move has come up. A kind
that is rarer comes up in a composed position."""


class Seen(NamedTuple):
    """What comes up in a game: a move of each kind with the options it needs, and the facts that a
    view has beside the piles."""

    moves: dict[str, tuple[Any, dict[str, Value]]]
    facts: list[str]


@cache
def seen(slug: str) -> Seen:
    """Every kind of move of a game, in the order of its codec, and its facts."""
    kinds, facts = dict[str, tuple[Any, dict[str, Value]]](), dict[str, None]()
    plain = set[str]()
    wanted = set(GAMES[slug]().codec.kinds) - {"resign"}
    for rules in chosen(slug):
        for deal in range(1, DEALS + 1):
            for state, moves in played(rules, deal):
                facts |= dict.fromkeys(k for k in rules.view(state).to_json() if k != "piles")
                for move in moves:
                    told = rules.codec.to_json(move)
                    kind = str(told["kind"])
                    # An example with an empty list shows least.
                    if kind not in kinds or (kind in plain and [] not in told.values()):
                        kinds[kind] = (move, unusual(rules))
                        (plain.add if [] in told.values() else plain.discard)(kind)
            if kinds.keys() == wanted and not plain:
                break
    for case in perft_cases(slug) if kinds.keys() != wanted else ():
        for move in case.rules.legal(case.start).moves:
            told = case.rules.codec.to_json(move)
            kinds.setdefault(str(told["kind"]), (move, unusual(case.rules)))
    return Seen(
        {kind: kinds[kind] for kind in GAMES[slug]().codec.kinds if kind in kinds}, [*facts]
    )


def chosen(slug: str) -> Iterator[AnyGame]:
    """A game as it is usually dealt, and with each other value of an option alone."""
    yield game(slug)
    for option in GAMES[slug].options:
        yield from (game(slug, {option.name: v}) for v in option.values if v != option.default)


def unusual(rules: AnyGame) -> dict[str, Value]:
    usual = type(rules)().chosen
    return {name: value for name, value in rules.chosen.items() if value != usual[name]}


def played(rules: AnyGame, deal: int) -> Iterator[tuple[Any, Iterable[Any]]]:
    """The positions of a game that is played by a greedy player, and their legal moves."""
    state = rules.deal(rules.pack(deal_number_seed(deal)))
    player = Player(rules, "greedy", random.Random(deal).randrange)
    for _ in range(MOVES):
        if state.over:
            return
        moves = [move for move in rules.legal(state).moves if not isinstance(move, Resign)]
        yield state, moves
        state = rules.play(state, player.move(state)).state


# The tables. ----------------------------------------------------------------------------------


def pile_rows() -> Iterator[str]:
    for slug in GAMES:
        usual = game(slug).layout.names
        told = ", ".join(runs(usual)) or "none"
        for rules in chosen(slug):
            names = rules.layout.names
            only = [name for name in names if name not in usual]
            less = [name for name in usual if name not in names]
            where = ", ".join(f"`{name}={value}`" for name, value in unusual(rules).items())
            told += f"; and {', '.join(runs(only))} with {where}" if only else ""
            told += f"; not {', '.join(runs(less))} with {where}" if less else ""
        yield f"| `{slug}` | {told} |"


def runs(names: Iterable[str]) -> Iterator[str]:
    """Names of piles, those of a long row by the first and the last of them."""
    for _, group in groupby(names, key=lambda name: name.partition(".")[0]):
        row = list(group)
        numbered = all(re.search(r"\d$", name) for name in row)
        if numbered and len(row) > 2:
            yield f"`{row[0]}` to `{row[-1]}`"
        else:
            yield from (f"`{name}`" for name in row)


def move_rows() -> Iterator[str]:
    for slug in GAMES:
        named = f" `{slug}` "
        for move, options in seen(slug).moves.values():
            codec = game(slug).codec
            told = json.dumps(codec.to_json(move), separators=(",", ":"))
            needs = "".join(f" (with `{k}={json.dumps(v)}`)" for k, v in options.items())
            yield f"|{named}| `{codec.to_text(move)}`{needs} | `{told}` |"
            named = " "
    yield '| every game | `resign` | `{"kind":"resign"}` |'


def fact_rows() -> Iterator[str]:
    for slug in GAMES:
        told = ", ".join(f"`{name}`" for name in seen(slug).facts) or "none"
        yield f"| `{slug}` | {told} |"


TABLES = {
    "| game | piles |": pile_rows,
    "| game | text | object |": move_rows,
    "| game | facts |": fact_rows,
}


def test_every_kind_of_move_comes_up() -> None:
    for slug in GAMES:
        assert [*seen(slug).moves, "resign"] == list(game(slug).codec.kinds), slug


def test_the_tables_have_every_game() -> None:
    wanted = PAGE.read_text(encoding="utf-8")
    for head, rows in TABLES.items():
        before, found, after = wanted.partition(f"{head}\n")
        assert found, head
        rule, _, table = after.partition("\n")
        rest = table[re.match(r"(\|.*\n)*", table).end() :]  # type: ignore[union-attr] # matches
        lines = "".join(f"{row}\n" for row in rows())
        wanted = f"{before}{found}{rule}\n{lines}{rest}"
    if os.environ.get("WRITE_GOLDENS"):
        PAGE.write_text(wanted, encoding="utf-8")
    assert PAGE.read_text(encoding="utf-8") == wanted


def test_every_fact_is_explained() -> None:
    text = PAGE.read_text(encoding="utf-8")
    (table,) = re.findall(r"\| fact \| what it says \|\n\|---\|---\|\n((?:\|.*\n)+)", text)
    explained = re.findall(r"^\| `(\w+)` \| \S.*\|$", table, re.M)
    assert sorted(explained) == sorted({fact for slug in GAMES for fact in seen(slug).facts})
