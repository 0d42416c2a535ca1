"""The client of a room: the known state of the room, kept over reconnects, and the requests of a
player or spectator.

A room is a place on the server in which people meet and race; a seat is a numbered place in it.
During a race each contestant plays on a board of their own; in Racing Demon all play at one common
table.
"""

import asyncio
import contextlib
import secrets
from collections.abc import Callable, Mapping, Sequence
from types import TracebackType
from typing import Any, Self

from client_cli.exit_codes import Failure
from client_cli.local.account_store import SESSION_ENDED, account_on, forget_account
from client_cli.local.record_store import KeptRecord, find_race, keep_analysis, keep_race
from client_cli.local.server_version import note_server
from client_cli.local.storage import SavedSeat, Storage
from client_cli.messages.analysis import analysis_lines
from client_cli.messages.game import NO_FINISH
from client_cli.messages.race_terms import RacePlan, unknown_term
from client_cli.net.analysis_client import AnalysisClient
from client_cli.net.connection import Connection, ConnectionLost, ConnectionState, RequestRefused
from client_cli.net.connection_types import now_ms
from client_cli.net.crown_client import CrownClient
from client_cli.state.card_marks import Place
from client_cli.state.session import RoomSession
from engine.errors import IllegalMove
from engine.races.fairness import NONCE_BYTES
from engine.races.record import read as read_record
from engine.racing_demon.game import TableMove
from engine.solver.analysis import AnalysisDocument
from engine.solver.analysis import read as read_analysis
from engine.takeback import HINT_TEXT
from protocol import codes
from protocol import from_client as say
from protocol import from_server as said
from protocol.accounts import Authenticate
from protocol.chosen_terms import ChosenRace
from protocol.message import Seating
from protocol.presence import GoOnline
from protocol.retries import retry_after_ms
from protocol.rooms.analysis import Analysis, GetAnalysis
from protocol.rooms.room_settings import Settings, Vote
from protocol.rooms.watching import Mark, WatchBoard, WatchBoards
from protocol.texts import _

KEY_BITS = 52
TRY_LATER = 0.5
"""Seconds to wait after the server has refused a move, before the client asks for the table
again."""


class RoomClient:
    """One room as a screen or line mode uses it: `session` is the known state of the room, and
    methods send requests.

    An async context manager that opens and closes the connection. `tell` is called after every
    message that may have changed the session, with the sentences to show to the player (often
    none). `line` gets each new state of the connection. Async methods wait for the server's answer
    and raise RequestRefused or ConnectionLost; the other methods do not wait.
    """

    def __init__(
        self,
        server: str,
        storage: Storage,
        tell: Callable[[Sequence[str]], None],
        line: Callable[[ConnectionState], None] = lambda _: None,
        patience_s: float | None = None,
    ) -> None:
        self.session = RoomSession()
        self.server, self.storage = server, storage
        self._line = line
        self.link = Connection(
            server, self._hear, self._requests_on_reconnect, self._line_is, patience_s
        )
        self._run = CrownClient(server, storage, self.link)
        self.overhear: Callable[[said.FromServer], None] = lambda _: None
        """Gets every message as received, for callers that need more than the session."""
        self._tell = tell
        self._seat: SavedSeat | None = None
        self._watching: str | None = None
        self._invite: str | None = None
        self._asked_room = self._asked_table = False
        self._entering: int | None = None
        """Id of the request that enters the room again after a reconnect; None if there is none."""
        self._is_online = False
        """Whether friends were to see that the player is on line."""
        self._quiet: set[int] = set()
        """Ids of unanswered requests whose answers are of no interest."""
        self._finishing = False
        """Whether the moves of `finish` are being made."""
        self._opens = False
        """Whether the player, as the host, is opening a rematch."""
        self._keeps = True
        self._analysing = AnalysisClient(self.link)
        self._raced: Mapping[str, object] = {}
        """The record of the race for whose analysis this client asks."""
        self._record: int | None = None
        """Id of the unanswered request for the record of the last race; None if there is none."""

    async def __aenter__(self) -> Self:
        await self.link.__aenter__()
        note_server(self.storage, self.link.server_program)
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._analysing.stop()
        await self.link.__aexit__(kind, error, trace)

    # Entering a room. -----------------------------------------------------------------------

    async def create(
        self, plan: RacePlan, name: str, settings: Settings | None = None, aside: bool = False
    ) -> None:
        """Open a room for a race and take its first seat, which is the host's. With `aside` the
        host does not race. Raises Failure if the server is too old to know one of the race's terms,
        such as its format or its rule for take-backs."""
        race = chosen_race(plan)
        try:
            await self.take_seat_by(
                say.Create,
                game=race.game,
                options=race.options,
                terms=race.terms,
                bell_ms=race.bell_ms,
                settings=settings or Settings(),
                aside=aside,
                name=name,
            )
        except RequestRefused as refusal:
            advice = unknown_term(refusal.refused.code, refusal.refused.error)
            if advice is None:
                raise
            raise Failure.refused(advice) from None
        self.storage.remember_name(name)

    async def join(
        self, code: str, name: str, invite: str | None = None, *, bot: bool = False
    ) -> None:
        """Take a new seat in a room. `invite` is the invitation word, if the room asks for one. If
        the seat is for a bot, neither `name` nor the records of the races are stored as the user's
        own."""
        if not bot:
            await self._introduce()
        token = secrets.token_urlsafe(24)
        await self.link.ask(
            say.Join(
                id=self.link.next_id(), token=token, code=code, name=name, invite=invite, bot=bot
            )
        )
        self._keeps = not bot
        self._sit(token, name)
        if not bot:
            self.storage.remember_name(name)

    async def take_seat_by(self, kind: type[Seating], **fields: Any) -> None:
        """Take a seat in a room by a request other than `join`, such as the one that begins a daily
        deal or a deal of a crown race (an event of five deals). `kind` is the class of the request.
        `fields` are its fields besides its id and token."""
        await self._introduce()
        token = secrets.token_urlsafe(24)
        await self.link.ask(kind(id=self.link.next_id(), token=token, **fields))
        self._sit(token, self.session.name(self.session.seat or 0))

    async def resume(self, seat: SavedSeat) -> None:
        """Return to a stored seat."""
        await self.link.ask(self._resume(seat))
        self._sit(seat.token, seat.name)

    async def watch(self, code: str, invite: str | None = None) -> None:
        await self.link.ask(say.Watch(id=self.link.next_id(), code=code, invite=invite))
        self._watching, self._invite = code, invite

    @property
    def seat(self) -> SavedSeat | None:
        """The player's seat as it is stored on this computer. None for a spectator, and after the
        player has given the seat up."""
        return self._seat

    async def _introduce(self) -> None:
        """Authenticate the connection if an account is logged in, so that the next seat belongs to
        it. If the session has ended, delete it from this computer and go on as a guest. Raises
        RequestRefused for other refusals."""
        known = account_on(self.storage, self.server)
        if known is None:
            return
        try:
            await self.link.ask(Authenticate(id=self.link.next_id(), session=known.session))
        except RequestRefused as ended:
            if ended.refused.code != SESSION_ENDED:
                raise
            forget_account(self.storage, self.server)
            self._tell([_("{ended} You play as a guest.", ended=ended)])
            return
        self._is_online = True
        self.link.post(self._go_online())

    def _go_online(self) -> GoOnline:
        """Return the request that lets friends see that the player is on line. An older server
        refuses it, which the player is not told."""
        number = self.link.next_id()
        self._quiet.add(number)
        return GoOnline(id=number)

    def _sit(self, token: str, name: str) -> None:
        """Store the seat at once, so that it can be resumed after a crash, and send the requests of
        `CrownClient`."""
        session = self.session
        if session.code is None or session.seat is None:
            return
        self._seat = SavedSeat(self.server, session.code, session.seat, token, name)
        self.storage.save_seat(self._seat)
        for message in self._run.requests(session):
            self.link.post(message)

    # Requests in a room. --------------------------------------------------------------------

    async def ready(self) -> None:
        nonce = secrets.token_hex(NONCE_BYTES)
        await self.link.ask(say.Ready(id=self.link.next_id(), nonce=nonce))

    async def unready(self) -> None:
        await self.link.ask(say.Unready(id=self.link.next_id()))

    async def start(self) -> None:
        """As the host, start the race with the contestants who are ready."""
        await self.link.ask(say.Start(id=self.link.next_id()))

    async def rematch(self, plan: RacePlan | None = None) -> None:
        """As the host, open another race in this room: `plan` or, if it is None, one of the same
        game with the same terms. The host is then reported ready for it, unless the host stands
        aside (takes no part in races). For a player who is not the host, vote for another race of
        the same game."""
        session = self.session
        if session.is_host or session.race is None:
            self._opens = True
            try:
                race = None if plan is None else chosen_race(plan)
                await self.link.ask(say.Rematch(id=self.link.next_id(), race=race))
            finally:
                self._opens = False
        else:
            await self.vote(session.race.game)

    async def vote(self, slug: str) -> None:
        """Vote for the game of the next race. If the next race has this game, the client reports
        the player ready as soon as the race is opened, unless the player stands aside."""
        race = self.session.race
        number = race.n if race is not None else 1
        await self.link.ask(Vote(id=self.link.next_id(), race=number, game=slug))

    async def leave(self) -> None:
        """Give up the seat for good."""
        await self.link.ask(say.Leave(id=self.link.next_id()))
        if self._seat is not None:
            self.storage.close_seat(self._seat)
            self._seat = None

    async def request(self, kind: type[say.Request], **fields: Any) -> None:
        """Send a request for which this class has no method of its own, and wait for its answer."""
        await self.link.ask(kind(id=self.link.next_id(), **fields))

    async def record(self, race: str) -> Mapping[str, object]:
        """Ask for the record of a finished race, the document by which anybody can check it, and
        return it without validation. `race` is the race id."""
        answer = await self.link.ask(say.GetRecord(id=self.link.next_id(), race=race))
        return answer.record if isinstance(answer, said.Record) else {}

    async def analysis(self, race: str) -> AnalysisDocument | None:
        """Ask for the analysis of a finished race: whether it could be won, and where each
        contestant lost it. Return it without validation; None if the server has none, or none yet.
        `race` is the race id."""
        answer = await self.link.ask(GetAnalysis(id=self.link.next_id(), race=race))
        return answer.analysis if isinstance(answer, Analysis) else None

    def play(self, move: Any) -> None:
        """Send a move without waiting; its answer arrives as a message. Raises IllegalMove, and
        sends nothing, if the rules forbid the move.

        While the connection is down the move stays in the session's outbox, the list of unanswered
        moves. It is sent after a reconnect.
        """
        self.link.post(self.session.play(move, self.link.next_id()))

    def play_table(self, move: TableMove) -> None:
        """Send a move at the common table without waiting; its answer arrives as a message. Raises
        IllegalMove, and sends nothing, if the rules forbid the move.

        While the connection is down the session keeps the move, and it is sent after a reconnect.
        """
        key = secrets.randbits(KEY_BITS) + 1  # another client of this seat knows no earlier keys
        self.link.post(self.session.play_table(move, self.link.next_id(), key))

    def ask_hint(self) -> None:
        """Ask for a hint without waiting; it arrives as a message. Do nothing while a move is
        unanswered. Raises IllegalMove if the terms of this race allow no hints."""
        session = self.session
        if not session.advises:
            raise IllegalMove(_("There are no hints in a race."))
        shown = session.dealing or session.board
        if shown is not None and session.race is not None and not session.outbox:
            ply = shown.ply
            asked = say.Play(id=self.link.next_id(), race=session.race.n, ply=ply, move=HINT_TEXT)
            self.link.post(asked)

    def finish(self) -> None:
        """Make the moves that certainly win the game, without waiting: the first one now, and each
        further one when the server has answered the one before. Raises IllegalMove, and sends
        nothing, if the player still has something to decide."""
        if not self.session.finish():
            raise IllegalMove(NO_FINISH)
        self._finishing = True
        self._finish_on()

    def _finish_on(self) -> None:
        """Make the next of the moves that certainly win, once earlier moves have been answered."""
        if self._finishing and not self.session.outbox:
            moves = self.session.finish()
            self._finishing = bool(moves)
            if moves:
                self.play(moves[0])

    def _play_on(self, heard: said.FromServer) -> None:
        """Make the next move of `finish` or of safe auto-play, if there is one now."""
        self._finish_on()
        refused = isinstance(heard, said.Refused)  # then it would be refused again and again
        move = None if refused else self.session.safe_move()
        if move is not None:
            self.play(move)

    def next_frame(self) -> None:
        """Ask for the next frame of a deal that is shown step by step; a frame is one step. After
        the last frame, play begins."""
        request = self.session.next_frame(self.link.next_id())
        if request is not None:
            self.link.post(request)

    def mark(self, place: Place, tilt: int) -> None:
        """Ask the server to store the tilt of a card or pile on the player's own board. A tilted
        card is drawn a little turned, as a reminder that the player has set."""
        race, (pile, index) = self.session.race, place
        if race is not None:
            number = self.link.next_id()
            self.link.post(Mark(id=number, race=race.n, pile=pile, index=index, tilt=tilt))

    def watch_board(self, seat: int) -> None:
        """Watch the board of this seat from now on, instead of a board watched before. The board is
        in `session` once the server has sent it."""
        self.session.onlooker.ask(seat)
        self.link.post(WatchBoard(id=self.link.next_id(), seat=seat))

    def watch_boards(self, seats: Sequence[int]) -> None:
        """Watch the boards of these seats side by side from now on, instead of boards watched
        before."""
        number = self.link.next_id()
        self.session.onlooker.ask_together(seats, number)
        self.link.post(WatchBoards(id=number, seats=list(seats)))

    # Messages received. ---------------------------------------------------------------------

    def _hear(self, message: said.FromServer) -> None:
        if self._record is not None and getattr(message, "id", None) == self._record:
            self._recorded(message)
            return
        if self._analysing.expects(message):
            self._analysed(message)
            return
        if self._run.quiet(message):
            return
        answered = getattr(message, "id", None)
        if answered in self._quiet:
            self._quiet.discard(answered)
            return
        wanted, aside = self.session.wants, self.session.stands_aside
        told = self.session.hear(message, now_ms())
        self.overhear(message)
        self._act_on(message, wanted, aside)
        self._ask_what_is_missing()
        self._play_on(message)
        self._tell(told)

    def _act_on(self, message: said.FromServer, wanted: str | None, aside: bool) -> None:
        """Send the requests that follow from a message without the player. `wanted` and `aside` are
        the player's vote and whether they stood aside before the message."""
        match message:
            case said.Room():
                self._asked_room = False
                self._store_commitment(message.race)
                if message.table is not None or message.common_table is not None:
                    self._send_again()
                if message.race.status == "over":
                    self._ask_record()
            case said.Over():
                self._ask_record()
            case said.NextRace():
                self._prepared(message.race, wanted, aside)
            case said.Table():
                self._asked_table = False
                self._send_again()
            case said.CommonTable():
                self._asked_table = False
            case said.Refused():
                self._refused(message)

    def _prepared(self, race: said.RaceInfo, wanted: str | None, aside: bool) -> None:
        """Store the commitment of the next race. If the player has opened this race or voted for
        its game (`wanted`), and does not stand aside, also tell the server that the player is
        ready."""
        self._store_commitment(race)
        if (self._opens or race.game == wanted) and not aside:
            nonce = secrets.token_hex(NONCE_BYTES)
            self.link.post(say.Ready(id=self.link.next_id(), nonce=nonce))

    def _line_is(self, line: ConnectionState) -> None:
        """Handle a change of the connection's state. While the connection is down, stop the race
        clock of this client, because the server may have stopped its own. The room message that the
        server sends after a reconnect sets the clock again."""
        if line is ConnectionState.DOWN:
            self.session.clock.hold(now_ms())
        self._line(line)

    @property
    def awaits_record(self) -> bool:
        """Whether the record of a finished race was requested, has not arrived yet, and can still
        arrive because the connection is up."""
        return self._record is not None and self.link.up

    def _ask_record(self) -> None:
        """Request the record of a finished race if this computer is to store it. There is no record
        yet while others may still play the deal."""
        race = self.session.race
        if self._keeps and race is not None and self.session.keeps_record:
            self._record = self.link.next_id()
            kept_as = codes.race_id(self.session.code or "", race.n)
            self.link.post(say.GetRecord(id=self._record, race=kept_as))

    def _recorded(self, answer: said.FromServer) -> None:
        """Store the record that has arrived in `answer`. If the server has refused it, do
        nothing."""
        self._record = None
        if isinstance(answer, said.Record):
            with contextlib.suppress(Failure):  # a full disk must not end the race
                keep_race(self.storage, self.server, answer.record, self.session.seat)
            race = self.session.race
            if "table_format" not in answer.record and race is not None:
                self._raced = answer.record
                self._analysing.begin(codes.race_id(self.session.code or "", race.n))
        self._tell([])

    def _analysed(self, answer: said.FromServer) -> None:
        """If the server has made the analysis of the last race, store it with the record and tell
        the player. Ignore an analysis of another record."""
        made = self._analysing.take(answer)
        if made is None or self.session.status != "over":
            return
        record = read_record(self._raced)
        self.session.analysis = read_analysis(made.analysis, record)
        if self.session.analysis is None:
            return
        kept = find_race(self.storage, record.race)
        if isinstance(kept, KeptRecord):
            with contextlib.suppress(Failure):  # a full disk must not end the race
                keep_analysis(self.storage, kept, self.session.analysis)
        self.overhear(made)
        self._tell(analysis_lines(record, self.session.analysis))

    def _store_commitment(self, race: said.RaceInfo) -> None:
        """Store the commitment of a race, and that of its series, if the race has not started. A
        commitment that arrives later would prove nothing."""
        if race.status not in ("lobby", "countdown"):
            return
        self.storage.save_commitment(self.server, race.id, race.commitment)
        series = None if race.series is None else race.series.commitment
        if series is not None:
            self.storage.save_commitment(self.server, series.name, series.commitment)

    def _send_again(self) -> None:
        next_id = self.link.next_id
        for message in (*self.session.resend(next_id), *self.session.resend_commands(next_id)):
            self.link.post(message)

    def _refused(self, refused: said.Refused) -> None:
        self._finishing = False
        if refused.id is not None and refused.id == self._entering:
            self._entering = None
            after_ms = retry_after_ms(refused.code, "watch" if self._seat is None else "resume")
            if after_ms is not None:
                self._later(self._enter_again, after_ms / 1000)
        elif self.session.outbox:
            self._later(self._look, TRY_LATER)
        elif any(sent.request == refused.id for sent in self.session.commands):
            after_ms = retry_after_ms(refused.code, "play_table") or 0
            self._later(self._send_again, after_ms / 1000)

    def _later(self, again: Callable[[], None], seconds: float) -> None:
        """Call `again` after some seconds. It repeats a request that the server has refused only
        for the moment."""
        asyncio.get_running_loop().call_later(seconds, again)

    def _look(self) -> None:
        """Ask the server for the player's table, to learn which moves the server has stored."""
        self.link.post(say.Look(id=self.link.next_id()))

    def _enter_again(self) -> None:
        for message in self._requests_on_reconnect():
            self.link.post(message)

    def _ask_what_is_missing(self) -> None:
        if self.session.needs_room and not self._asked_room:
            self._enter_again()
            self._asked_room = True
        elif self.session.needs_table and not self._asked_table:
            self._asked_table = True
            self._look()

    def _requests_on_reconnect(self) -> list[say.Request]:
        """Return the requests to send first on a new connection, which enter the room again."""
        self._asked_room = self._asked_table = False
        if self._seat is not None:
            who: say.Request = self._resume(self._seat)
        elif self._watching is not None:
            number, code = self.link.next_id(), self._watching
            who = say.Watch(id=number, code=code, invite=self._invite)
        else:
            return []
        self._entering = who.id
        return [*self._appear(), who, *self._boards(), *self._run.requests(self.session)]

    def _appear(self) -> list[say.Request]:
        """Return the requests by which friends see again that the player is on line. The list is
        empty if they did not see it before."""
        known = account_on(self.storage, self.server)
        self._quiet.clear()
        if known is None or not self._is_online:
            return []
        number = self.link.next_id()
        self._quiet.add(number)
        return [Authenticate(id=number, session=known.session), self._go_online()]

    def _boards(self) -> list[WatchBoard | WatchBoards]:
        """Return the request to watch again, after a reconnect, the boards that were watched before
        it. The list is empty if none were watched."""
        onlooker, number = self.session.onlooker, self.link.next_id()
        if onlooker.beside:
            onlooker.asked = number
            return [WatchBoards(id=number, seats=list(onlooker.beside))]
        seat = onlooker.wished
        return [] if seat is None else [WatchBoard(id=number, seat=seat)]

    def _resume(self, seat: SavedSeat) -> say.Resume:
        return say.Resume(id=self.link.next_id(), token=seat.token, code=seat.code)


def chosen_race(plan: RacePlan) -> ChosenRace:
    """Return a race that a player has chosen, in the form in which the server is told of it."""
    how = plan.terms.winnable  # the server knows how to search for the deal
    asked = {"winnable": how is not None, "difficulty": how and how.difficulty}
    terms = say.Terms.model_validate({**plan.terms.to_json(), **asked})
    return ChosenRace(
        game=plan.game.slug, options=dict(plan.game.chosen), terms=terms, bell_ms=plan.bell_ms
    )


__all__ = [
    "ConnectionLost",
    "ConnectionState",
    "RequestRefused",
    "RoomClient",
    "chosen_race",
    "now_ms",
]
