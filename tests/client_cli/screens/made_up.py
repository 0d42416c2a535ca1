"""A room whose server is made up: what the tests of a race on the screen sit in."""

from collections.abc import AsyncIterator, Iterable, Sequence
from contextlib import asynccontextmanager
from typing import Any, Literal, cast

from textual.pilot import Pilot

from client_cli.local.storage import Storage
from client_cli.messages.race_terms import RacePlan
from client_cli.net.invitations import ServerAddress
from client_cli.screens.app import PatienceApp
from client_cli.solo.game import SoloGame
from client_cli.state.card_marks import Place
from client_cli.state.session import RoomSession
from engine.games import AnyGame, game
from engine.mechanics.grid import GridGame
from engine.races.ranking import rank
from engine.races.terms import terms
from engine.table import State
from protocol import from_server as said
from protocol.rooms.room_settings import Ballot
from tests.client_cli.screens.pilots import Clock

Result = Literal["won", "lost", "complete"]


class MadeUpRoom:
    """A room whose server is this object: real messages through a real session.

    Moves are kept in `sent` until `settle` answers them, as a distant server would.
    """

    def __init__(
        self,
        slug: str,
        names: Iterable[str] = ("Ann", "Bob"),
        seat: int | None = 0,
        deal: str | None = None,
        **chosen: object,
    ) -> None:
        """`chosen` are terms of the race that are not the usual ones; `deal` is the id of a race
        whose deal others have in rooms of their own."""
        self.deal = deal
        self.session, self.terms = RoomSession(), chosen
        self.rules: AnyGame = game(slug)
        self.seat, self.names = seat, list(names)
        self.seq, self.ply = 1, 0
        self.now = Clock()
        self.state = SoloGame(self.rules, 5).state
        self.asked: list[str] = []
        self.plan: RacePlan | None = None
        self.requested: list[Any] = []
        self.sent: list[Any] = []
        self.app: PatienceApp | None = None
        self.best = 0
        self.hear(self.room())

    @asynccontextmanager
    async def sitting(
        self,
        size: tuple[int, int] = (80, 24),
        reach: ServerAddress | None = None,
        storage: Storage | None = None,
    ) -> AsyncIterator[tuple[PatienceApp, Pilot[Any]]]:
        """The full screen with this room on it, before its race."""
        self.app = PatienceApp(None, storage, now=self.now)
        async with self.app.run_test(size=size) as pilot:
            self.app.enter(self, reach)
            await pilot.pause()
            yield self.app, pilot

    @asynccontextmanager
    async def racing(
        self, size: tuple[int, int] = (80, 24), storage: Storage | None = None
    ) -> AsyncIterator[tuple[PatienceApp, Pilot[Any]]]:
        """The same, once the race has begun."""
        async with self.sitting(size, storage=storage) as (app, pilot):
            self.begin()
            await pilot.pause()
            yield app, pilot

    # The server's part. ---------------------------------------------------------------------

    def hear(self, message: said.FromServer) -> None:
        told = self.session.hear(said.parse(message.model_dump_json()), self.now())
        if self.app is not None:
            self.app.heard(told)

    def event(self, kind: type[Any], **fields: Any) -> None:
        self.seq += 1
        self.hear(kind(seq=self.seq, **fields))

    def race(self, n: int = 1) -> said.RaceInfo:
        return said.RaceInfo(
            id=self.deal or f"KQ74TX-{n}",
            n=n,
            game=self.rules.slug,
            options=dict(self.rules.chosen),
            terms=said.Terms.model_validate(
                terms(self.rules, self.terms, alone=len(self.names) == 1).to_json()
            ),
            bell_ms=360_000,
            commitment="3f" * 32,
            status="lobby",
        )

    def room(self) -> said.Room:
        members = [
            said.Member(seat=i, name=name, here=True, ready=False, racing=False)
            for i, name in enumerate(self.names)
        ]
        return said.Room(
            id=1,
            seq=self.seq,
            code="KQ74TX",
            seat=self.seat,
            host=0,
            members=members,
            race=self.race(),
            standings=[],
            results=None,
            opened=None,
        )

    def begin(self) -> None:
        """Countdown, zero, and the cards for whoever has a seat."""
        self.event(said.Countdown, race=1, starts_in_ms=5_000, racing=[*range(len(self.names))])
        self.now.ms += 5_000
        self.event(said.Started, race=1)
        if self.seat is not None:
            self.table()

    def table(self, **other: Any) -> None:
        self.hear(
            said.Table(
                id=None,
                race=1,
                ply=self.ply,
                clock_ms=self.now() - 1_005_000,
                view=self.rules.view(self.state),
                progress=self.rules.progress(self.state),
                points=self.rules.points(self.state),
                over=None,
                **other,
            )
        )

    def settle(self) -> None:
        """Answer the oldest move that was sent."""
        request, move = self.sent.pop(0)
        self._moved(request, self.rules.play(self.state, move).state)

    def undone(self) -> None:
        """Take the only move back, as was asked."""
        request, _ = self.sent.pop(0)
        self._moved(request, SoloGame(self.rules, 5).state)

    def laid_for_you(self) -> None:
        """The time for a card has run out."""
        assert isinstance(self.rules, GridGame)
        first = next(iter(self.rules.legal(self.state).moves))
        self._moved(None, self.rules.uncalled(self.rules.play(self.state, first).state))

    def _moved(self, request: int | None, after: State[Any]) -> None:
        before, self.state = self.state, after
        self.ply += 1
        over = self.state.over
        self.hear(
            said.Moved(
                id=request,
                race=1,
                ply=self.ply,
                ms=self.now() - 1_005_000,
                changed=self.rules.changes(before, self.state),
                progress=self.rules.progress(self.state),
                points=self.rules.points(self.state),
                over=said.Ended(result=over.result, reason=over.reason) if over else None,
            )
        )

    def refuse(self, error: str) -> None:
        request, _ = self.sent.pop(0)
        self.hear(said.Refused(id=request, code="illegal_move", error=error, ply=self.ply))

    def progress(self, seat: int, best: int, result: Any = None, points: int | None = None) -> None:
        standing = said.SeatStanding(
            seat=seat,
            result=result,
            reason=None,
            progress=best,
            best=best,
            tie_break=0,
            reached_ms=9_000,
            points=points,
            ended_ms=9_000 if result else None,
            moves=best,
            clean=True,
        )
        self.hear(said.Progress(race=1, clock_ms=self.now() - 1_005_000, standings=[standing]))

    def over(self) -> None:
        placed = rank(list(self.session.standings.values()), self.rules.ranked_by)
        results = [
            said.Result(
                place=p.place,
                standing=said.SeatStanding(
                    seat=p.standing.seat,
                    result=cast(Result, p.standing.result or "lost"),
                    reason=None if p.standing.result else "timeout",
                    progress=p.standing.best,
                    best=p.standing.best,
                    tie_break=p.standing.tie_break,
                    reached_ms=p.standing.reached_ms,
                    points=p.standing.points,
                    ended_ms=p.standing.ended_ms or 360_000,
                    moves=p.standing.moves,
                    clean=p.standing.clean,
                ),
            )
            for p in placed
        ]
        opened = said.Opened(secret="ab" * 32, nonces={"0": "00" * 16, "1": "11" * 16})
        opens = None if self.deal else opened
        self.event(said.Over, race=1, ended_ms=360_000, results=results, opened=opens)

    # What the screens ask of it. ------------------------------------------------------------

    async def ready(self) -> None:
        self.asked.append("ready")
        self.event(said.ReadyChanged, seat=self.seat, ready=True)

    async def unready(self) -> None:
        self.asked.append("unready")
        self.event(said.ReadyChanged, seat=self.seat, ready=False)

    async def start(self) -> None:
        self.asked.append("start")

    async def rematch(self, plan: RacePlan | None = None) -> None:
        self.asked.append("rematch" if plan is None else f"rematch {plan.game.slug}")
        self.plan = plan
        self.event(said.NextRace, race=self.race(2))

    async def vote(self, slug: str) -> None:
        self.asked.append(f"vote {slug}")
        assert self.seat is not None
        ballot = Ballot(seat=self.seat, game=slug, title=game(slug).book.title)
        self.event(said.Skip, vote=ballot)

    async def leave(self) -> None:
        self.asked.append("leave")

    def mark(self, place: Place, tilt: int) -> None:
        self.asked.append(f"mark {place[0]} {place[1]} {tilt}")

    def watch_board(self, seat: int) -> None:
        self.asked.append(f"watch {seat}")
        self.session.onlooker.ask(seat)

    def watch_boards(self, seats: Sequence[int]) -> None:
        self.asked.append(f"watch {' '.join(map(str, seats))}")
        self.session.onlooker.ask_together(seats, 9)

    async def request(self, kind: type[Any], **fields: Any) -> None:
        request = kind(id=9, **fields)
        self.asked.append(request.type)
        self.requested.append(request)

    def play_table(self, move: Any) -> None:
        raise AssertionError("no table is shared in a made-up room")

    def ask_hint(self) -> None:
        self.asked.append("hint")

    def finish(self) -> None:
        self.session.finish()

    def next_frame(self) -> None:
        raise AssertionError("no deal is watched in a made-up room")

    def play(self, move: Any) -> None:
        request = 100 + self.ply + len(self.sent)
        self.session.play(move, request)
        self.sent.append((request, move))
