"""Finished games for tests of records: played by machine, with valid digests."""

import random
from collections.abc import Sequence
from typing import Any

from client_cli.solo.game import SoloGame
from engine.computer_players.player import Player
from engine.games import game
from engine.moves import Resign
from engine.options import canonical
from engine.races.board import Entry, GameBoard, standing
from engine.races.fairness import commitment, deal_seed
from engine.races.ranking import rank
from engine.races.record import Record, SeatRecord
from engine.races.terms import terms

SECRET = bytes(range(32))


def race(
    slug: str = "aces_up", names: Sequence[str] = ("Ann", "Ben"), code: str = "KQ74TX-1"
) -> Record:
    """A race of greedy players; each thinks a second longer than the one before."""
    rules = game(slug)
    nonces = {seat: bytes([seat] * 16) for seat in range(len(names))}
    seed = deal_seed(SECRET, code, slug, canonical(rules.chosen), nonces)
    boards: list[GameBoard] = []
    seats: list[SeatRecord] = []
    for seat, name in enumerate(names):
        board, entries = GameBoard.start(rules, rules.pack(seed)), []
        player = Player(rules, "greedy", random.Random(seat).randrange, 40)
        while not board.state.over:
            move = player.move(board.state)
            entry = Entry((board.ply + 1) * (1_000 + 1_000 * seat), "seat", _text(rules, move))
            entries.append(entry)
            board = board.play(rules, move, entry.ms)
        boards.append(board)
        seats.append(SeatRecord(seat, name, tuple(entries)))
    ended = max(board.ended_ms or 0 for board in boards)
    standings = [standing(rules, seat, board, ended) for seat, board in enumerate(boards)]
    return Record(
        race=code,
        game=rules,
        terms=terms(rules, {}),
        deal_number=None,
        commitment=commitment(SECRET),
        secret=SECRET,
        nonces=nonces,
        seed=seed,
        bell_ms=600_000,
        ended_ms=ended,
        seats=tuple(seats),
        results=tuple(rank(standings, rules.ranked_by)),
    )


def _text(rules: Any, move: Any) -> str:
    text: str = rules.codec.to_text(move)
    return text


def alone(slug: str, deal: int, win: bool = False, most_moves: int = 60) -> dict[str, Any]:
    """The record of a solo game by a greedy player; one that must be won tries many ways."""
    for chance in range(400):
        solo, rng = SoloGame(game(slug), deal), random.Random(chance)
        player = Player(solo.game, "greedy", rng.randrange, most_moves)
        while not solo.state.over:
            moves = solo.game.legal(solo.state).moves
            wild = win and moves and rng.random() < 0.3
            move = rng.choice(moves) if wild else player.move(solo.state)
            solo.play(move if solo.moves < 300 else Resign(), 1_000 * (solo.moves + 1))
        if not win or solo.state.over.result == "won":
            return dict(solo.record("Ann"))
    raise AssertionError(f"{slug} {deal} was not won")
