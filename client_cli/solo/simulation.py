"""Simulated games: a computer player plays many deals of a game, to find out how often it wins, how
far it gets and how fast it plays."""

import random
import sys
import time
from typing import Any, NamedTuple

from rich.console import Console
from rich.progress import track

from client_cli.terminal.output import Output
from engine.cards import deal_number_seed
from engine.computer_players.player import Player
from engine.games import AnyGame
from protocol.texts import _


class Trial(NamedTuple):
    """Results of a computer player over many deals of one game. `progress` is the mean, over all
    deals, of the highest progress reached in the deal. `points` is the mean of the points at the
    end of a deal, None in a game without points. `moves` is the mean number of moves in a deal."""

    game: str
    player: str
    deals: int
    won: int
    progress: float
    points: float | None
    moves: float
    moves_per_second: float


def play_deals(game: AnyGame, kind: str, deals: int, most_moves: int, voice: Output) -> None:
    """Let a computer player of the given `kind`, such as `greedy`, play deals 1 to `deals`, and
    print the results. A deal is given up after `most_moves` moves."""
    told = tried(game, kind, deals, most_moves)
    voice.put(told._asdict())
    if not voice.as_json:
        points = (
            "" if told.points is None else _(", mean points {points}", points=f"{told.points:.1f}")
        )
        voice.say(
            [
                _(
                    "{game}, {kind} player, {deals} deals: {won} won, "
                    "mean progress {progress} of {goal}{points}, "
                    "{moves} moves a deal, {speed} moves a second.",
                    game=_(game.book.title),
                    kind=kind,
                    deals=deals,
                    won=told.won,
                    progress=f"{told.progress:.1f}",
                    goal=game.goal,
                    points=points,
                    moves=f"{told.moves:.0f}",
                    speed=f"{told.moves_per_second:,.0f}",
                )
            ]
        )


def tried(game: AnyGame, kind: str, deals: int, most_moves: int) -> Trial:
    """Let a computer player of the given `kind`, such as `greedy`, play deals 1 to `deals`, and
    return the results. A deal is given up after `most_moves` moves. Show a progress bar if standard
    error is a terminal."""
    won = best = points = moves = 0
    started = time.process_time()
    watched = Console(stderr=True)
    numbers = range(1, deals + 1)
    shown = track(numbers, _(game.book.title), console=watched, disable=not sys.stderr.isatty())
    for number in shown:
        state, reached, made = _one(game, kind, number, most_moves)
        won += state.over is not None and state.over.result == "won"
        best, moves = best + reached, moves + made
        points += game.points(game.showdown(state)) or 0
    seconds = time.process_time() - started
    mean_points = points / deals if game.ranked_by == "points" else None
    return Trial(
        game.slug, kind, deals, won, best / deals, mean_points, moves / deals, moves / seconds
    )


def _one(game: AnyGame, kind: str, number: int, most_moves: int) -> tuple[Any, int, int]:
    """Play one deal. Return (last position, highest progress, number of moves)."""
    state = game.deal(game.pack(deal_number_seed(number)))
    player = Player(game, kind, random.Random(number).randrange, most_moves)
    reached, made = game.progress(state), 0
    while not state.over:
        state = game.play(state, player.move(state)).state
        reached, made = max(reached, game.progress(state)), made + 1
    return state, reached, made
