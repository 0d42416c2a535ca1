"""Indistinguishable packs: for two packs that differ only in hidden cards, the server sends the
same bytes."""

import os
import random
from dataclasses import replace
from functools import partial
from itertools import product
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, assume, given, settings
from hypothesis import strategies as st

from engine.cards import NAME, Card, deal_number_seed
from engine.games import GAMES, AnyGame, game
from engine.races.terms import TAKE_BACKS, formats
from server.views import board_view, race_view
from server.views.view_inputs import BoardMove, Viewer
from tests.harness import RACES
from tests.secrecy.glass import World, lives
from tests.secrecy.referee import Seen
from tests.secrecy.script import Script
from tests.secrecy.sight import hides, marked, never_seen

EVERY = [
    game(slug, dict(zip([o.name for o in rules.options], values, strict=True)))
    for slug, rules in GAMES.items()
    for values in product(*(option.values for option in rules.options))
]
CALLED = [rules for rules in EVERY if "caller" in formats(rules)]
HIDING = [rules for rules in EVERY if hides(rules)]
WATCHED = [rules for rules in EVERY if rules.frames(rules.pack(deal_number_seed(1)))]


def each(games: list[AnyGame]) -> pytest.MarkDecorator:
    return pytest.mark.parametrize("rules", games, ids=[rules.identity for rules in games])


brisk = settings(
    max_examples=max(5, RACES // 20),
    deadline=None,
    database=None,
    derandomize="CI" in os.environ,
    suppress_health_check=list(HealthCheck),
    phases=[Phase.generate],  # shrinking would need too many worlds
)


def hidden(rules: AnyGame, pack: list[Card], world: World) -> set[int]:
    """The places in a marked pack of the cards that neither contestant has seen."""
    unseen = []
    for seat, seat_board in world.room.seat_boards.items():
        race = world.room.race
        seen = Seen(rules, pack, world.store.kept.get((1, seat), []), race.terms)
        call = None if race.terms.call_ms is None else race.call
        states = [seen.shown(ply, call) for ply in range(seen.last + 1)]
        unseen.append(
            never_seen(rules, pack, states, seat_board.frame if not seat_board.ply else None)
        )
    assert len(unseen) == 2
    return unseen[0] & unseen[1]


def swapped(pack: list[Card], places: set[int], rng: random.Random) -> list[Card]:
    """The pack with the cards of these places shuffled among them."""
    order, other = sorted(places), list(pack)
    cards = [pack[i] for i in order]
    rng.shuffle(cards)
    for i, card in zip(order, cards, strict=True):
        other[i] = card
    return other


def turned_round(pack: list[Card], places: set[int]) -> list[Card]:
    """The pack with the cards of these places rotated, so that none stays."""
    order, other = sorted(places), list(pack)
    for i, j in zip(order, order[1:] + order[:1], strict=True):
        other[j] = pack[i]
    return other


def scripts(rules: AnyGame) -> st.SearchStrategy[Script]:
    return st.builds(
        Script,
        st.just(rules),
        st.integers(0, 10**6),
        st.tuples(st.integers(0, 40), st.integers(0, 20)),
        st.sampled_from([0.05, 0.3, 1.0]),
        st.sampled_from([{"take_back": name} for name in TAKE_BACKS]),
    )


def same_bytes(one: World, other: World) -> None:
    for (name, told), (_, also_told) in zip(one.said(), other.said(), strict=True):
        assert told == also_told, name


def deals(rules: AnyGame) -> st.SearchStrategy[list[Card]]:
    return st.builds(lambda n: marked(rules.pack(deal_number_seed(n))), st.integers(1, 10**6))


@each(HIDING)
@brisk
@given(data=st.data())
def test_what_is_hidden_changes_no_byte(rules: AnyGame, data: st.DataObject) -> None:
    script, pack = data.draw(scripts(rules)), data.draw(deals(rules))
    one = lives(pack, script)
    other_pack = swapped(pack, hidden(rules, pack, one), random.Random(script.seed))
    assume(other_pack != pack)
    same_bytes(one, lives(other_pack, script))


def test_a_card_that_closes_a_book_as_it_is_dealt_is_seen() -> None:
    """The book is turned down at once; whoever sees the table has seen the card, and no other
    hidden one."""
    rules = game("seven_and_sixes")
    script = Script(rules, 2478, (19, 0), 1.0, {"take_back": "none"})
    pack = marked(rules.pack(deal_number_seed(412)))
    one = lives(pack, script)
    assert b'"passed":[["tab.0","AD"]]' in b"".join(one.ears[0].told)
    other = swapped(pack, hidden(rules, pack, one), random.Random(script.seed))
    assert other != pack
    same_bytes(one, lives(other, script))


def calling(rules: AnyGame, seed: int, moves: int) -> Script:
    """A script of a race in which cards are called."""
    terms = {"format": "caller", "call_ms": 1_000}
    return Script(rules, seed, (moves, moves), 1.0, terms)


@each(CALLED)
@brisk
@given(data=st.data())
def test_what_is_not_called_changes_no_byte(rules: AnyGame, data: st.DataObject) -> None:
    """A card that has not been called is as secret as a hidden one."""
    moves = data.draw(st.integers(0, rules.goal - 2))
    script = calling(rules, data.draw(st.integers(0, 10**6)), moves)
    pack = data.draw(deals(rules))
    one = lives(pack, script)
    unseen, call = hidden(rules, pack, one), one.room.race.call
    assert unseen >= set(range(call, len(pack)))
    same_bytes(one, lives(turned_round(pack, unseen), script))


@each(EVERY)
def test_before_zero_no_byte_comes_from_the_pack(rules: AnyGame) -> None:
    script = Script(rules, 3, (0, 0), 0.5)
    script.stop = "before zero"
    one, other = (lives(rules.pack(deal_number_seed(n)), script) for n in (1, 2))
    assert b'"refused"' in b"".join(one.ears[0].told)
    same_bytes(one, other)


@each(WATCHED)
def test_what_was_not_yet_dealt_changes_no_byte(rules: AnyGame) -> None:
    """Before it has been laid out, only the length of a watched deal is told."""
    script = Script(rules, 4, (0, 0), 0.5)
    script.stop = "in the deal"
    pack = marked(rules.pack(deal_number_seed(7)))
    one, rng = lives(pack, script), random.Random(5)
    unseen = hidden(rules, pack, one)
    assert 52 < len(unseen) < 52 * rules.packs - 12
    while True:
        other = swapped(pack, unseen, rng)
        if len(rules.frames(other)) == len(rules.frames(pack)):
            break
    same_bytes(one, lives(other, script))


@each(WATCHED)
def test_no_frame_shows_the_cards_that_nobody_looks_at(rules: AnyGame) -> None:
    """Frames count as seen, so the test counts the cards they leave unseen."""
    pack = marked(rules.pack(deal_number_seed(7)))
    blanks = sum(bool(frame.shown["blank"]) for frame in rules.frames(pack))
    assert len(never_seen(rules, pack, [rules.deal(pack)])) == blanks > 0


def test_the_games_that_hide_nothing_are_these() -> None:
    """In these games every card is in sight after the deal, so only messages before zero can
    leak."""
    assert {rules.slug for rules in EVERY} - {rules.slug for rules in HIDING} == {
        "bakers_dozen",
        "good_measure",
        "grandfathers_clock",
        "senior_wrangler",
        "usk",
    }
    for rules in EVERY:
        if rules not in HIDING:
            start = rules.deal(rules.pack(deal_number_seed(1)))
            assert not any(pile.down for pile in start.piles), rules.identity


@each(EVERY)
def test_what_is_seen_changes_the_bytes(rules: AnyGame) -> None:
    """The reverse: a difference that was turned up changes the bytes, so they are really
    compared."""
    script = Script(rules, 1, (12, 6), 0.5)
    pack = marked(rules.pack(deal_number_seed(7)))
    one = lives(pack, script)
    seen = set(range(len(pack))) - hidden(rules, pack, one)
    cards = {NAME[pack[i]] for i in seen}
    assert len(cards) > 3
    other = lives(swapped(pack, seen, random.Random(2)), script)
    assert one.said()[0] != other.said()[0]
    kinds = {
        data.split(b'"type":"')[1].split(b'"')[0]
        for e in one.ears
        for data in e.told
        if data[:1] == b"{"
    }
    assert kinds >= {
        b"welcome", b"room", b"done", b"refused", b"pong", b"joined", b"presence", b"ready_changed",
        b"countdown", b"held", b"started", b"table", b"moved", b"progress",
    }, kinds  # fmt: skip


def full_points(real: Any, race: Any, seat: int, numbers: Any) -> Any:
    return real(replace(race, status="over"), seat, numbers)


def a_sum_of_what_is_hidden(real: Any, what: BoardMove, viewer: Viewer) -> Any:
    moved = real(what, viewer)
    down: list[Any] = [card for pile in what.taken.after.piles for card in pile.down]
    return moved.model_copy(update={"progress": sum(i * card for i, card in enumerate(down))})


@pytest.mark.parametrize(
    ("owner", "name", "plant", "rules"),
    [
        (race_view, "standing", full_points, game("cribbage_patience")),
        *((board_view, "moved", a_sum_of_what_is_hidden, rules) for rules in HIDING),
    ],
    ids=["full points", *(f"a sum of what is hidden, {rules.identity}" for rules in HIDING)],
)
def test_a_leak_of_what_is_hidden_changes_the_bytes(
    monkeypatch: pytest.MonkeyPatch, owner: Any, name: str, plant: Any, rules: AnyGame
) -> None:
    script = Script(rules, 1, (16 if rules.goal == 16 else 5, 5), 1.0)
    pack = marked(rules.pack(deal_number_seed(7)))
    monkeypatch.setattr(owner, name, partial(plant, getattr(owner, name)))
    one = lives(pack, script)
    other = lives(swapped(pack, hidden(rules, pack, one), random.Random(1)), script)
    assert one.said() != other.said()


@each(CALLED)
def test_a_card_shown_before_its_call_changes_the_bytes(
    monkeypatch: pytest.MonkeyPatch, rules: AnyGame
) -> None:
    script, pack = calling(rules, 1, 5), marked(rules.pack(deal_number_seed(7)))
    monkeypatch.setattr(board_view, "_called", lambda race, state: state)
    one = lives(pack, script)
    other = lives(turned_round(pack, hidden(rules, pack, one)), script)
    assert one.said() != other.said()
