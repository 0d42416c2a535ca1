"""Games, rules and moves that are defined outside the engine. They also work with the compiled
engine, in which they are interpreted subclasses of compiled classes."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

import pytest

from engine.cards import RANK, Card, deal_number_seed, new_pack
from engine.errors import BadPosition, IllegalMove
from engine.game import Book, Game
from engine.games.uncle_remus import UncleRemus
from engine.mechanics.rules import Dealing, OneKind, Rule, stock_left
from engine.moves import Deal, Place, Resign
from engine.options import Option
from engine.races.board import Entry, GameBoard, fold
from engine.table import STUCK, WON, GameOver, Group, Layout, Pile, State, Table
from engine.takeback import UNDO_TEXT
from tests.engine.helpers import AnyState

STOCK, DISCARD, WIDTH = 0, 1, 4


@dataclass(frozen=True, slots=True)
class Take:
    """Discard the top cards of several columns, whose ranks are all odd or all even."""

    columns: tuple[Place, ...]


class Taking(OneKind[int]):
    def refusal(self, state: State[int], move: Any, layout: Layout) -> str | None:
        piles = [state.piles[layout.index[name]] for name in move.columns]
        if not piles or len(set(move.columns)) < len(piles) or not all(pile.up for pile in piles):
            return "Name columns that have cards, each once."
        return None if len({RANK[pile.up[-1]] % 2 for pile in piles}) == 1 else "They do not match."

    def moves(self, state: State[int], layout: Layout) -> Iterator[Any]:
        for parity in (0, 1):
            tops = [
                Place(layout.names[i])
                for i in layout["column"]
                if state.piles[i].up and RANK[state.piles[i].up[-1]] % 2 == parity
            ]
            if tops:
                yield Take(tuple(tops))

    def perform(self, state: State[int], move: Any, table: Table, layout: Layout) -> int:
        for name in move.columns:
            table.move(layout.index[name], DISCARD)
        return state.beside + 1


class OddAndEven(Game[int, Take | Deal]):
    """Odd and Even

    Discard all cards, those of odd ranks apart from those of even ranks."""

    slug = "odd_and_even"
    book = Book("Odd and Even")
    kinds = (Take, Deal)
    options = (Option("columns", (WIDTH, 3), "the number of columns"),)
    goal = 52

    def lay(self) -> Layout:
        self.width = int(self.chosen["columns"])
        return Layout(
            Group("stock", "stock", faces="down"),
            Group("discard", "discard"),
            Group("column", "tableau", range(self.width)),
        )

    def set_up(self, pack: Sequence[Card]) -> State[int]:
        columns = [Pile() for _ in range(self.width)]
        return State((Pile(down=tuple(pack)), Pile(), *columns), 0)

    def rules(self) -> Sequence[Rule[int]]:
        return Taking(Take), Dealing(Deal, stock_left(STOCK), self._deal)

    def _deal(self, state: State[int], table: Table) -> int:
        for i in self.layout["column"]:
            if table.piles[STOCK].down:
                table.deal(STOCK, i)
        return state.beside

    def progress(self, state: State[int]) -> int:
        return len(state.piles[DISCARD].up)

    def facts(self, state: State[int]) -> dict[str, Any]:
        return {"taken": state.beside}

    def beside(self, facts: Any) -> int:
        if type(facts.get("taken")) is not int:
            raise BadPosition("The number of moves is missing.")
        return int(facts["taken"])


@pytest.mark.parametrize("columns", [WIDTH, 3])
def test_a_game_from_elsewhere_is_played_to_its_end(columns: int) -> None:
    rules = OddAndEven({"columns": columns})
    state: AnyState = rules.deal(rules.pack(deal_number_seed(columns)))
    rng, entries, start = Random(columns), [], GameBoard.start(rules, list(state.piles[STOCK].down))
    while not state.over:
        move = rng.choice(rules.legal(state).moves)
        text = rules.codec.to_text(move)
        assert rules.codec.read(text) == rules.codec.read(rules.codec.to_json(move)) == move
        after = rules.play(state, move).state
        seen = rules.view(state).after(rules.changes(state, after))
        assert seen == rules.view(after)
        assert rules.view(rules.state_of(seen)) == seen
        assert rules.load(rules.position(after)) == after
        entries.append(Entry(0, "seat", text))
        state = after
    assert state.over == WON
    assert state.beside == sum(entry.text.startswith("take") for entry in entries)
    assert fold(rules, start, entries).state == state
    back = fold(rules, start, [*entries[:9], Entry(0, "seat", UNDO_TEXT)], take_back="free")
    assert back.state == fold(rules, start, entries[:8]).state
    assert rules.rules_page().startswith("Odd and Even")


def test_its_refusals_are_its_own() -> None:
    rules = OddAndEven()
    state = rules.play(rules.deal(new_pack(1)), Deal()).state  # king, queen, jack and ten
    with pytest.raises(IllegalMove, match="They do not match"):
        rules.play(state, rules.codec.read("take column.0,column.1"))
    with pytest.raises(IllegalMove, match="each once"):
        rules.play(state, rules.codec.read("take column.0,column.0"))
    assert [rules.codec.to_text(move) for move in rules.legal(state).moves] == [
        "take column.1,column.3",
        "take column.0,column.2",
        "deal",
    ]


class Shorter(UncleRemus):
    """A variant that overrides methods which the engine calls."""

    slug = "shorter"

    def progress(self, state: State[Any]) -> int:
        return super().progress(state) + 1

    def outcome(self, state: State[Any]) -> GameOver | None:
        return STUCK if len(state.piles) < 2 else super().outcome(state)

    def refusal(self, state: State[Any], move: Any) -> str | None:
        return "No." if isinstance(move, Deal) else super().refusal(state, move)


def test_a_variant_of_a_game_overrides_what_the_engine_calls() -> None:
    usual, variant = UncleRemus(), Shorter()
    state = usual.deal(usual.pack(deal_number_seed(1)))
    assert variant.deal(variant.pack(deal_number_seed(1))) == state
    assert GameBoard.start(variant, new_pack(usual.packs)).best == variant.progress(state)
    assert variant.progress(state) == usual.progress(state) + 1
    assert variant.play(state, Resign()).state == usual.play(state, Resign()).state
    (dealing,) = (move for move in usual.legal(state).moves if isinstance(move, Deal))
    usual.play(state, dealing)
    with pytest.raises(IllegalMove, match=r"No\."):
        variant.play(state, dealing)
