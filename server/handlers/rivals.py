"""Rival requests: one's own rivals (the accounts one has raced against), the results of two
accounts against each other, the races of several accounts together, and streaks (the numbers of
games that an account has won in a row).

Everybody may see results and streaks; only the account itself may see the list of its rivals, and
its races together with others.
"""

from collections.abc import Awaitable, Callable
from typing import Any

from engine.rules import RULES
from engine.rules import rules as rules_of
from protocol import rivals as say
from protocol.message import Message, encode
from server.accounts.name_rules import keys_of
from server.accounts.store import Account, AccountStore, CurrentAccount
from server.errors import Refusal
from server.leaderboards.board import Side
from server.leaderboards.daily_streaks import daily_days, day_streak
from server.leaderboards.log_entry import LoggedRace
from server.leaderboards.queries import BoardReader
from server.leaderboards.rivals import RivalTally
from server.leaderboards.together import ClosestFinish, closest_finish, raced_together
from server.views.listener import Listener

ENTRIES = 50
"""Results that are read at a time for the closest finish; other tasks get a turn between."""


class RivalHandlers:
    """The rival handlers of one connection. `account` returns the account that is logged in; None
    if none is."""

    def __init__(
        self,
        board_reader: BoardReader,
        accounts: AccountStore,
        listener: Listener,
        account: CurrentAccount,
    ) -> None:
        self._board_reader, self._accounts = board_reader, accounts
        self._listener, self._account = listener, account
        self.handlers: dict[str, Callable[[Any], Awaitable[None]]] = {
            "get_rivals": self._rivals,
            "get_versus": self._versus,
            "get_together": self._together,
            "get_streaks": self._streaks,
        }

    async def _rivals(self, request: say.GetRivals) -> None:
        met = await self._board_reader.results_log.rivals.of((await self._signed_in()).number)
        page = met[request.offset : request.offset + request.count]
        names = await self._accounts.names([one.account for one in page]) if page else {}
        now = self._board_reader.now()
        rivals = []
        for one in page:
            name, bot = names.get(one.account, (None, False))
            ago_ms = max(0, now - one.at)
            rivals.append(say.Rival(name=name, bot=bot, tally=_tally(one.tally), ago_ms=ago_ms))
        self._send(say.Rivals(id=request.id, total=len(met), rivals=rivals))

    async def _versus(self, request: say.GetVersus) -> None:
        one = await self._account_named(request.one)
        other = await self._account_named(request.other)
        if one.number == other.number:
            raise Refusal("yourself", f"{one.name} has never raced {one.name}.")
        overall, games = await self._board_reader.results_log.rivals.versus(
            one.number, other.number
        )
        most = sorted(games.items(), key=lambda item: (-item[1].races, item[0]))
        told = [say.GameTally(game=slug, tally=_tally(tally)) for slug, tally in most]
        self._send(
            say.Versus(
                id=request.id, one=one.name, other=other.name, tally=_tally(overall), games=told
            )
        )

    async def _together(self, request: say.GetTogether) -> None:
        asked = [await self._account_named(name) for name in (None, *request.names)]
        people = list({one.number: one for one in asked}.values())
        if len(people) < len(asked):
            raise Refusal("yourself", "Name other people, each of them once.")
        numbers, book = [one.number for one in people], self._board_reader.results_log
        races = await book.rivals.together(numbers, nobody_else=request.nobody_else)
        found, now = raced_together(races, numbers), self._board_reader.now()
        newest_first = races[::-1]
        closest = await self._closest([race.number for race in races], numbers)
        names = {one.number: one.name for one in people}
        self._send(
            say.Together(
                id=request.id,
                people=[
                    say.TogetherPerson(
                        name=one.name,
                        bot=one.bot,
                        wins=found.wins[one.number],
                        longest=found.longest[one.number],
                    )
                    for one in people
                ],
                total=len(races),
                games=[
                    say.TogetherGame(game=game, races=played, wins=[*wins.values()])
                    for game, (played, wins) in found.games.items()
                ],
                closest=None
                if closest is None
                else say.ClosestFinish(
                    race=closest.race.race,
                    game=closest.race.game,
                    ago_ms=max(0, now - closest.race.at),
                    first=names[closest.first],
                    second=names[closest.second],
                    gap_ms=closest.gap_ms,
                ),
                races=[
                    say.TogetherRace(
                        race=race.race,
                        game=race.game,
                        ago_ms=max(0, now - race.at),
                        places=[race.places[number] for number in numbers],
                    )
                    for race in newest_first[request.offset : request.offset + request.count]
                ],
            )
        )

    async def _closest(self, entries: list[int], accounts: list[str]) -> ClosestFinish | None:
        """Return the closest finish of these accounts in the races with these numbers in the
        results log."""
        found: list[LoggedRace] = []
        for start in range(0, len(entries), ENTRIES):
            part = await self._board_reader.results_log.these(entries[start : start + ENTRIES])
            races = [race for race in part.values() if isinstance(race, LoggedRace)]
            closest = closest_finish(races, accounts)
            found += [] if closest is None else [closest.race]
        return closest_finish(found, accounts)

    async def _streaks(self, request: say.GetStreaks) -> None:
        whose = await self._account_named(request.name)
        identities = {slug: rules_of(slug).identity for slug in RULES}
        side: Side = "bots" if whose.bot else "people"
        found = await self._board_reader.places.streaks(
            whose.number, side, list(identities.values())
        )
        streaks = [
            say.GameStreak(game=slug, streak=streak, longest=longest)
            for slug, (streak, longest) in zip(identities, found, strict=True)
            if longest
        ]
        streaks.sort(key=lambda one: (-one.streak, -one.longest, one.game))
        daily = await self._daily(whose.number)
        self._send(say.Streaks(id=request.id, name=whose.name, streaks=streaks, daily=daily))

    async def _daily(self, account: str) -> say.DailyStreaks | None:
        """Return the daily streaks of an account; None if it has played no daily deal."""
        days = await daily_days(self._board_reader.results_log, account)
        if not days.played:
            return None
        now = self._board_reader.now()
        return say.DailyStreaks(played=day_streak(days.played, now), won=day_streak(days.won, now))

    async def _account_named(self, name: str | None) -> Account:
        """Return the account with this name; if `name` is None, the account that is logged in.
        Raises Refusal if there is none."""
        if name is None:
            return await self._signed_in()
        number = await self._accounts.owner(keys_of(name))
        account = await self._accounts.account(number) if number else None
        if account is None:
            raise Refusal("unknown_name", f"Nobody has claimed the name {name}.")
        return account

    async def _signed_in(self) -> Account:
        account = await self._account()
        if account is None:
            raise Refusal("not_signed_in", "Log in first: a guest has no book of rivals.")
        return account

    def _send(self, message: Message) -> None:
        self._listener.send(encode(message))


def _tally(tally: RivalTally) -> say.Tally:
    return say.Tally(**tally._asdict())
