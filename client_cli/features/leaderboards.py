"""Leaderboards: requests to the server, following a leaderboard as it changes, and sentences that
show it.

A leaderboard orders accounts by one measure (such as best results, or rating) of one game in one
period, people apart from bots. `Board` is a part of its rows as the server sends it.
"""

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
from client_cli.terminal.game_input import chosen_rules
from engine.errors import EngineError
from engine.rules import RULES
from engine.rules import rules as rules_of
from engine.solver.difficulty_classes import Difficulty
from protocol.accounts import Authenticate
from protocol.from_server import FromServer
from protocol.leaderboards import (
    Board,
    BoardChanged,
    BoardPlace,
    FollowBoard,
    GetBoard,
    Kind,
    Measure,
    Part,
    ShownRating,
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
    "table": _("Common tables"),
}
"""Titles of ratings over several games, by the name that is typed."""
MEASURES: dict[Measure, str] = {
    "fastest": _("fastest solved"),
    "best": _("best results"),
    "outs": _("most games solved"),
    "streak": _("streaks that go on"),
    "longest": _("longest streaks"),
    "rating": "ratings",
}
KEYS: tuple[Measure, ...] = tuple(MEASURES)
"""The measures of leaderboards, in the order in which clients offer them."""
KINDS: tuple[Kind, ...] = ("day", "week", "month", "year", "all")
NAMED: dict[Kind, str] = {
    "day": r"\d{4}-\d{2}-\d{2}",
    "week": r"\d{4}-W\d{2}",
    "month": r"\d{4}-\d{2}",
    "year": r"\d{4}",
}
"""Patterns of the names of periods, such as `2026-W47` for a week, by the kind of period."""
NOBODY = _("(nobody any more)")
WINNABLE: dict[Difficulty | None, str] = {
    None: _("deals that the solver has won"),
    1: _("very easy deals that the solver has won"),
    2: _("easy deals that the solver has won"),
    3: _("deals of medium difficulty that the solver has won"),
    4: _("hard deals that the solver has won"),
    5: _("very hard deals that the solver has won"),
}
"""The words for winnable deals, by the class of difficulty that was chosen, None for any."""


class BoardSelection(NamedTuple):
    """Which leaderboard to show, and which of its rows: `most` rows from number `offset` on,
    counted from 0. `part` limits the rows, for instance to the player's friends. The other fields
    are those of `protocol.leaderboards.BoardRequest`."""

    game: str
    options: Options
    measure: Measure = "best"
    period: Kind = "all"
    which: str | None = None
    side: Side = "people"
    part: Part = "all"
    offset: int = 0
    most: int = 20
    winnable: bool = False
    difficulty: Difficulty | None = None

    def get(self, number: int) -> GetBoard:
        return GetBoard.model_validate(self._fields_of(number))

    def follow(self, number: int) -> FollowBoard:
        return FollowBoard.model_validate(self._fields_of(number))

    def _fields_of(self, number: int) -> dict[str, Any]:
        asked = self._asdict()
        for name in ("winnable", "difficulty"):
            if not asked[name]:  # older servers do not know the fields
                del asked[name]
        return {"id": number, "count": asked.pop("most"), **asked}


def is_period(kind: Kind, text: str) -> bool:
    """Return whether the text can be the name of a period of this kind, such as `2026-W47` for a
    week."""
    return kind in NAMED and re.fullmatch(NAMED[kind], text, re.ASCII) is not None


def named(text: str, typed: Sequence[str], storage: Storage, measure: Measure) -> BoardSelection:
    """Return the selection for the leaderboard of the game named in `text`, with the user's usual
    options of the game and the `typed` ones, which have priority. For the measure "rating", `text`
    may also be `overall` or another name of a rating over several games (a key of `RATED`). Raises
    Failure if `text` or an option is unknown."""
    slug = text.strip().lower()
    if measure == "rating" and slug in RATED:
        return BoardSelection(slug, {}, measure)
    rules = chosen_rules(text, [*usual_options(storage, text), *typed])
    return BoardSelection(rules.slug, dict(rules.chosen), measure)


# Requests. ------------------------------------------------------------------------------------


async def part(client: OneShotClient, wanted: BoardSelection) -> Board:
    """Return the selected rows of a leaderboard as they are now. Raises Failure if the server
    refuses or cannot be reached."""
    await _authenticate(client, wanted)
    return await client.ask(Board, wanted.get)


async def _authenticate(client: OneShotClient, wanted: BoardSelection) -> None:
    """Authenticate the connection if the selected rows depend on the player: rows around the
    player, or rows of their friends. Raises Failure if the server refuses or cannot be reached."""
    if wanted.part != "all":
        await client.authenticate()


async def follow(
    server: str,
    storage: Storage,
    wanted: BoardSelection,
    tell: Callable[[Board], None],
    changed: Callable[[ConnectionState], None] = lambda _: None,
) -> None:
    """Subscribe to a leaderboard, and pass the selected rows to `tell`, now and after every change.
    `changed` gets each new state of the connection. After a reconnect the rows are fetched again.
    Does not return; raises Failure if the server cannot be reached or refuses, and when the
    connection is closed for good."""
    known: Board | None = None

    def hear(message: FromServer) -> None:
        nonlocal known
        if isinstance(message, Board):
            known = message
            tell(known)
        elif isinstance(message, BoardChanged) and known is not None:
            known = after(known, message)
            if known is None:  # a change was missed, so the rows are fetched again
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
    """Return the rows of a leaderboard after a change that the server has sent. Return None if an
    earlier change was missed; then the rows must be fetched again."""
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
    """Return the rows of `now` whose results are new since `before`. Rows that have only moved to
    another place are left out."""
    if before.which != now.which:
        return list(now.places)
    known = {_done(row) for row in before.places}
    return [row for row in now.places if _done(row) not in known]


def _done(row: BoardPlace) -> BoardPlace:
    return row.model_copy(update={"place": 0, "believed": None})


# Sentences. -----------------------------------------------------------------------------------


def title(board: Board) -> str:
    """Return the title of a leaderboard, such as `Aces Up, best results of 2026-11-21, bots: 12 on
    the board`."""
    measure = MEASURES[board.measure]
    period = (
        _("{measure} of all time", measure=measure)
        if board.which is None
        else _("{measure} of {period}", measure=measure, period=board.which)
    )
    titles = [subject(board), *([WINNABLE[board.difficulty]] if board.winnable else []), period]
    titles += [_("bots")] if board.side == "bots" else []
    return _("{board}: {n} on the board", board=", ".join(titles), n=board.total)


def subject(board: Board) -> str:
    """Return what a leaderboard is about: the title of a game with its options, or the title of a
    rating over several games."""
    if board.game not in RULES:
        return RATED.get(board.game, board.game)
    try:
        rules = rules_of(board.game, board.options)
    except EngineError:  # a newer server may have options that this client does not know
        return _(RULES[board.game].book.title)
    return f"{_(rules.book.title)}{options(dict(rules.chosen), rules)}"


def row_line(board: Board, row: BoardPlace) -> str:
    """Return a row of a leaderboard in one line, such as `2. Anna: solved in 4:10`."""
    return f"{row.place}. {name(row)}: {result(board, row)}"


def name(row: BoardPlace) -> str:
    return NOBODY if row.name is None else row.name


def result(board: Board, row: BoardPlace) -> str:
    """Return the result that a row of a leaderboard shows, in words."""
    told = _result(board, row)
    return told if row.clean else _("{score}, with help", score=told)


def _result(board: Board, row: BoardPlace) -> str:
    if row.believed is not None:
        return _rating(row.believed)
    match board.measure:
        case "fastest":
            return _(
                "solved in {time}",
                time=f"{clock(row.amount)}.{row.amount % 1000:03}",
            )
        case "outs":
            return ngettext("{n} game solved", "{n} games solved", row.amount)
        case "streak" | "longest":
            return _("{n} in a row", n=row.amount)
    if row.out and row.ms is not None:
        return _out(clock(row.ms), row.tie_break)
    if row.ms is None:
        return ngettext("{n} point", "{n} points", row.amount)
    best, time = row.amount, clock(row.ms)
    if board.game not in RULES:
        return _("{best} at {time}", best=best, time=time)
    return _("{best} of {goal} at {time}", best=best, goal=RULES[board.game].goal, time=time)


def _out(time: str, tie_break: int) -> str:
    if tie_break:
        return _("solved in {time}, tie-break {n}", time=time, n=tie_break)
    return _("solved in {time}", time=time)


def _rating(believed: ShownRating) -> str:
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


def board_lines(board: Board, part: Part) -> list[str]:
    """Return the title of a leaderboard and its rows, one a line. `part` is the part that was asked
    for, such as the player's friends; if it has no rows, a sentence says so."""
    rows = [row_line(board, row) for row in board.places]
    return [f"{title(board)}.", *(rows or [NONE[part] if board.total else NONE["all"]])]


NONE: dict[Part, str] = {
    "all": _("There is nobody here."),
    "around_me": _("You are not on this board."),
    "friends": _("Neither you nor your friends are on this board."),
}


def change_lines(before: Board, now: Board) -> Iterable[str]:
    """Return lines about what has changed between two states of a leaderboard. If a new period has
    begun, the only line is the title. Otherwise there is a line for each row with a new result. If
    there is none but something else has changed, a sentence says how many rows the leaderboard has
    now. Without any change the result is empty."""
    if before.which != now.which:
        return [f"{title(now)}."]
    told = [row_line(now, row) for row in fresh(before, now)]
    return (
        told or [_("Some are gone: {total} on the board.", total=now.total)]
        if before != now
        else []
    )
