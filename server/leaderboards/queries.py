"""Leaderboard queries: the query for a part of a leaderboard, the answer to it, and the messages to
clients that contain an answer."""

from collections.abc import Awaitable, Callable, Sequence
from typing import NamedTuple

from engine.solver.difficulty_classes import Difficulty
from protocol import leaderboards as say
from server.leaderboards.account_rankings import RankingPage, RankingRow, Rankings
from server.leaderboards.board import BoardKey
from server.leaderboards.periods import Calendar
from server.leaderboards.results_log import ResultsLog


class BoardQuery(NamedTuple):
    """A query for a part of a leaderboard. A query is hashable, and is answered again when the
    leaderboard has changed.

    `which` names a period of the kind `period`, such as `2026-W47` for a week; None is the present
    one. `part` is the whole leaderboard, the rows around the account `me`, or the rows of `me` and
    its friends. `me` is empty for the whole leaderboard. `offset` is the first row of the part that
    is wanted, and `most` the maximum number of rows. `winnable` says that the leaderboard is that
    of the winnable deals of the game: those for which the class `difficulty` was chosen or, if that
    is None, all others.
    """

    game: str
    options: tuple[tuple[str, bool | int | str], ...]
    subject: str
    side: say.Side
    measure: say.Measure
    period: say.Kind
    which: str | None
    part: say.Part
    offset: int
    most: int
    me: str = ""
    winnable: bool = False
    difficulty: Difficulty | None = None


class BoardAnswer(NamedTuple):
    """The answer to a query as the leaderboard is now. `which` is the name of the period, None for
    all time; `total` is the number of rows of the leaderboard."""

    board: BoardKey
    which: str | None
    total: int
    offset: int
    places: list[say.BoardPlace]


class BoardReader(NamedTuple):
    """Answers queries for parts of leaderboards. `stands` returns the relations of an account to
    other accounts, such as `friend`, by the id of the other account; `now` returns server time."""

    places: Rankings
    results_log: ResultsLog
    calendar: Calendar
    now: Callable[[], int]
    stands: Callable[[str], Awaitable[dict[str, str]]]

    def board(self, asked: BoardQuery) -> tuple[BoardKey, str | None]:
        """Return the leaderboard to which a query refers at present, and the name of its period,
        None for all time."""
        name = self.calendar.of(self.now())[asked.period].name
        if asked.which is not None and asked.period != "all":
            name = f"{asked.period}:{asked.which}"
        board = BoardKey(asked.measure, asked.subject, name, asked.side)
        return board, name.partition(":")[2] or None

    async def answer(self, asked: BoardQuery) -> BoardAnswer:
        """Answer a query from the store. Raises StoreAway if the store cannot be reached."""
        board, which = self.board(asked)
        page = await self._page(board, asked)
        return BoardAnswer(
            board, which, page.total, page.offset, [_place(row) for row in page.rows]
        )

    async def _page(self, board: BoardKey, asked: BoardQuery) -> RankingPage:
        """Read the rows of `board` that a query asks for."""
        if asked.part == "all":
            return await self.places.page(board, asked.offset, asked.most)
        if asked.part == "around_me":
            found = await self.places.around(board, asked.me, asked.most)
            return found or RankingPage((await self.places.page(board, 0, 1)).total, 0, [])
        stands = await self.stands(asked.me)
        friends = sorted(other for other, how in stands.items() if how == "friend")
        page = await self.places.friends(board, [asked.me, *friends])
        rows = page.rows[asked.offset : asked.offset + asked.most]
        return RankingPage(page.total, asked.offset, rows)


def message(request: int, seq: int, asked: BoardQuery, answer: BoardAnswer) -> say.Board:
    """Return the message with a whole answer to a query. `request` is the id of the request, and
    `seq` the number of changes that were sent before."""
    return say.Board(
        id=request,
        seq=seq,
        game=asked.game,
        options=dict(asked.options),
        side=asked.side,
        measure=asked.measure,
        period=asked.period,
        which=answer.which,
        total=answer.total,
        offset=answer.offset,
        places=answer.places,
        winnable=asked.winnable,
        difficulty=asked.difficulty,
    )


def changed(seq: int, answer: BoardAnswer, before: Sequence[say.BoardPlace]) -> say.BoardChanged:
    """Return the message that tells a client of a changed answer. `before` are the rows that the
    client was sent last. The message has the first row that is different now, and all rows after
    it. `seq` is the number of the message."""
    same = 0
    while same < min(len(before), len(answer.places)) and before[same] == answer.places[same]:
        same += 1
    return say.BoardChanged(
        seq=seq,
        which=answer.which,
        total=answer.total,
        offset=answer.offset,
        first=same,
        places=answer.places[same:],
    )


def _place(row: RankingRow) -> say.BoardPlace:
    """Return a row of a leaderboard in the form in which it is sent to clients."""
    value, rating = row.value, row.rating
    believed = None
    if rating is not None:
        believed = say.ShownRating(
            rating=rating.shown,
            uncertainty=rating.uncertainty,
            races=rating.races,
            provisional=rating.provisional,
        )
    return say.BoardPlace(place=row.place, name=row.name, believed=believed, **value._asdict())
