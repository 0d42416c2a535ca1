"""A player's session in a tournament: check in, play every race, and follow the table of points
between races.

Races take place in rooms on the server. In some formats everybody plays the deals at their own
pace; in the others all entrants play a round at the same time. A `TournamentView` shows the
session, as lines of text (line mode) or on the full screen.
"""

import asyncio
import contextlib
from collections.abc import Awaitable, Callable
from typing import Protocol

from client_cli.exit_codes import Failure
from client_cli.local.account_store import account_on
from client_cli.local.guest_entries import guest_in
from client_cli.local.record_store import holds, keep_race
from client_cli.local.storage import SavedSeat, Storage
from client_cli.messages import tournaments as words
from client_cli.net.connection import ConnectionLost, ConnectionState, RequestRefused
from client_cli.net.one_shot_client import OneShotClient, with_connection
from client_cli.net.room_client import RoomClient
from client_cli.tournament import records, requests
from client_cli.tournament.follow import follow, until
from client_cli.tournament.state import KnownTournament, own_pace, seat_to_take, takes_part
from protocol.crowns import CrownWon
from protocol.texts import _
from protocol.tournaments.live import Tournament, TournamentReminder
from protocol.tournaments.requests import PlayTournamentDeal

AGAIN_S = 1.0
"""Seconds to wait before the client tries again to take a seat that was refused."""
NO_NEXT = frozenset({"deals_played", "tournament_closed", "tournament_over"})
"""Codes of refusals after which the player gets no further deal in the tournament."""


class TournamentView(Protocol):
    """The display of a player's session in a tournament, as `PlayerSession` uses it. Line mode and
    the full screen implement it."""

    def show_change(self, before: KnownTournament | None, known: KnownTournament) -> None:
        """Show that the tournament has changed; `before` is None the first time."""

    def say(self, sentence: str) -> None:
        """Show a sentence, such as a refusal or a reminder."""

    def line_is(self, line: ConnectionState) -> None:
        """Show that the connection on which the tournament is followed went down, came back or is
        closed for good."""

    def room(self) -> RoomClient:
        """Return a new client for a room, not yet connected."""
        ...

    async def race(self, room: RoomClient, over: Callable[[], bool]) -> None:
        """Show a room and let the player race in it until the race is over. It is over when the
        room's session says so, or when `over()` returns True because the tournament's state says
        so. Raises LeftTournament if the player leaves."""

    async def wait_for_next(self) -> None:
        """Wait until the player asks for the next deal, in a format in which everybody plays at
        their own pace. Raises LeftTournament if the player leaves."""


class LeftTournament(Exception):
    """Raised when the player leaves the session. They keep their seat and can come back."""


class PlayerSession:
    """The session of one player in a tournament, from check-in to the final table. Line mode and
    the full screen call `check_in`, then `run`."""

    def __init__(
        self,
        server: str,
        storage: Storage,
        code: str,
        view: TournamentView,
        now: Callable[[], int],
    ) -> None:
        self._server, self._storage, self._code = server, storage, code
        self._view, self._now = view, now
        self._played: set[str] = set()
        """Codes of rooms in which the player is done."""
        self._no_next = False
        self.known: KnownTournament | None = None
        self.changed = asyncio.Event()

    async def check_in(self, guest: str | None = None) -> Tournament:
        """Check the player in to the tournament, and return the tournament. A player who has not
        entered is entered first. With a name `guest`, they enter without an account, as a guest of
        that name. Raises Failure if the server refuses or cannot be reached."""
        return await with_connection(
            self._server, self._storage, lambda client: requests.check_in(client, self._code, guest)
        )

    async def run(self) -> None:
        """Take the player through every race until the tournament is over, then store the records
        of these races on this computer. Raises LeftTournament if the player leaves, and Failure if
        the connection is closed for good."""
        following = asyncio.ensure_future(
            follow(
                self._server,
                self._storage,
                self._code,
                self._tell,
                self._view.line_is,
                self._now,
                self._overhear,
            )
        )
        try:
            while True:
                await until(following, self._something_to_do, self.changed)
                if self._tournament.status == "finished":
                    break
                await self._play_what_is_next()
        finally:
            following.cancel()
            with contextlib.suppress(asyncio.CancelledError, Failure):
                await following
        await self._keep_records()

    @property
    def _tournament(self) -> Tournament:
        if self.known is None:
            raise Failure.unreachable(_("The server has not sent the tournament."))
        return self.known.tournament

    def _overhear(self, told: TournamentReminder | CrownWon) -> None:
        if isinstance(told, CrownWon):
            return  # the page of the room tells of crowns
        left = _("It starts in {span}.", span=words.span(told.starts_in_ms))
        self._view.say(left if told.code == self._code else words.reminder(told))

    def _tell(self, known: KnownTournament) -> None:
        before, self.known = self.known, known
        self._view.show_change(before, known)
        self.changed.set()

    def _something_to_do(self) -> bool:
        if self.known is None:
            return False
        tournament = self.known.tournament
        if tournament.status == "finished":
            return True
        if own_pace(tournament):
            return self._may_deal(tournament)
        return seat_to_take(tournament, self._played) is not None

    def _may_deal(self, tournament: Tournament) -> bool:
        return tournament.status == "running" and takes_part(tournament) and not self._no_next

    async def _play_what_is_next(self) -> None:
        if own_pace(self._tournament):
            await self._next_deal()
            return
        found = seat_to_take(self._tournament, self._played)
        if found is None:
            return
        heat, at = found
        token = requests.place(self._storage, self._server, self._code).token
        player = account_on(self._storage, self._server) or guest_in(
            self._storage, self._server, self._code
        )
        name = player.name if player is not None else ""
        seat = SavedSeat(self._server, heat.room, at, token, name)

        def over() -> bool:
            return heat.room not in self._rooms_in_progress()

        if await self._sit(lambda room: room.resume(seat), over):
            self._played.add(heat.room)

    def _rooms_in_progress(self) -> set[str]:
        """Return the codes of rooms whose race is not over, by the latest known state of the
        tournament."""
        rounds = [r for r in self._tournament.rounds if r.state in ("lobby", "racing")]
        return {heat.room for each in rounds for heat in each.heats if not heat.over}

    async def _sit(
        self, enter: Callable[[RoomClient], Awaitable[None]], over: Callable[[], bool]
    ) -> bool:
        """Enter a room by calling `enter`, and stay until its race is over. Return False if no seat
        could be taken. Raises LeftTournament if the player leaves, and Failure if the connection is
        closed for good."""
        room = self._view.room()
        async with room:
            await asyncio.sleep(0)  # let the connection's task run: it marks the connection as up
            try:
                await enter(room)
            except RequestRefused as refused:
                self._view.say(refused.refused.error)
                self._no_next |= refused.refused.code in NO_NEXT
                await asyncio.sleep(AGAIN_S)
                return False
            except ConnectionLost:
                return False
            race, code = room.session.race, room.session.code
            if race is not None and code is not None and own_pace(self._tournament):
                requests.keep_room(self._storage, self._server, self._code, race.id, code)
            await self._view.race(room, over)
            if room.link.farewell is not None and room.session.status != "over":
                raise Failure.unreachable(room.link.farewell)
            return True

    # At everybody's own pace. -----------------------------------------------------------------

    async def _next_deal(self) -> None:
        left = (
            self.known.left(self._tournament.clocks.opens_in_ms, self._now()) if self.known else 0
        )
        if left:
            await asyncio.sleep(min(left / 1000, AGAIN_S))
            return
        await self._view.wait_for_next()
        if self._tournament.status != "running":
            return
        await self._sit(
            lambda room: room.take_seat_by(
                PlayTournamentDeal, **requests.deal(self._storage, self._server, self._code)
            ),
            lambda: self._tournament.status == "finished",
        )

    # After the tournament. --------------------------------------------------------------------

    async def _keep_records(self) -> None:
        """Store the records of the player's races. Nothing is reported if they cannot be
        fetched."""
        raced = {**self._own(), **self._together()}

        async def fetch(client: OneShotClient) -> None:
            for race, (room, seat) in raced.items():
                if holds(self._storage, self._server, race):
                    continue
                found = await records.of_room(client, self._tournament, room)
                if found is not None:
                    keep_race(self._storage, self._server, found, seat)

        with contextlib.suppress(Failure):
            await with_connection(self._server, self._storage, fetch)

    def _together(self) -> dict[str, tuple[str, int]]:
        """Return (room, own seat) of the player's races by race name, for rounds that all entrants
        play at the same time."""
        tournament, mine = self._tournament, self._tournament.mine
        return {
            f"{tournament.name}-{each.number}": (heat.room, heat.entrants.index(mine))
            for each in tournament.rounds
            for heat in each.heats
            if mine is not None and mine in heat.entrants
        }

    def _own(self) -> dict[str, tuple[str, int]]:
        """Return (room, own seat) by race name for the deals that the player has played on this
        computer in a format in which everybody plays at their own pace."""
        if not own_pace(self._tournament):
            return {}
        rooms = requests.own_rooms(self._storage, self._server, self._code)
        return {race: (room, 0) for race, room in rooms.items()}
