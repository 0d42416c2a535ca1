"""`analyse`: for a finished race, whether its deal could be won, what the best result was, and
after which move each contestant could win it no more.

A contestant's board after a number of moves is *winnable* if the game can be won from there with
all cards known. The moves of a game that are not taken back lead through a chain of positions. If
one of them is not winnable, none after it is. So the last winnable position is found by bisection.
A take-back leads to an earlier position of the chain; the analysis gives the position the number of
moves that had been made when the contestant left it for the last time.

The analysis says only what the solver has proved. A search that runs out of nodes leaves a position
undecided, and then two numbers are given: one up to which the game was winnable, and one from which
it was not.

The analysis depends only on the record, the number of nodes and the version of the solver. It looks
at no clock, so every machine gives the same one.
"""

import json
from collections.abc import Callable, Sequence
from hashlib import sha256
from typing import Any, Literal, NamedTuple, NotRequired, TypedDict, get_args

from engine.mechanics.grid import ScoredGrid
from engine.races.record import Record, SeatRecord
from engine.races.timeline import boards, dealt
from engine.solver.difficulty import deal_figures, difficulty
from engine.solver.difficulty_classes import Difficulty
from engine.solver.solve import VERSION, Solution, Verdict, solve
from engine.table import RESIGNED, TIMEOUT, State
from engine.takeback import UNDO_TEXT, is_aid, read_move

WITHOUT_DIFFICULTY, FORMAT = 1, 2
"""The formats of an analysis: earlier versions made analyses without `difficulty`. A program that
does not know the number does not read the analysis."""
DEFAULT_NODES = 20_000
"""The number of nodes of a search if the caller states none."""
CLASSES = (None, 1, 2, 3, 4, 5)
SEARCHES = 8
"""An analysis searches at most so many times the nodes that one of its searches may try."""


class AnalysedContestant(TypedDict):
    """What an analysis says about one contestant. `won_until` is the highest number of moves after
    which the game is known to have been winnable, 0 for the deal; None if no such number is known.
    `lost_from` is the lowest number of moves after which it is known to have been winnable no more;
    None if no such number is known. Take-backs and hints count as moves.

    If no position between the two is undecided, move number `lost_from` lost the game. `line` has
    the moves that would have won after the first `won_until` moves. It is None if `won_until` is.
    """

    seat: int
    won_until: int | None
    lost_from: int | None
    line: list[str] | None


class AnalysisDocument(TypedDict):
    """An analysis as a JSON document. `docs/solver.md` explains the fields."""

    format: int
    race: str
    analysed: str
    verdict: Verdict
    best: int
    line: list[str] | None
    contestants: list[AnalysedContestant]
    nodes: int
    searched: int
    solver: int
    difficulty: NotRequired[Difficulty | None]


def analyse(
    record: Record, nodes: int = DEFAULT_NODES, pause: Callable[[], None] | None = None
) -> AnalysisDocument:
    """Return the analysis of a finished race or solo game. A search tries the moves of at most
    `nodes` positions, and all searches together of `SEARCHES` times as many. Contestants are
    searched in the order of their places, until no nodes are left. `pause` is called every few
    nodes; it does not change the analysis.

    Raises EngineError if a move of the record is not possible.
    """
    if isinstance(record.game, ScoredGrid):
        return _analysed_points(record, nodes)
    return _Analysis(record, nodes, pause).document()


def written(analysis: AnalysisDocument) -> bytes:
    """Return an analysis as JSON in ASCII, with sorted keys and without spaces. Equal analyses have
    equal bytes."""
    return json.dumps(analysis, sort_keys=True, separators=(",", ":")).encode()


def read(document: object, record: Record) -> AnalysisDocument | None:
    """Return the analysis of a record that a JSON value contains. Return None if it contains none,
    if this program does not know its format, or if it is the analysis of another record. Whether
    what it says is true is not checked."""
    if not isinstance(document, dict):
        return None
    fields = set(AnalysisDocument.__annotations__)
    if document.get("format") == WITHOUT_DIFFICULTY:
        fields -= {"difficulty"}
    elif document.get("format") != FORMAT or document.get("difficulty") not in CLASSES:
        return None
    if set(document) != fields or document["analysed"] != subject(record):
        return None
    numbers = (document[name] for name in ("best", "nodes", "searched", "solver"))
    contestants = document["contestants"]
    sound = (
        document["verdict"] in get_args(Verdict)
        and _is_line(document["line"])
        and all(type(number) is int for number in numbers)
        and isinstance(contestants, list)
        and all(map(_is_contestant, contestants))
        and [one["seat"] for one in contestants] == sorted(seat.seat for seat in record.seats)
    )
    return document if sound else None  # type: ignore[return-value] # it has these fields


def _is_contestant(value: object) -> bool:
    if not isinstance(value, dict) or set(value) != set(AnalysedContestant.__annotations__):
        return False
    numbers = value["won_until"], value["lost_from"]
    return (
        type(value["seat"]) is int
        and all(number is None or type(number) is int for number in numbers)
        and _is_line(value["line"])
        and (value["line"] is None) == (value["won_until"] is None)
    )


def _is_line(value: object) -> bool:
    is_list = isinstance(value, list) and all(isinstance(move, str) for move in value)
    return value is None or is_list


def winnable_at(told: AnalysedContestant, ply: int) -> Literal["winnable", "lost", "unknown"]:
    """Return what is known about a contestant's board after a number of moves: whether the game
    could be won from there."""
    if told["won_until"] is not None and ply <= told["won_until"]:
        return "winnable"
    return "lost" if told["lost_from"] is not None and ply >= told["lost_from"] else "unknown"


def subject(record: Record) -> str:
    """Return the SHA-256, in hexadecimal, of everything in a record that its analysis depends on:
    the game, its options, the deal, the rule of take-backs, and the moves without their times.
    Field `analysed` of the analysis has it. It tells whether an analysis belongs to a record."""
    moves = [[seat.seat, [entry.text for entry in seat.moves]] for seat in _by_place(record)]
    deal = record.seed.hex(), record.k
    parts = record.game.slug, record.game.chosen, deal, record.terms.take_back, moves
    return sha256(json.dumps(parts, sort_keys=True, separators=(",", ":")).encode()).hexdigest()


def _by_place(record: Record) -> list[SeatRecord]:
    places = {placed.standing.seat: placed.place for placed in record.results}
    last = len(record.seats) + 1
    return sorted(record.seats, key=lambda seat: (places.get(seat.seat, last), seat.seat))


def _document(  # noqa: PLR0913 # the fields of the document
    record: Record,
    verdict: Verdict,
    best: int,
    line: list[str] | None,
    contestants: Sequence[AnalysedContestant],
    nodes: int,
    searched: int,
    classed: Difficulty | None = None,
) -> AnalysisDocument:
    return {
        "format": FORMAT,
        "race": record.race,
        "analysed": subject(record),
        "verdict": verdict,
        "best": best,
        "line": line,
        "contestants": sorted(contestants, key=lambda one: one["seat"]),
        "nodes": nodes,
        "searched": searched,
        "solver": VERSION,
        "difficulty": classed,
    }


def _analysed_points(record: Record, nodes: int) -> AnalysisDocument:
    """Return the analysis of a game that is played for points: the best total that a player could
    have scored who knew the order of the cards, as far as it was found."""
    game = record.game
    found = solve(game, dealt(record).state, nodes, "dealt")
    best, line = found.best, [game.codec.to_text(move) for move in found.line or ()]
    for seat in record.seats:
        chain = _chain(record, seat)
        points = game.points(game.showdown(chain[-1].state)) or 0
        if points > best:
            best, line = points, [position.text for position in chain[1:]]
    contestants: list[AnalysedContestant] = [
        {"seat": seat.seat, "won_until": None, "lost_from": None, "line": None}
        for seat in record.seats
    ]
    return _document(record, found.verdict, best, line, contestants, nodes, found.nodes)


class _Reached(NamedTuple):
    """A position of a contestant's game. `text` is the move that led to it, empty for the deal.
    `number` is the number of moves that had been made when the contestant left it for the last
    time, or when the game ended there."""

    state: State[Any]
    text: str
    number: int


def _chain(record: Record, seat: SeatRecord) -> list[_Reached]:
    """Return the positions of a contestant's game from the deal on, without those that were taken
    back. The position after a resignation is left out, because resigning changes no card."""
    chain: list[_Reached] = []
    for number, (entry, board) in enumerate(boards(record, seat)):
        if entry is None:
            chain.append(_Reached(board.state, "", 0))
        elif entry.text == UNDO_TEXT:
            chain.pop()
            chain[-1] = chain[-1]._replace(number=number)
        elif is_aid(read_move(record.game, entry.text)):
            chain[-1] = chain[-1]._replace(number=number)
        elif board.state.over not in (RESIGNED, TIMEOUT):
            chain.append(_Reached(board.state, entry.text, number))
    return chain


class _Analysis:
    """The searches of an analysis, and what they have proved.

    `_won` has, for each position that is known to be winnable, the moves to a win, as a list and
    the number of moves in it that lie before the position. `_lost` has the positions that are known
    not to be winnable, and `_undecided` those for which the nodes were not enough.
    """

    def __init__(self, record: Record, nodes: int, pause: Callable[[], None] | None) -> None:
        self._record, self._nodes, self._game = record, nodes, record.game
        self._pause = pause
        self._left = nodes * SEARCHES
        self._won: dict[Any, tuple[list[str], int]] = {}
        self._lost: set[Any] = set()
        self._undecided: set[Any] = set()
        self._best = 0
        self._deal: Solution | None = None
        """What the first search has found. It is that of the deal, if the deal was searched."""

    def document(self) -> AnalysisDocument:
        start = dealt(self._record).state
        chains = {seat.seat: _chain(self._record, seat) for seat in _by_place(self._record)}
        for chain in sorted(chains.values(), key=len):
            over = chain[-1].state.over
            if over is not None and over.result == "won":
                self._note_win(start, [position.text for position in chain[1:]])
        self._decide(start)
        classed = self._difficulty(start) if _key(start) in self._won else None
        for chain in chains.values():
            self._bisect(chain)
            self._note_way(start, chain)
        won = self._won.get(_key(start))
        verdict: Verdict = "won" if won else "lost" if _key(start) in self._lost else "unknown"
        return _document(
            self._record,
            verdict,
            self._game.goal if won else self._best_of(self._record),
            self._line(won),
            [self._told(seat, chain) for seat, chain in chains.items()],
            self._nodes,
            self._nodes * SEARCHES - self._left,
            classed,
        )

    def _difficulty(self, start: State[Any]) -> Difficulty | None:
        """Return how difficult the deal is; None if a search for it alone does not win. A win of a
        contestant does not make a deal easier, so the deal is searched whatever is known of it."""
        found = self._deal
        if found is None:
            found = self._solved(start, self._nodes)
            self._left -= found.nodes
        figures = deal_figures(self._game, start, found, self._pause)
        return None if figures is None else difficulty(figures, self._game.goal)

    def _best_of(self, record: Record) -> int:
        return max([self._best, *(placed.standing.best for placed in record.results)])

    def _bisect(self, chain: Sequence[_Reached]) -> None:
        """Search positions of a chain, until it is known where the game was lost or until the
        searches that could tell have been made."""
        low, high = self._bounds(chain)
        # Later positions are decided sooner, so after an undecided one the search goes on behind.
        begin, end = low, high
        while end - begin > 1:
            middle = (begin + end) // 2
            if self._decide(chain[middle].state) == "lost":
                end = middle
            else:
                begin = middle
        low, end = self._bounds(chain)
        while end - low > 1:
            middle = (low + end) // 2
            if self._decide(chain[middle].state) == "won":
                low = middle
            else:
                end = middle

    def _bounds(self, chain: Sequence[_Reached]) -> tuple[int, int]:
        """Return the index of the last position of a chain that is known to be winnable, -1 for
        none, and the index of the first one that is known not to be, the length for none."""
        keys = [_key(position.state) for position in chain]
        low = max((i for i, key in enumerate(keys) if key in self._won), default=-1)
        high = min((i for i, key in enumerate(keys) if key in self._lost), default=len(keys))
        return low, high

    def _decide(self, state: State[Any]) -> Literal["won", "lost", "unknown"]:
        """Return whether a position is winnable, and search if that is not known."""
        key = _key(state)
        if key not in self._won and key not in self._lost and key not in self._undecided:
            found = self._solved(state, min(self._nodes, self._left)) if self._left else None
            if found is not None:
                self._deal = self._deal or found  # the deal is searched first
                self._left -= found.nodes
                self._best = max(self._best, found.best)
            if found is None or found.verdict == "unknown":
                self._undecided.add(key)
            elif found.line is None:
                self._lost.add(key)
            else:
                self._note_win(state, [self._game.codec.to_text(move) for move in found.line])
        return "won" if key in self._won else "lost" if key in self._lost else "unknown"

    def _solved(self, state: State[Any], nodes: int) -> Solution:
        return solve(self._game, state, nodes, pause=self._pause)

    def _note_win(self, state: State[Any], line: list[str]) -> None:
        """Note the positions on the way of a line to a win: all of them are winnable."""
        for number, text in enumerate([*line, None]):
            self._won.setdefault(_key(state), (line, number))
            if text is not None:
                state = self._game.play(state, self._game.codec.read(text)).state

    def _note_way(self, start: State[Any], chain: Sequence[_Reached]) -> None:
        """Note the positions of a chain before a winnable one: they are winnable too."""
        low, _ = self._bounds(chain)
        if low > 0 and _key(start) not in self._won:
            way = [position.text for position in chain[1 : low + 1]]
            self._note_win(start, way + (self._line(self._won[_key(chain[low].state)]) or []))

    def _told(self, seat: int, chain: Sequence[_Reached]) -> AnalysedContestant:
        low, high = self._bounds(chain)
        return {
            "seat": seat,
            "won_until": None if low < 0 else chain[low].number,
            "lost_from": None if high == len(chain) else self._left_behind(chain, high),
            "line": None if low < 0 else self._line(self._won[_key(chain[low].state)]),
        }

    @staticmethod
    def _left_behind(chain: Sequence[_Reached], index: int) -> int:
        """Return the number of moves after which a contestant was at a position of the chain, or
        behind it, to the end."""
        return 0 if index == 0 else chain[index - 1].number + 1

    @staticmethod
    def _line(won: tuple[list[str], int] | None) -> list[str] | None:
        return None if won is None else won[0][won[1] :]


def _key(state: State[Any]) -> Any:
    return state[:2]
