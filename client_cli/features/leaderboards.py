"""Leaderboards: requests, following changes, and sentences."""

import asyncio
import re
from collections.abc import Callable, Iterable, Sequence
from typing import Any, NamedTuple

from client_cli.exit_codes import Failure
from client_cli.local.account_store import account_on
from client_cli.local.preferences import usual_options
from client_cli.local.storage import Storage
from client_cli.messages.game import clock, options
from client_cli.net.connection import Connection, ConnectionState
from client_cli.net.one_shot_client import OneShotClient
from client_cli.terminal.game_input import chosen_game
from engine.errors import EngineError
from engine.games import GAMES, game
from protocol.accounts import Authenticate
from protocol.from_server import FromServer
from protocol.leaderboards import (
    Believed,
    Board,
    BoardChanged,
    BoardPlace,
    FollowBoard,
    GetBoard,
    Kind,
    Measure,
    Part,
    Side,
)
from protocol.message import Options, Request
from protocol.texts import _, ngettext

RATED = {
    "overall": _("Overall"),
    "great": _("The five great games"),
    "score": _("Games for points"),
    "sprint": _("Sprints"),
    "long": _("Long games"),
}
"""Ratings over several games, by the name that is typed."""
MEASURES: dict[Measure, str] = {
    "fastest": _("fastest out"),
    "best": _("best results"),
    "outs": _("most games out"),
    "streak": _("streaks that go on"),
    "longest": _("longest streaks"),
    "rating": "ratings",
}
KINDS: tuple[Kind, ...] = ("day", "week", "month", "year", "all")
NAMED: dict[Kind, str] = {
    "day": r"\d{4}-\d{2}-\d{2}",
    "week": r"\d{4}-W\d{2}",
    "month": r"\d{4}-\d{2}",
    "year": r"\d{4}",
}
"""Names of periods."""
NOBODY = _("(nobody any more)")


class BoardSelection(NamedTuple):
    """A part of a board, with the fields of `protocol.leaderboards.BoardRequest`."""

    game: str
    options: Options
    measure: Measure = "best"
    period: Kind = "all"
    which: str | None = None
    side: Side = "people"
    part: Part = "all"
    offset: int = 0
    most: int = 20

    def get(self, number: int) -> GetBoard:
        return GetBoard.model_validate(self._fields_of(number))

    def follow(self, number: int) -> FollowBoard:
        return FollowBoard.model_validate(self._fields_of(number))

    def _fields_of(self, number: int) -> dict[str, Any]:
        asked = self._asdict()
        return {"id": number, "count": asked.pop("most"), **asked}


def is_period(kind: Kind, text: str) -> bool:
    """Whether the text is a valid name of a period of this kind."""
    return kind in NAMED and re.fullmatch(NAMED[kind], text, re.ASCII) is not None


def named(text: str, typed: Sequence[str], storage: Storage, measure: Measure) -> BoardSelection:
    """The board of a game with the user's usual options and the typed ones. Raises Failure."""
    slug = text.strip().lower()
    if measure == "rating" and slug in RATED:
        return BoardSelection(slug, {}, measure)
    rules = chosen_game(text, [*usual_options(storage, text), *typed])
    return BoardSelection(rules.slug, dict(rules.chosen), measure)


# Requests. ------------------------------------------------------------------------------------


async def part(line: OneShotClient, wanted: BoardSelection) -> Board:
    """A part of a board as it is now. Raises Failure."""
    await _authenticate(line, wanted)
    return await line.ask(Board, wanted.get)


async def _authenticate(line: OneShotClient, wanted: BoardSelection) -> None:
    """Authenticate if the part depends on the player, as around them or of friends. Raises
    Failure."""
    if wanted.part != "all":
        await line.authenticate()


async def follow(
    server: str,
    storage: Storage,
    wanted: BoardSelection,
    tell: Callable[[Board], None],
    changed: Callable[[ConnectionState], None] = lambda _: None,
) -> None:
    """Pass a part of a board to `tell`, and again after every change. After a reconnect the board
    is fetched anew. Raises Failure when the connection is closed for good."""
    known: Board | None = None

    def hear(message: FromServer) -> None:
        nonlocal known
        if isinstance(message, Board):
            known = message
            tell(known)
        elif isinstance(message, BoardChanged) and known is not None:
            known = after(known, message)
            if known is None:  # a change was missed
                link.post(wanted.follow(link.next_id()))
            else:
                tell(known)

    def requests_on_reconnect() -> list[Request]:
        account = account_on(storage, server) if wanted.part != "all" else None
        session = [Authenticate(id=link.next_id(), session=account.session)] if account else []
        return [*session, wanted.follow(link.next_id())]

    async with Connection(server, hear, requests_on_reconnect, changed) as link:
        await asyncio.sleep(0)  # let the connection's task run: it marks the connection as up
        line = OneShotClient(server, storage, link)
        await _authenticate(line, wanted)
        await line.ask(Board, wanted.follow)
        raise Failure.unreachable(await link.gone())


def after(board: Board, change: BoardChanged) -> Board | None:
    """The board after a change; None if an earlier change was missed."""
    if change.first and change.seq != board.seq + 1:
        return None
    return board.model_copy(
        update={
            "seq": change.seq,
            "which": change.which,
            "total": change.total,
            "offset": change.offset,
            "places": [*board.places[: change.first], *change.places],
        }
    )


def fresh(before: Board, now: Board) -> list[BoardPlace]:
    """The rows with new results; rows whose place alone has changed are left out."""
    if before.which != now.which:
        return list(now.places)
    known = {_done(row) for row in before.places}
    return [row for row in now.places if _done(row) not in known]


def _done(row: BoardPlace) -> BoardPlace:
    return row.model_copy(update={"place": 0, "believed": None})


# Sentences. -----------------------------------------------------------------------------------


def title(board: Board) -> str:
    """`Aces Up, best results of 2026-11-21, bots: 12 on the board`"""
    measure = MEASURES[board.measure]
    period = (
        _("{measure} of all time", measure=measure)
        if board.which is None
        else _("{measure} of {period}", measure=measure, period=board.which)
    )
    titles = [subject(board), period, *([_("bots")] if board.side == "bots" else [])]
    return _("{board}: {n} on the board", board=", ".join(titles), n=board.total)


def subject(board: Board) -> str:
    """The game with its options, or what ratings are of."""
    if board.game not in GAMES:
        return RATED.get(board.game, board.game)
    try:
        rules = game(board.game, board.options)
    except EngineError:  # a newer server has more options
        return _(GAMES[board.game].book.title)
    return f"{_(rules.book.title)}{options(dict(rules.chosen), rules)}"


def row_line(board: Board, row: BoardPlace) -> str:
    """`2. Anna: out in 4:10`"""
    return f"{row.place}. {name(row)}: {result(board, row)}"


def name(row: BoardPlace) -> str:
    return NOBODY if row.name is None else row.name


def result(board: Board, row: BoardPlace) -> str:
    """The result a row stands for."""
    told = _result(board, row)
    return told if row.clean else _("{score}, with undo", score=told)


def _result(board: Board, row: BoardPlace) -> str:
    if row.believed is not None:
        return _rating(row.believed)
    match board.measure:
        case "fastest":
            return _(
                "out in {time}",
                time=f"{clock(row.amount)}.{row.amount % 1000:03}",
            )
        case "outs":
            return ngettext("{n} game out", "{n} games out", row.amount)
        case "streak" | "longest":
            return _("{n} in a row", n=row.amount)
    if row.out and row.ms is not None:
        return _("out in {time}", time=clock(row.ms))
    if row.ms is None:
        return ngettext("{n} point", "{n} points", row.amount)
    best, time = row.amount, clock(row.ms)
    if board.game not in GAMES:
        return _("{best} at {time}", best=best, time=time)
    return _("{best} of {goal} at {time}", best=best, goal=GAMES[board.game].goal, time=time)


def _rating(believed: Believed) -> str:
    score = f"{believed.rating} ± {believed.uncertainty}"
    if believed.provisional:
        return ngettext(
            "{score} after {n} race, provisional",
            "{score} after {n} races, provisional",
            believed.races,
            score=score,
        )
    return ngettext(
        "{score} after {n} race", "{score} after {n} races", believed.races, score=score
    )


def lines(board: Board, part: Part) -> list[str]:
    """A part of a board with its title."""
    rows = [row_line(board, row) for row in board.places]
    return [f"{title(board)}.", *(rows or [NONE[part] if board.total else NONE["all"]])]


NONE: dict[Part, str] = {
    "all": _("There is nobody here."),
    "around_me": _("You are not on this board."),
    "friends": _("Neither you nor your friends are on this board."),
}


def change_lines(before: Board, now: Board) -> Iterable[str]:
    """Lines about what has changed between two states of a board."""
    if before.which != now.which:
        return [f"{title(now)}."]
    told = [row_line(now, row) for row in fresh(before, now)]
    return (
        told or [_("Some are gone: {total} on the board.", total=now.total)]
        if before != now
        else []
    )
