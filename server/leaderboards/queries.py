"""Leaderboard queries: what is asked of a board, its answer, and the messages that carry it."""

from collections.abc import Awaitable, Callable, Sequence
from typing import NamedTuple

from protocol import leaderboards as say
from server.leaderboards.board import BoardKey
from server.leaderboards.periods import Calendar
from server.leaderboards.rankings import RankingPage, RankingRow, Rankings
from server.leaderboards.results_log import ResultsLog


class BoardQuery(NamedTuple):
    """A query for a part of a board; hashable and repeatable. `me` is the account whose friends are
    meant or that is to be in the middle; empty for the whole board."""

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


class BoardAnswer(NamedTuple):
    """The present answer to a query. `which` is the period by name."""

    board: BoardKey
    which: str | None
    total: int
    offset: int
    places: list[say.BoardPlace]


class BoardReader(NamedTuple):
    """What boards are read with. `stands` gives how an account stands to others, by their ids."""

    places: Rankings
    results_log: ResultsLog
    calendar: Calendar
    now: Callable[[], int]
    stands: Callable[[str], Awaitable[dict[str, str]]]

    def board(self, asked: BoardQuery) -> tuple[BoardKey, str | None]:
        """The board a query means at present, and its period by name; None for all time."""
        name = self.calendar.of(self.now())[asked.period].name
        if asked.which is not None and asked.period != "all":
            name = f"{asked.period}:{asked.which}"
        board = BoardKey(asked.measure, asked.subject, name, asked.side)
        return board, name.partition(":")[2] or None

    async def answer(self, asked: BoardQuery) -> BoardAnswer:
        """Answer a query. Raises StoreAway."""
        board, which = self.board(asked)
        page = await self._page(board, asked)
        return BoardAnswer(
            board, which, page.total, page.offset, [_place(row) for row in page.rows]
        )

    async def _page(self, board: BoardKey, asked: BoardQuery) -> RankingPage:
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
    """The message with the whole answer."""
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
    )


def changed(seq: int, answer: BoardAnswer, before: Sequence[say.BoardPlace]) -> say.BoardChanged:
    """The message with what has changed since the places `before` were sent."""
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
    value, rating = row.value, row.rating
    believed = None
    if rating is not None:
        believed = say.Believed(
            rating=rating.shown,
            uncertainty=rating.uncertainty,
            races=rating.races,
            provisional=rating.provisional,
        )
    return say.BoardPlace(place=row.place, name=row.name, believed=believed, **value._asdict())
