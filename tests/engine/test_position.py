"""Tests of malformed position texts, and of options and views that do not fit a game."""

import contextlib
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.cards import NAME, RED
from engine.errors import BadOption, BadPosition, HiddenCard, IllegalMove
from engine.games import GAMES, AnyGame, game
from engine.moves import Resign
from engine.options import Option, canonical, resolve
from engine.table import EMPTY, Group, Layout, Pile, State
from engine.view import PileView, View
from tests.engine.helpers import composed, deal, every_game, play

ACES, REMUS, GRID = (game(slug) for slug in ("aces_up", "uncle_remus", "cribbage_patience"))

A = ACES.position(deal(ACES, 1))
R = REMUS.position(deal(REMUS, 1))
G = GRID.position(play(GRID, deal(GRID, 1), "place 0,0", "place 0,1"))


def swap(text: str, pattern: str, new: str) -> str:
    changed = re.sub(pattern, new, text, count=1)
    assert changed != text
    return changed


FLAWS = [
    (ACES, "", "'' is half a pile, or stands twice."),
    (ACES, "x" * 4001, "A position is one line of plain characters."),
    (ACES, A.replace("tab.0", "täb.0"), "A position is one line of plain characters."),
    (ACES, A + "; ", "'' is half a pile"),
    (ACES, A + "; tab.0=|", "'tab.0=|' is half a pile, or stands twice."),
    (ACES, swap(A, "tab.0=", "tab.0:"), "is half a pile"),
    (ACES, swap(A, r"tab\.3=[^;]*; ", ""), "The pile tab.3 is missing."),
    (ACES, swap(A, "tab.3=", "tab.4="), "The pile tab.3 is missing."),
    (ACES, swap(A, r"tab\.0=\|", "tab.0="), "The pile tab.0 lacks the bar"),
    (ACES, swap(A, r"tab\.0=\|..", "tab.0=|1S"), "In tab.0: '1S' is not a card"),
    (ACES, swap(A, r"tab\.0=\|", "tab.0=| "), "In tab.0: '' is not a card"),
    (ACES, swap(A, r"tab\.0=\|(..)", r"tab.0=\1|"), "The cards of tab.0 lie face up."),
    (ACES, swap(A, r"stock=(.*?)\|", r"stock=|\1"), "The cards of stock lie face down."),
    (ACES, swap(A, r"tab\.0=\|..", "tab.0=|"), "is missing: the game needs 1 of each card."),
    (ACES, swap(A, r"tab\.0=\|(..)", r"tab.0=|\1 \1"), "is there too often: the game needs 1"),
    (ACES, A + "; waste=|", "The fact 'waste' cannot be read."),
    (ACES, A + "; " + "w" * 99 + "=|", "The fact 'wwwwwwwwwwwwwwwwwwwwwwww…' cannot be read."),
    (ACES, A + "; session=1", "The game has no pile and no fact 'session'."),
    (ACES, A + '; over="won"', 'The only ending a text states is over="resigned".'),
    (ACES, A + "; over=null", 'The only ending a text states is over="resigned".'),
    (ACES, A + "; over=[1]", 'The only ending a text states is over="resigned".'),
    (REMUS, swap(R, r"tab\.0=(.*?)\|(..)", r"tab.0=\1 \2|"), "Something in it happens by itself"),
    (REMUS, swap(R, "; session=1", ""), "The fact session is missing."),
    (REMUS, swap(R, "session=1", "session=2"), "The fact session does not agree with the cards."),
    (REMUS, swap(R, "session=1", "session=true"), "The fact session does not agree"),
    (REMUS, swap(R, "session=1", "session=1.0"), "The fact session does not agree"),
    (REMUS, swap(R, "session=1", "session="), "The fact 'session' cannot be read."),
    (REMUS, swap(R, "session=1", "session=" + "[" * 3000), "The fact 'session' cannot be read."),
    (REMUS, swap(R, "deals_left=6", "deals_left=5"), "The fact deals_left does not agree"),
    (GRID, swap(G, "; next=[^;]*", ""), "The grid or the next card cannot be read."),
    (GRID, swap(G, "; grid=[^;]*", ""), "The grid or the next card cannot be read."),
    (GRID, swap(G, "next=[^;]*", "next=7"), "The grid or the next card cannot be read."),
    (GRID, swap(G, "next=[^;]*", 'next="XX"'), "The grid or the next card cannot be read."),
    (GRID, swap(G, "grid=[^;]*", "grid=7"), "The grid or the next card cannot be read."),
    (GRID, swap(G, "grid=[^;]*", "grid=[7]"), "The grid or the next card cannot be read."),
    (GRID, swap(G, r'"cell":\[0,0\]', '"cell":7'), "The grid or the next card cannot be read."),
    (GRID, swap(G, r'"cell":\[0,0\]', '"cell":[0]'), "The grid or the next card cannot be"),
    (GRID, swap(G, r'"cell":\[0,0\]', '"cell":[0,0.0]'), "The grid or the next card cannot be"),
    (GRID, swap(G, r'"cell":\[0,0\]', '"cell":[false,0]'), "The grid or the next card cannot"),
    (GRID, swap(G, r',"card":".."', ""), "The grid or the next card cannot be read."),
    (GRID, swap(G, r'"card":".."', '"card":7'), "The grid or the next card cannot be read."),
    (GRID, swap(G, r'"cell":\[0,0\]', '"cell":[0,0],"x":1'), "The fact grid does not agree"),
    (GRID, swap(G, r'"rows":\[null', '"rows":[2'), "The fact line_scores does not agree"),
    (GRID, swap(G, r"; line_scores=.*", ""), "The fact line_scores is missing."),
]


@pytest.mark.parametrize(("rules", "text", "sentence"), FLAWS)
def test_flaws(rules: AnyGame, text: str, sentence: str) -> None:
    with pytest.raises(BadPosition) as refused:
        rules.load(text)
    assert sentence in str(refused.value)


def test_nobody_resigns_a_game_that_is_over() -> None:
    stuck = ACES.position(
        composed(ACES, "tab.0=KS AS; tab.1=KH AH; tab.2=KD AD; tab.3=KC AC; rest=discard")
    )
    with pytest.raises(BadPosition, match="The game was over already"):
        ACES.load(stuck + '; over="resigned"')


@given(
    at=st.integers(0, 10**6),
    junk=st.text('|=;, {}[]"0123456789AKSHDCtabover.', max_size=3),
    rules=st.sampled_from(every_game()),
)
def test_a_text_with_a_splinter_in_it_is_refused_or_is_a_position(
    at: int, junk: str, rules: AnyGame
) -> None:
    text = rules.position(deal(rules, 1))
    at %= len(text)
    with contextlib.suppress(BadPosition):
        state = rules.load(text[:at] + junk + text[at + 1 :])
        assert rules.load(rules.position(state)) == state


def test_a_view_tells_no_whole_position() -> None:
    seen = REMUS.state_of(REMUS.view(deal(REMUS, 1)))
    with pytest.raises(BadPosition, match="A view does not tell the whole position"):
        REMUS.position(seen)
    with pytest.raises(HiddenCard, match="Only the server knows the card that would be turned"):
        play(REMUS, seen, "deal")


# Views. --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("value", "sentence"),
    [
        ({}, "A view has piles."),
        ({"piles": []}, "A view has piles."),
        ({"piles": {"tab.0": 7}}, "The pile tab.0 of the view cannot be read."),
        ({"piles": {"tab.0": {}}}, "cannot be read"),
        ({"piles": {"tab.0": {"down": True, "up": []}}}, "cannot be read"),
        ({"piles": {"tab.0": {"down": -1, "up": []}}}, "cannot be read"),
        ({"piles": {"tab.0": {"down": 105, "up": []}}}, "cannot be read"),
        ({"piles": {"tab.0": {"down": 0, "up": "AS"}}}, "cannot be read"),
        ({"piles": {"tab.0": {"down": 0, "up": ["XX"]}}}, "cannot be read"),
        ({"piles": {"tab.0": {"down": 0, "up": [7]}}}, "cannot be read"),
    ],
)
def test_views_that_cannot_be_read(value: dict[str, object], sentence: str) -> None:
    with pytest.raises(BadPosition, match=sentence):
        View.from_json(value)  # type: ignore[arg-type] # what a server may send


def test_a_view_must_be_of_the_game() -> None:
    view = ACES.view(deal(ACES, 1))
    with pytest.raises(BadPosition, match=r"The game has no pile 'tab\.9'"):
        ACES.state_of(View({**view.piles, "tab.9": PileView(0, [])}, {}))
    rest = {name: pile for name, pile in view.piles.items() if name != "stock"}
    with pytest.raises(BadPosition, match="The pile stock is missing"):
        ACES.state_of(View(dict(rest), {}))
    with pytest.raises(BadPosition, match="grid or the next card"):
        GRID.state_of(View(dict(GRID.view(deal(GRID, 1)).piles), {}))


def test_changes_may_take_a_pile_away() -> None:
    view = View.from_json({"piles": {"tab.5": {"down": 0, "up": ["AS"]}}, "session": 1})
    changes = View.from_json({"piles": {"tab.5": None}, "session": 2})
    assert view.after(changes) == View({}, {"session": 2})
    assert changes.to_json() == {"piles": {"tab.5": None}, "session": 2}


def test_facts_that_did_not_change_stay_in_a_view() -> None:
    view = View({}, {"session": 1, "deals_left": 6})
    assert view.after(View({}, {"session": 2})).facts == {"session": 2, "deals_left": 6}


def test_piles_that_vanish() -> None:
    """Empty piles of a group that vanishes are not in a view."""

    class Vanishing(type(ACES)):  # type: ignore[misc] # a class made for the test
        slug = "vanishing"

        def lay(self) -> Layout:
            groups = [Group("tab", "tableau", range(4)), Group("stock", "stock", faces="down")]
            return Layout(
                *groups, Group("discard", "discard"), Group("x", "t", (5,), vanishes=True)
            )

    rules: AnyGame = Vanishing()
    card = rules.deal(rules.pack(bytes(32))).piles[0].up[0]
    without: State[None] = State((*(EMPTY,) * 6, EMPTY), None)
    with_it = without._replace(piles=(*(EMPTY,) * 6, Pile((), (card,))))
    assert "x.5" not in rules.view(without).piles
    assert rules.view(without).after(rules.changes(without, with_it)) == rules.view(with_it)
    assert rules.changes(with_it, without).piles == {"x.5": None}
    assert rules.view(with_it).after(rules.changes(with_it, without)) == rules.view(without)
    assert rules.state_of(rules.view(without)) == without


def test_changes_are_silent_about_hidden_cards_that_change_places() -> None:
    state = deal(REMUS, 1)
    first = state.piles[0]
    turned = state._replace(piles=(first._replace(down=first.down[::-1]), *state.piles[1:]))
    assert REMUS.changes(state, turned).piles == {}


# Games and options. ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("slug", "options", "sentence"),
    [
        ("la_belle_lucie", None, "There is no game 'la_belle_lucie'."),
        ("", None, "There is no game ''"),
        ("x" * 999, None, "There is no game 'xxxxxxxxxxxxxxxxxxxxxxxx…'"),
        ("aces_up", {"mustfill": True}, "The game has no option 'mustfill'; it has must_fill."),
        ("cribbage_patience", {"x": 1}, "The game has no option 'x'; it has none."),
        ("aces_up", {"must_fill": 1}, "The option must_fill can be: true, false."),
        ("aces_up", {"must_fill": "true"}, "The option must_fill can be: true, false."),
        ("aces_up", {"must_fill": None}, "The option must_fill can be: true, false."),
        ("uncle_remus", {"columns": 8}, "The option columns can be: 10, 9."),
        ("uncle_remus", {"columns": 9.0}, "The option columns can be: 10, 9."),
        ("uncle_remus", {"columns": []}, "The option columns can be: 10, 9."),
        ("uncle_remus", {"columns": 9, "down_rows": True}, "The option down_rows can be: 4, 5."),
    ],
)
def test_unknown_games_and_options(
    slug: str, options: dict[str, object] | None, sentence: str
) -> None:
    with pytest.raises(BadOption) as refused:
        game(slug, options)
    assert sentence in str(refused.value)


def test_options_are_written_out_and_sorted() -> None:
    assert game("uncle-remus", {"down_rows": 5}).identity == (
        'uncle_remus {"columns":10,"down_rows":5}'
    )
    assert canonical({"b": True, "a": "x"}) == '{"a":"x","b":true}'
    assert resolve([Option("a", ("x", "y"), "")], {"a": "y"}) == {"a": "y"}


def test_the_games_are_those_of_the_contract() -> None:
    known = {
        *("auntie_allis", "seven_and_sixes", "uncle_remus", "senior_wrangler", "kings"),
        *("accordion", "aces_up", "as_you_like_it", "bakers_dozen", "good_measure", "baroness"),
        *("usk", "demon", "cribbage_patience", "poker_patience", "klondike"),
        *("spider", "fourteens", "perpetual_motion", "rosamunds_bower", "captive_queens"),
        *("clock", "grandfathers_clock", "crossword"),
    }
    assert set(GAMES) <= known


@pytest.mark.parametrize(
    ("slug", "piles", "facts"),
    [
        ("aces_up", "tab.0 tab.1 tab.2 tab.3 stock discard", []),
        ("uncle_remus", " ".join(f"tab.{i}" for i in range(10)) + " stock books",
         ["session", "deals_left"]),
        ("cribbage_patience", "stock turn_up", ["next", "grid", "line_scores"]),
    ],
)  # fmt: skip
def test_piles_and_facts_of_the_contract(slug: str, piles: str, facts: list[str]) -> None:
    view = game(slug).view(deal(game(slug), 1))
    assert list(view.piles) == piles.split()
    assert list(view.facts) == facts


def test_resigning_ends_any_game_once() -> None:
    for rules in every_game():
        state = rules.play(deal(rules, 1), Resign()).state
        with pytest.raises(IllegalMove, match=r"The game is over\."):
            rules.play(state, Resign())


def test_colours() -> None:
    assert {NAME[c][1] for c in range(52) if RED[c]} == {"H", "D"}
