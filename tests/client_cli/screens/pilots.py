"""What the tests of screens share: a stopped clock, the screen as text, goldens, a made-up room."""

import os
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any, Literal, cast

from textual.app import App
from textual.pilot import Pilot

from client_cli.marks import Place
from client_cli.screens.app import PatienceApp
from client_cli.screens.canvas import Place as Spotted
from client_cli.screens.page import Page
from client_cli.screens.play import PlayPage
from client_cli.screens.solo_page import SoloPage
from client_cli.session import Session
from client_cli.solo import Solo
from engine.games import AnyGame, game
from engine.grid import GridGame
from engine.ranking import rank
from engine.table import State
from engine.terms import terms
from protocol import from_server as said

Result = Literal["won", "lost", "complete"]
GOLDENS = Path(__file__).with_name("goldens")


class Clock:
    """Milliseconds that pass only when told."""

    def __init__(self) -> None:
        self.ms = 1_000_000

    def __call__(self) -> int:
        return self.ms


def solo_app(slug: str, deal: int, tips: bool = False, **looks: Any) -> PatienceApp:
    solo = Solo(game(slug), deal)
    return PatienceApp(lambda _: SoloPage(solo, lambda: deal + 1, tips), now=Clock(), **looks)


def table_page(pilot: Pilot[Any]) -> PlayPage:
    page = pilot.app.screen
    assert isinstance(page, PlayPage)
    return page


def solo_state(pilot: Pilot[Any]) -> State[Any]:
    page = table_page(pilot)
    assert isinstance(page, SoloPage)
    return page.solo.state


async def click(pilot: Pilot[Any], place: Spotted, times: int = 1) -> None:
    """Click the top card of a place."""
    table = table_page(pilot).table
    at = table.canvas.find(place)
    assert at is not None, f"{place} is not drawn"
    await pilot.click(table, offset=at, times=times)
    await pilot.pause()


async def until(pilot: Pilot[Any], happened: Callable[[], bool]) -> None:
    """Let the program run until something has happened; the test's own limit ends a wait."""
    while not happened():
        await pilot.pause()


def shows(app: App[Any], page: type[Page]) -> bool:
    return isinstance(app.screen, page)


def text_of(app: App[Any]) -> str:
    """What a person sees, line by line."""
    strips = app.screen._compositor.render_strips(app.size)
    return "\n".join(strip.text.rstrip() for strip in strips) + "\n"


def check_golden(name: str, text: str) -> None:
    """Compare with the golden file; WRITE_GOLDENS=1 writes it anew, to be read before a commit."""
    path = GOLDENS / f"{name}.txt"
    if os.environ.get("WRITE_GOLDENS"):
        path.write_text(text, encoding="utf-8")
    assert text == path.read_text(encoding="utf-8")


class MadeUpRoom:
    """A room whose server is this object: real messages through a real session.

    Moves are kept in `sent` until `settle` answers them, as a distant server would.
    """

    def __init__(
        self,
        slug: str,
        names: Iterable[str] = ("Ann", "Bob"),
        seat: int | None = 0,
        **chosen: object,
    ) -> None:
        """`chosen` are terms of the race that are not the usual ones."""
        self.session, self.terms = Session(), chosen
        self.rules: AnyGame = game(slug)
        self.seat, self.names = seat, list(names)
        self.seq, self.ply = 1, 0
        self.now = Clock()
        self.state = Solo(self.rules, 5).state
        self.asked: list[str] = []
        self.requested: list[Any] = []
        self.sent: list[Any] = []
        self.app: PatienceApp | None = None
        self.best = 0
        self.hear(self.room())

    def open(self, **looks: Any) -> PatienceApp:
        self.app = PatienceApp(None, now=self.now, **looks)
        return self.app

    async def enter(self, pilot: Pilot[Any], invitation: str = "") -> None:
        assert self.app is not None
        self.app.enter(self, invitation)
        await pilot.pause()

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
            id=f"KQ74TX-{n}",
            n=n,
            game=self.rules.slug,
            options=dict(self.rules.chosen),
            terms=said.Terms.model_validate(terms(self.rules, self.terms).to_json()),
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
                view=self.rules.view(self.state).to_json(),
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
        self._moved(request, Solo(self.rules, 5).state)

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
                changed=self.rules.changes(before, self.state).to_json(),
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
        self.event(said.Over, race=1, ended_ms=360_000, results=results, opened=opened)

    # What the screens ask of it. ------------------------------------------------------------

    async def ready(self) -> None:
        self.asked.append("ready")
        self.event(said.ReadyChanged, seat=self.seat, ready=True)

    async def unready(self) -> None:
        self.asked.append("unready")
        self.event(said.ReadyChanged, seat=self.seat, ready=False)

    async def start(self) -> None:
        self.asked.append("start")

    async def rematch(self) -> None:
        self.asked.append("rematch")
        self.event(said.NextRace, race=self.race(2))

    async def leave(self) -> None:
        self.asked.append("leave")

    def mark(self, place: Place, tilt: int) -> None:
        self.asked.append(f"mark {place[0]} {place[1]} {tilt}")

    def watch_board(self, seat: int) -> None:
        self.asked.append(f"watch {seat}")
        self.session.onlooker.ask(seat)

    async def request(self, kind: type[Any], **fields: Any) -> None:
        request = kind(id=9, **fields)
        self.asked.append(request.type)
        self.requested.append(request)

    def next_frame(self) -> None:
        raise AssertionError("no deal is watched in a made-up room")

    def play(self, move: Any) -> None:
        request = 100 + self.ply + len(self.sent)
        self.session.play(move, request)
        self.sent.append((request, move))
