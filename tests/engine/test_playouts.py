"""Playouts: games that a computer player plays on to their ends, to choose its next moves."""

import random
from typing import Any

import pytest

from bench.strengths import SECOND_MS, compared, play
from engine.cards import deal_number_seed
from engine.computer_players.player import player, seen_state
from engine.computer_players.playouts import best_way_by_playouts, improved_line, playout
from engine.computer_players.unseen_cards import unseen_cards
from engine.games import GAMES, AnyGame, game
from engine.races.board import GameBoard, standing
from engine.races.ranking import key
from engine.table import State
from tests.engine.helpers import composed
from tests.engine.test_aces_up import BOOK

SLUGS = [slug for slug, each in GAMES.items() if each.playout_moves]
DEALS = range(1, 5)


def dealt(rules: AnyGame, number: int) -> State[Any]:
    return rules.deal(rules.pack(deal_number_seed(number)))


def first_choice(rules: AnyGame, number: int) -> State[Any]:
    """Return a position of a playout in which at least three moves are legal."""
    state = dealt(rules, number)
    for move in playout(rules, state, []).moves:
        if len(rules.legal(state).moves) > 2:
            break
        state = rules.play(state, move).state
    return state


@pytest.mark.parametrize("slug", SLUGS)
def test_a_playout_has_the_standing_of_its_moves_in_a_race(slug: str) -> None:
    rules = game(slug)
    pack = rules.pack(deal_number_seed(11))
    board = GameBoard.start(rules, pack)
    found = playout(rules, board.state, [])
    for move in found.moves:
        state = rules.play(board.state, move).state
        board = board.after(rules, state, (board.ply + 1) * SECOND_MS)
    assert bool(board.state.over) is (found.standing.reason != "timeout")
    assert found.standing == standing(rules, 0, board, board.ply * SECOND_MS)
    assert found.tried > len(found.moves)


def test_a_playout_begins_with_the_moves_of_its_way() -> None:
    rules = game("perpetual_motion")
    state = first_choice(rules, 2)
    for move in rules.legal(state).moves:
        assert playout(rules, state, [move]).moves[0] == move


def test_a_playout_stops_after_its_most_moves() -> None:
    rules = game("perpetual_motion")
    found = playout(rules, dealt(rules, 2), [], most_moves=9)
    assert len(found.moves) == 9
    assert (found.standing.result, found.standing.reason) == ("lost", "timeout")


def test_a_playout_ends_where_every_move_leads_back() -> None:
    """At Klondike the stock can be turned over without end."""
    rules = game("klondike")
    found = playout(rules, dealt(rules, 1), [])
    positions = [dealt(rules, 1)]
    for move in found.moves:
        positions.append(rules.play(positions[-1], move).state)
    assert len({each[:2] for each in positions}) == len(positions)


def test_a_deal_counts_as_if_its_cards_were_not_known() -> None:
    """At Perpetual Motion the next deal would bring cards together; the tips join first."""
    rules = game("perpetual_motion")
    state = dealt(rules, 2)
    for move in playout(rules, state, []).moves:
        joins = [each for each in rules.legal(state).moves if hasattr(each, "src")]
        worths = [rules.worth(rules.play(state, each).state) for each in joins]
        deals = not joins or max(worths) < rules.worth(state) - 1
        assert deals != hasattr(move, "src")
        state = rules.play(state, move).state


def test_a_line_is_improved_until_no_other_move_ends_better() -> None:
    rules = game("perpetual_motion")
    state = start = first_choice(rules, 5)
    line, examined, rounds = list[Any](), 0, 0
    before: tuple[int, ...] | None = None
    while rounds == 0 or examined < len(line):
        line, examined = improved_line(rules, state, line, examined)
        end = playout(rules, state, line)
        assert end.moves == line, "the line goes to the end of the game"
        now = key(end.standing, rules.ranked_by)
        assert before is None or now <= before
        before, rounds = now, rounds + 1
    assert rounds > 2, "a decision tries only so many moves"
    assert before is not None
    assert before < key(playout(rules, state, []).standing, rules.ranked_by)
    for at, move in enumerate(line):
        if at % 5 == 0:
            for other in rules.legal(state).moves:
                found = playout(rules, start, [*line[:at], other])
                assert key(found.standing, rules.ranked_by) >= before
        state = rules.play(state, move).state


def test_of_ways_to_unknown_cards_the_one_that_ends_best_is_chosen() -> None:
    """In the book's example of Aces Up the king is better in the gap than the ace."""
    rules = game("aces_up")
    seen = seen_state(rules, composed(rules, BOOK))
    king, ace = ([move] for move in rules.legal(seen).moves)
    cards = unseen_cards(rules, seen, random.Random(1).randrange)
    for ways in ([king, ace], [ace, king]):
        assert best_way_by_playouts(rules, seen, ways, cards, random.Random(2).randrange) == king


def test_the_player_never_ends_worse_than_a_line_that_it_knew() -> None:
    """From the second round of Perpetual Motion on every card is known."""
    rules = game("perpetual_motion")
    state = dealt(rules, 4)
    one = player(rules, "ahead", random.Random(4).randrange)
    expected: tuple[int, ...] | None = None
    while not state.over:
        move = one.move(state)
        state = rules.play(state, move).state
        rest = one._way[::-1]
        if rules.facts(state)["round"] > 1 and rest:
            end = playout(rules, state, rest)
            assert end.moves == rest
            now = end.standing.result != "won", len(rest)
            if expected is not None:
                assert now < expected, "one move less, or a better line"
            expected = now
    assert state.over.result == "won"


def test_what_is_no_alternative_at_as_you_like_it_can_be_played_later() -> None:
    rules, chosen_less = game("as_you_like_it"), 0
    for number in range(1, 6):
        state = dealt(rules, number)
        for move in playout(rules, state, []).moves:
            legal = rules.legal(state).moves
            found = rules.alternatives(state, legal)
            assert {*found} <= {*legal}
            assert found
            others = [other for other in legal if other not in found]
            chosen_less += bool(others)
            for each in found:
                after = rules.play(state, each).state
                assert all(rules.refusal(after, other) is None for other in others)
            state = rules.play(state, move).state
    assert chosen_less > 50


def test_playouts_are_better_than_the_tips() -> None:
    """At a few deals of a game where they nearly always are; `make strengths` plays five hundred
    of all."""
    rules = game("perpetual_motion")
    played = [[play(rules, each, deal) for deal in DEALS] for each in ("ahead", "tips")]
    score = compared(rules, *played)
    assert score.won > 2 * score.lost
