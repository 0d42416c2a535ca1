"""Tests that hold for every game under every set of options."""

import json
import random
from collections import defaultdict
from contextlib import nullcontext
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.cards import deal_number_seed
from engine.errors import HiddenCard, IllegalMove
from engine.games import GAMES, AnyGame, game
from engine.moves import Resign
from engine.races.board import Entry, GameBoard, fold, standing
from engine.table import RESIGNED, STUCK
from tests.engine.helpers import (
    AnyState,
    all_cards,
    allowed,
    deal,
    every_game,
    every_move,
    known,
    playout,
    playouts,
    reshuffled,
    somewhere,
)

EVERY = every_game()
each_game = pytest.mark.parametrize("rules", EVERY, ids=[rules.identity for rules in EVERY])


def sent(view: Any) -> str:
    return json.dumps(view.to_json())


@each_game
@given(data=st.data())
def test_no_card_is_lost_or_doubled(rules: AnyGame, data: st.DataObject) -> None:
    for state in data.draw(playouts(rules)):
        assert somewhere(rules, state) == all_cards(rules)
        shown = rules.showdown(state)
        assert somewhere(rules, shown) == all_cards(rules)
        assert rules.showdown(shown) == shown


@each_game
@given(data=st.data())
def test_legal_means_one_thing(rules: AnyGame, data: st.DataObject) -> None:
    states = data.draw(playouts(rules))
    for state in {id(s): s for s in (states[0], states[len(states) // 2], states[-1])}.values():
        listed = list(rules.legal_moves(state)) if not state.over else []
        assert len(set(listed)) == len(listed), "a move is listed twice"
        if not state.over:
            assert set(listed) == allowed(rules, state)
        assert rules.legal(state).moves == listed


@each_game
@given(data=st.data())
def test_a_legal_move_plays_and_an_illegal_one_changes_nothing(
    rules: AnyGame, data: st.DataObject
) -> None:
    state = data.draw(playouts(rules))[-1]
    before, position = state, rules.position(state)
    legal = set(rules.legal(state).moves)
    for move in every_move(rules, state):
        refused = None
        try:  # of thousands of moves: `pytest.raises` would take longer than they do
            rules.play(state, move)
        except IllegalMove as error:
            refused = str(error)
        assert (refused is None) == (move in legal)
        assert refused is None or refused.endswith(".")
    assert state == before
    assert rules.position(state) == position


@each_game
@given(data=st.data())
def test_there_is_a_move_until_the_game_is_over(rules: AnyGame, data: st.DataObject) -> None:
    for state in data.draw(playouts(rules)):
        assert bool(rules.legal(state).moves) == (state.over is None)
        with pytest.raises(IllegalMove, match="over") if state.over else nullcontext():
            assert rules.play(state, Resign()).state == state._replace(over=RESIGNED)


@each_game
@given(data=st.data())
def test_progress_is_full_only_at_the_end(rules: AnyGame, data: st.DataObject) -> None:
    for state in data.draw(playouts(rules)):
        progress = rules.progress(state)
        assert 0 <= progress <= rules.goal
        ended_well = state.over is not None and state.over.result in ("won", "complete")
        assert (progress == rules.goal) == ended_well
        assert state.over is None or (state.over == STUCK) != ended_well


@each_game
@given(data=st.data())
def test_stuck_means_that_nothing_changes_any_more(rules: AnyGame, data: st.DataObject) -> None:
    """In a stuck game every move left, if any, only puts the same piles in other places."""
    for state in data.draw(playouts(rules))[-2:]:
        if state.over is None or state.over == STUCK:
            playing = state._replace(over=None)
            after = (rules.play(playing, move).state for move in allowed(rules, playing))
            idle = all(_same_piles(rules, state, other) for other in after)
            assert idle == (state.over == STUCK)


def _same_piles(rules: AnyGame, one: AnyState, other: AnyState) -> bool:
    groups = [group.prefix for group in rules.layout.group_of]
    one_way, other_way = (sorted(zip(groups, s.piles, strict=True)) for s in (one, other))
    return one_way == other_way and one.beside == other.beside


@each_game
@given(data=st.data())
def test_the_same_pack_and_moves_make_the_same_state(rules: AnyGame, data: st.DataObject) -> None:
    number, choices = data.draw(st.integers(1, 10**6)), data.draw(st.integers(0, 10**6))
    one, other = (playout(rules, number, choices, 60, 0.3) for _ in range(2))
    assert one == other


@each_game
@given(data=st.data())
def test_a_view_is_enough_to_know_what_is_legal(rules: AnyGame, data: st.DataObject) -> None:
    for state in data.draw(playouts(rules, 60)):
        seen = rules.state_of(rules.view(state), state.over)
        assert all(c is None for pile in seen.piles for c in pile.down)
        assert rules.legal(seen) == rules.legal(state)
        assert rules.view(seen) == rules.view(state)
        assert rules.progress(seen) == rules.progress(state)
        assert rules.tie_break(seen) == rules.tie_break(state) >= 0
        assert rules.points(seen) == rules.points(state)


@each_game
@given(data=st.data())
def test_a_view_plays_like_the_state_until_a_card_is_turned(
    rules: AnyGame, data: st.DataObject
) -> None:
    state = data.draw(playouts(rules, 60))[-1]
    seen = rules.state_of(rules.view(state), state.over)
    for move in rules.legal(state).moves:
        step = rules.play(state, move)
        if step.revealed:
            with pytest.raises(HiddenCard):
                rules.play(seen, move)
        else:
            mirrored = rules.play(seen, move)
            assert mirrored.events == step.events
            assert rules.view(mirrored.state) == rules.view(step.state)
            assert mirrored.state.over == step.state.over


@each_game
@given(data=st.data(), order=st.integers(0, 10**6))
def test_hidden_cards_leave_no_trace(rules: AnyGame, data: st.DataObject, order: int) -> None:
    for state in data.draw(playouts(rules, 60))[-3:]:
        other = reshuffled(state, random.Random(order))
        assert sent(rules.view(other)) == sent(rules.view(state))
        assert rules.legal(other) == rules.legal(state)
        assert rules.progress(other) == rules.progress(state)
        assert rules.points(other) == rules.points(state)
        for move in rules.legal(state).moves:
            one, two = rules.play(state, move), rules.play(other, move)
            assert one.revealed == two.revealed
            if not one.revealed:
                assert one.events == two.events
                assert one.state.over == two.state.over
                changes = sent(rules.changes(state, one.state))
                assert sent(rules.changes(other, two.state)) == changes
        _same_refusals(rules, state, other)


def _same_refusals(rules: AnyGame, state: AnyState, other: AnyState) -> None:
    for move in every_move(rules, state):
        assert rules.refusal(state, move) == rules.refusal(other, move)


@each_game
@given(data=st.data())
def test_a_live_standing_tells_nothing_hidden(rules: AnyGame, data: st.DataObject) -> None:
    state = data.draw(playouts(rules))[-1]
    boards = [
        GameBoard(s._replace(over=s.over or RESIGNED), 9, 9, 0, 0, 0)
        for s in (state, reshuffled(state, random.Random(1)))
    ]
    assert standing(rules, 0, boards[0], None) == standing(rules, 0, boards[1], None)


TOLD: defaultdict[AnyGame, dict[str, Any]] = defaultdict(dict)
"""For each game, the moves that have been written and read, by their text."""


@each_game
@given(data=st.data())
@settings(max_examples=15)  # positions differ little in what can be written down
def test_a_move_has_one_text_and_one_object(rules: AnyGame, data: st.DataObject) -> None:
    codec, told = rules.codec, TOLD[rules]
    state = data.draw(playouts(rules, 60))[-1]
    for move in (*every_move(rules, state), Resign()):
        text = codec.to_text(move)
        if text not in told:  # most positions have the same moves
            value = json.loads(json.dumps(codec.to_json(move)))
            assert codec.from_text(text) == move
            assert codec.from_json(value) == move
            assert codec.read(text) == codec.read(value) == move
        assert told.setdefault(text, move) == move


@each_game
@given(data=st.data())
def test_a_position_loads_as_it_was(rules: AnyGame, data: st.DataObject) -> None:
    states = data.draw(playouts(rules))
    last = states[-1]
    if not last.over:
        states = [*states, rules.play(last, Resign()).state]
    for state in (*states, *(rules.showdown(s) for s in states if s.over)):
        text = rules.position(state)
        assert "\n" not in text
        loaded = rules.load(text)
        assert loaded == state
        assert rules.position(loaded) == text


@each_game
@given(data=st.data())
def test_changes_lead_from_view_to_view(rules: AnyGame, data: st.DataObject) -> None:
    states = data.draw(playouts(rules))
    view = rules.view(states[0])
    for before, after in pairwise(states):
        changes = rules.changes(before, after)
        through_json = type(changes).from_json(json.loads(sent(changes)))
        assert through_json == changes
        view = view.after(through_json)
        assert view == rules.view(after)
    assert rules.changes(states[-1], states[-1]).to_json() == {"piles": {}}
    assert type(view).from_json(json.loads(sent(view))) == view


@each_game
@given(data=st.data())
def test_events_tell_where_every_card_went(rules: AnyGame, data: st.DataObject) -> None:
    """Moving the cards that the events name gives the face-up cards of the new state. Face-down
    cards move with the cards that cover them."""
    state = data.draw(playouts(rules, 60))[-1]
    for move in rules.legal(state).moves:
        step = rules.play(state, move)
        lying = [list(pile.up) for pile in state.piles]
        twins = set()  # piles that one of two equal cards has left; which one is not known
        for event in step.events:
            assert event.cards
            if event.src >= 0 and event.kind == "moved":
                for card in reversed(event.cards):
                    above = lying[event.src][::-1].index(card)
                    del lying[event.src][-above - 1]
                    twins |= {event.src} if card in lying[event.src] else set()
            if event.dst >= 0:
                lying[event.dst] += event.cards
        for place, (cards, pile) in enumerate(zip(lying, step.state.piles, strict=True)):
            assert place in twins or cards[len(cards) - len(pile.up) :] == list(pile.up)
            assert len(cards) == len(pile.up) or pile.down


@each_game
@given(data=st.data())
@settings(max_examples=10)
def test_a_log_folds_to_the_board(rules: AnyGame, data: st.DataObject) -> None:
    pack = rules.pack(deal_number_seed(data.draw(st.integers(1, 10**6))))
    rng = random.Random(data.draw(st.integers(0, 10**6)))
    board = start = GameBoard.start(rules, pack)
    log = []
    best, reached = (board.best, board.tie_break), 0
    for ms in range(10, 800, 10):
        moves = rules.legal(board.state).moves
        if not moves:
            break
        move = rng.choice(moves)
        log.append(Entry(ms, "seat", rules.codec.to_text(move)))
        board = board.play(rules, move, ms)
        here = rules.progress(board.state), rules.tie_break(board.state)
        if here > best:
            best, reached = here, ms
    assert fold(rules, start, log) == board
    assert (board.ply, board.best, board.tie_break) == (len(log), *best)
    assert board.reached_ms == reached
    assert board.ended_ms == (log[-1].ms if board.state.over else None)


@each_game
def test_a_deal_is_playable_and_has_a_rules_page(rules: AnyGame) -> None:
    assert rules.rules_page().startswith(rules.book.title + "\n\n")
    assert "Source:" in rules.rules_page()
    for option in rules.options:
        assert f"`{option.name}`" in rules.rules_page()
    state = deal(rules, 1)
    assert len(known(state)) + len(rules.cards_beside(state)) == 52 * rules.packs
    assert state.over is None


def test_a_game_is_the_same_however_it_is_named() -> None:
    for slug, rules in GAMES.items():
        defaults = {option.name: option.default for option in rules.options}
        assert game(slug) is game(slug.replace("_", "-"))
        assert game(slug, defaults) is game(slug)
        assert game(slug).chosen == defaults
