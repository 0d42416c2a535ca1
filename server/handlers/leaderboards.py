"""Leaderboard requests: get or follow a leaderboard, and list one's own races and seats (places in
rooms).

Everybody may see every leaderboard. A leaderboard shows the accounts' present names, and no name
for a deleted account.
"""

from collections.abc import Awaitable, Callable, Sequence
from heapq import merge
from typing import Any, Protocol

from engine.errors import EngineError
from engine.rules import rules as rules_of
from protocol import leaderboards as say
from protocol.from_server import Done
from protocol.message import Message, Options, encode
from server.accounts.store import Account, CurrentAccount
from server.archive.claimed_seats import ClaimedRace
from server.errors import Refusal
from server.leaderboards import ratings
from server.leaderboards.log_entry import LoggedRace, board_subject
from server.leaderboards.queries import BoardQuery, BoardReader, message
from server.leaderboards.results_log import AccountRace
from server.views.listener import Listener

Seats = Callable[[str], Awaitable[list[tuple[str, int]]]]
"""Returns the seats of an account as (room code, seat), latest first."""
AsGuest = Callable[[str], Awaitable[list[ClaimedRace]]]
"""Returns the races that an account has raced as a guest, on seats that it has claimed later. The
latest race is first."""
EVERY = 2**31


class BoardSubscriber(Protocol):
    """The methods that the leaderboard handlers call to let a connection follow a leaderboard: it
    is sent the leaderboard, and later its changes."""

    async def follow(self, asked: BoardQuery, listener: Listener, request: int) -> None:
        """Send the part of a leaderboard that `asked` describes to the connection `listener`, as
        the answer to `request`. From then on, also send it the changes of this part."""

    def stop(self, listener: Listener) -> None:
        """Stop sending changes of leaderboards to this connection."""


class LeaderboardHandlers:
    """The leaderboard handlers of one connection. `account` returns the account that is logged in;
    None if none is."""

    def __init__(
        self,
        board_reader: BoardReader,
        follows: BoardSubscriber,
        listener: Listener,
        account: CurrentAccount,
        seats: Seats,
        as_guest: AsGuest,
    ) -> None:
        self._board_reader, self._follows = board_reader, follows
        self._seats, self._as_guest = seats, as_guest
        self._listener, self._account = listener, account
        self.handlers: dict[str, Callable[[Any], Awaitable[None]]] = {
            "get_board": self._get,
            "follow_board": self._follow,
            "unfollow": self._unfollow,
            "get_my_races": self._my_races,
            "get_my_seats": self._my_seats,
        }

    def stop(self) -> None:
        """Stop sending changes of leaderboards to the connection. This is called when the
        connection has closed."""
        self._follows.stop(self._listener)

    async def _get(self, request: say.GetBoard) -> None:
        asked = await self._question(request)
        self._send(message(request.id, 0, asked, await self._board_reader.answer(asked)))

    async def _follow(self, request: say.FollowBoard) -> None:
        await self._follows.follow(await self._question(request), self._listener, request.id)

    async def _unfollow(self, request: say.Unfollow) -> None:
        self._follows.stop(self._listener)
        self._send(Done(id=request.id))

    async def _question(self, request: say.BoardRequest) -> BoardQuery:
        """Return the query that a request for a leaderboard stands for. Raises Refusal if there is
        no such leaderboard. Raises Refusal also if nobody is logged in and the request is for the
        rows around one's own place or for one's friends."""
        me = ""
        if request.part != "all":
            me = (await self._signed_in()).number
        slug, options, subject = _subject(request)
        rating = request.measure == "rating"
        return BoardQuery(
            game=slug,
            options=tuple(sorted(options.items())),
            subject=subject,
            side="people" if rating else request.side,
            measure=request.measure,
            period="all" if rating else request.period,
            which=None if rating or request.period == "all" else request.which,
            part=request.part,
            offset=0 if request.part == "around_me" else request.offset,
            most=request.count,
            me=me,
            winnable=request.winnable and not rating,
            difficulty=None if rating else request.difficulty,
        )

    async def _my_races(self, request: say.GetMyRaces) -> None:
        me, results_log = (await self._signed_in()).number, self._board_reader.results_log
        claimed = await self._as_guest(me)
        page: list[AccountRace | ClaimedRace]
        if claimed:
            _, every = await results_log.history(me, 0, EVERY)
            both: tuple[Sequence[AccountRace | ClaimedRace], ...] = (every, claimed)
            page = [*merge(*both, key=_at, reverse=True)]
            total, page = len(page), page[request.offset : request.offset + request.count]
        else:
            total, every = await results_log.history(me, request.offset, request.count)
            page = [*every]
        entries = await results_log.these(
            one.number for one in page if isinstance(one, AccountRace)
        )
        void = await results_log.void_among(
            [one.race for one in page if isinstance(one, ClaimedRace)]
        )
        now = self._board_reader.now()
        races = []
        for one in page:
            if isinstance(one, ClaimedRace):
                races.append(_past_as_guest(one, now, voided=one.race in void))
            elif isinstance(raced := entries.get(one.number), LoggedRace):
                races.append(_past(one, raced, me, now))
        self._send(say.MyRaces(id=request.id, total=total, races=races))

    async def _my_seats(self, request: say.GetMySeats) -> None:
        seats = await self._seats((await self._signed_in()).number)
        page = seats[request.offset : request.offset + request.count]
        told = [say.MySeat(code=code, seat=seat) for code, seat in page]
        self._send(say.MySeats(id=request.id, total=len(seats), seats=told))

    async def _signed_in(self) -> Account:
        account = await self._account()
        if account is None:
            raise Refusal("not_signed_in", "Log in first: guests stand on no board.")
        return account

    def _send(self, message: Message) -> None:
        self._listener.send(encode(message))


def _subject(request: say.BoardRequest) -> tuple[str, Options, str]:
    """Return the game or family of games that a request is about, the options of the game, and the
    name under which its leaderboards are stored. Raises Refusal for an unknown game or option."""
    if request.measure == "rating" and request.game in (ratings.OVERALL, *ratings.FAMILIES):
        return request.game, {}, request.game
    try:
        rules = rules_of(request.game, request.options)
    except EngineError as error:
        raise Refusal(error.code, str(error)) from None
    if not rules.has_choice():
        raise Refusal("bad_request", "The cards decide this game, so it has no leaderboard.")
    if request.measure == "rating":
        family = ratings.family(rules.slug)
        return family, {}, family
    if request.difficulty is not None and not request.winnable:
        raise Refusal("bad_request", "Only winnable deals have leaderboards by difficulty.")
    subject = board_subject(rules.identity, request.difficulty, winnable=request.winnable)
    return rules.slug, dict(rules.chosen), subject


def _past(past: AccountRace, raced: LoggedRace, me: str, now: int) -> say.PastRace:
    seat = next(one.seat for one in raced.contestants if one.account == me)
    return say.PastRace(
        race=past.race,
        daily=raced.daily or raced.session,
        game=past.game,
        ago_ms=max(0, now - past.at),
        seat=seat,
        place=past.place,
        voided=past.voided,
    )


def _past_as_guest(claimed: ClaimedRace, now: int, *, voided: bool) -> say.PastRace:
    return say.PastRace(
        race=claimed.race,
        daily=None,
        game=claimed.game,
        ago_ms=max(0, now - claimed.at),
        seat=claimed.seat,
        place=claimed.place,
        voided=voided,
    )


def _at(one: AccountRace | ClaimedRace) -> int:
    return one.at
