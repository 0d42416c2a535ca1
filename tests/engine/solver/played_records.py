"""Records of races in which contestants play at random, for tests of the analysis."""

from collections.abc import Sequence
from random import Random

from engine.cards import deal_number_seed
from engine.errors import IllegalMove
from engine.games import AnyGame
from engine.races.board import Entry, GameBoard, standing
from engine.races.ranking import rank
from engine.races.record import Record, SeatRecord
from engine.races.terms import terms
from engine.solver.winnable_deals import numbered_pack, winnable_deal
from engine.takeback import UNDO

MOST_MOVES = 120


def played(
    game: AnyGame, deal: int, care: Sequence[int], undo: float = 0.1, *, winnable: bool = False
) -> Record:
    """Return the record of a race at a numbered deal, with a contestant for each number in `care`.
    The higher it is, the better the contestant chooses; at 0 all moves are equal. Before a move the
    last one is taken back with the probability `undo`. A contestant resigns after MOST_MOVES. With
    `winnable` the deal is the winnable one of that number."""
    rules = terms(game, {"take_back": "free", "winnable": winnable})
    found = winnable_deal(game, deal_number_seed(deal), rules.winnable) if rules.winnable else None
    k = found.dealt if found else 0
    random, seed = Random(f"{game.slug} {deal}"), deal_number_seed(deal)
    seats, ends = [], []
    for number, carefulness in enumerate(care):
        board, entries = GameBoard.start(game, numbered_pack(game, seed, k)), list[Entry]()
        while board.state.over is None and len(entries) < MOST_MOVES:
            move = _chosen(game, board, random, carefulness)
            text = game.codec.to_text(move)
            if random.random() < undo:
                move, text = UNDO, "undo"
            ms = 1_000 * (len(entries) + 1)
            try:
                board = board.play(game, move, ms, "free")
            except IllegalMove:  # there was no move to take back
                continue
            entries.append(Entry(ms, "seat", text))
        if board.state.over is None:
            ms = 1_000 * (len(entries) + 1)
            entries.append(Entry(ms, "seat", "resign"))
            board = board.play(game, game.codec.from_text("resign"), ms, "free")
        seats.append(SeatRecord(number, "ABCDEFGH"[number], tuple(entries)))
        ends.append(board)
    ended_ms = max(board.ended_ms or 0 for board in ends)
    standings = [standing(game, number, board, ended_ms) for number, board in enumerate(ends)]
    return Record(
        race=f"solo-{deal}",
        game=game,
        terms=rules,
        deal_number=deal,
        commitment=None,
        secret=None,
        nonces={},
        seed=seed,
        bell_ms=ended_ms + 1,
        ended_ms=ended_ms,
        seats=tuple(seats),
        results=tuple(rank(standings, game.ranked_by, rules.winners)),
        winnable=found,
    )


def _chosen(game: AnyGame, board: GameBoard, random: Random, care: int) -> object:
    def worth(move: object) -> float:
        return care * game.worth(game.play(board.state, move).state) + random.random()

    return max(game.legal(board.state).moves, key=worth)
