"""What a client knows of one room, and what follows from that for the screens, such as whether the
player may ask for a hint.

A seat is a numbered place in a room. A standing is the figures of one contestant in a race: result,
progress, time, moves. In most games each contestant plays on a table of their own; in Racing Demon
all play at one common table. A watched deal is shown step by step before play; each step is a
frame. In some races the server calls the next card, and each contestant must place this called card
in a given time.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from client_cli.features.crowns import CrownStatus
from client_cli.state.card_marks import CardMarks
from client_cli.state.common_table import InFlight, SentCommand, in_flight
from client_cli.state.deal_frames import DealFrames
from client_cli.state.race_clock import RaceClock
from client_cli.state.spectator import Spectator, WatchedBoard
from client_cli.state.types import (
    UNTOUCHED,
    OwnBoard,
    SessionMember,
    UnansweredMove,
)
from client_cli.terminal.pile_labels import grid_of
from engine.aids import finish, safe_move
from engine.errors import HiddenCard, IllegalMove
from engine.games import AnyGame
from engine.races.ranking import Placed, Standing, rank
from engine.racing_demon.game import RacingDemon
from engine.racing_demon.state import RoundState
from engine.rules import Rules
from engine.rules import rules as rules_of
from engine.solver.analysis import AnalysisDocument
from engine.table import State
from engine.takeback import PRACTICE, UNDO
from protocol import codes
from protocol import from_server as said
from protocol.rooms.common_tables import SeriesInfo, TableCommand
from protocol.rooms.known_table import KnownTable
from protocol.rooms.room_settings import Ballot, RoomScore, Settings
from protocol.texts import _


@dataclass
class KnownRoom:
    """The state of one room as far as the server's messages have told it. Screens and line mode
    read it. The subclass `RoomSession` changes it by the server's messages."""

    code: str | None = None
    seat: int | None = None
    host: int | None = None
    settings: Settings = field(default_factory=Settings)
    previous_settings: Settings = field(default_factory=Settings)
    """The settings of the room before their latest change."""
    invite: str | None = None
    watchers: int = 0
    muted: set[int] = field(default_factory=set)
    """Seats whose chat is not shown to this player."""
    phrases_muted: bool = False
    talk_hidden: bool = False
    """Whether all chat of others is hidden, including set phrases."""
    seq: int = 0
    members: dict[int, SessionMember] = field(default_factory=dict)
    race: said.RaceInfo | None = None
    status: said.Status = "lobby"
    game: Rules | None = None
    """The rules of the game of the current race, whether a patience or a game at a common table."""
    clock: RaceClock = field(default_factory=RaceClock)
    board: OwnBoard | None = None
    dealing: DealFrames | None = None
    """The frame of a watched deal that the player is looking at. It is shown instead of the board
    until it is dismissed."""
    call: int | None = None
    """The number, from 1, of the latest called card; None in races without calls."""
    standings: dict[int, Standing] = field(default_factory=dict)
    untouched: Standing = UNTOUCHED
    """The standing of a seat that has not moved. It can be above zero, because in some games cards
    count from the deal on."""
    results: list[Placed] | None = None
    opened: said.Opened | None = None
    analysis: AnalysisDocument | None = None
    """The analysis of the last race; None until the server has made it."""
    votes: dict[int, Ballot] = field(default_factory=dict)
    """The votes for the next game by seat, in the order in which they were cast."""
    wins: list[RoomScore] = field(default_factory=list)
    """How many races of the room each player has won, most wins first."""
    notices: list[str] = field(default_factory=list)
    marks: CardMarks = field(default_factory=CardMarks)
    """The tilt marks on the player's own table."""
    onlooker: Spectator = field(default_factory=Spectator)
    grids: dict[int, WatchedBoard] = field(default_factory=dict)
    """The grids of all contestants, by seat, as they were when all had placed the latest called
    card. Empty if the race does not show them."""
    run: CrownStatus | None = None
    """The player's crown run; None until the server has sent it."""
    outbox: list[UnansweredMove] = field(default_factory=list)
    common: KnownTable | None = None
    """The common table of a race whose contestants share one, as the server last told it."""
    commands: list[SentCommand] = field(default_factory=list)
    """The player's unanswered moves at the common table."""
    unseen: list[TableCommand] = field(default_factory=list)
    """Commands at the common table that the player has not been shown yet, the oldest first. Who
    shows them takes them with `seen`."""
    series: SeriesInfo | None = None
    """The series that the current round of Racing Demon belongs to."""
    needs_room: bool = False
    """A message was missed: the client must ask for the room again (`resume` or `watch`)."""
    needs_table: bool = False
    """The server has stored a number of moves that differs from the number known here. The client
    must ask for the table (`look`)."""

    @property
    def rules(self) -> AnyGame | None:
        """The rules of the current race's game, if each contestant has a table of their own;
        otherwise None."""
        return None if isinstance(self.game, RacingDemon) else self.game

    # What a screen asks. --------------------------------------------------------------------

    @property
    def is_host(self) -> bool:
        return self.seat is not None and self.seat == self.host

    @property
    def raced_once(self) -> bool:
        """Whether others play the deal of the current race in other rooms, as in a daily deal or a
        tournament. Such a race has no rematch, and its id does not contain the code of this
        room."""
        race = self.race
        return race is not None and race.id != codes.race_id(self.code or "", race.n)

    @property
    def keeps_record(self) -> bool:
        """Whether the record of the finished race, a document with which anybody can check it, is
        to be stored on this computer. It is, if the player has a seat and the server has published
        the secret from which the deal was made."""
        return self.seat is not None and self.opened is not None

    @property
    def racing(self) -> bool:
        """Whether the player is a contestant of the current race."""
        return self._me is not None and self._me.racing

    @property
    def plays(self) -> bool:
        """Whether the player has still to play: they are a contestant of a race that counts down or
        runs, and their own game is not over."""
        under_way = self.racing and self.status in ("countdown", "running")
        if self.common is not None:
            return under_way and self.sits_at_table
        return under_way and (self.board is None or self.board.over is None)

    @property
    def table_rules(self) -> RacingDemon | None:
        """The rules of the current race's game, if its contestants play at a common table;
        otherwise None."""
        return self.game if isinstance(self.game, RacingDemon) else None

    @property
    def sits_at_table(self) -> bool:
        """Whether the player plays at the common table: the round is not over, and the player has
        not resigned."""
        table = self.common
        at = None if table is None else table.position(self.seat)
        if table is None or at is None:
            return False
        return table.state.over is None and not table.state.boards[at].resigned

    def common_ahead(self) -> RoundState | None:
        """Return the common table as it will be after the player's moves that the server has not
        answered yet. Return None if it cannot be computed, because one of these moves turns a card
        up or is no longer legal."""
        table = self.common
        at = None if table is None else table.position(self.seat)
        if table is None or at is None:
            return None
        state = table.state
        try:
            for sent in self.commands:
                state = table.rules.moved(state, at, sent.move).state
        except (HiddenCard, IllegalMove):
            return None
        return state

    @property
    def wants(self) -> str | None:
        """The slug of the game that the player has voted for; None if they have not voted."""
        own = None if self.seat is None else self.votes.get(self.seat)
        return None if own is None else own.game

    @property
    def stands_aside(self) -> bool:
        """Whether the player takes no part in races."""
        return self._me is not None and self._me.aside

    @property
    def covered(self) -> bool:
        """Whether the player has taken a break from the running race, during which their board is
        covered."""
        return self._me is not None and self._me.covered and self.status == "running"

    @property
    def _me(self) -> SessionMember | None:
        return None if self.seat is None else self.members.get(self.seat)

    @property
    def may_join_late(self) -> bool:
        """Whether the player may join the running race now: they have a seat, are not a contestant
        yet, and the room's settings allow it."""
        race = self.race
        if race is None or self.status != "running" or race.terms.call_ms is not None:
            return False
        return self.seat is not None and self.settings.late and not self.racing

    @property
    def dealt(self) -> bool:
        """Whether there are cards to draw: the player's own table, a frame of a watched deal, or
        the common table at which the player sits."""
        sits = self.common is not None and self.common.position(self.seat) is not None
        return sits or self.board is not None or self.dealing is not None

    @property
    def needs_invite(self) -> bool:
        """Whether the player is the host of an invite-only room and does not know its invitation
        word yet."""
        return self.is_host and self.settings.invite_only and self.invite is None

    def name(self, seat: int) -> str:
        member = self.members.get(seat)
        return member.name if member else _("seat {n}", n=seat + 1)

    def who(self, seat: int) -> str:
        """Return the name of the player at a seat for the middle of a sentence; `you` for this
        player's own seat."""
        return _("you") if seat == self.seat else self.name(seat)

    def ranking(self) -> list[Placed]:
        """Return the standings of all contestants with their places, the first place first. Once
        the race is over, they are the final results."""
        if self.results is not None:
            return self.results
        racing = [s for s in self.standings.values() if s.seat in self.members]
        winners = self.race.terms.winners if self.race else "time"
        return rank(racing, self.game.ranked_by, winners) if self.game else []

    def fresh(self, seat: int) -> Standing:
        """Return the standing of a contestant at `seat` who has not moved."""
        return self.untouched._replace(seat=seat)

    def set_untouched(self, state: State[Any], progress: int, points: int | None) -> None:
        """Set the standings of all contestants who have not moved. `state`, `progress` and `points`
        are those of the position right after the deal."""
        if self.rules is None:
            return
        tie_break = self.rules.tie_break(state)
        self.untouched = UNTOUCHED._replace(best=progress, tie_break=tie_break, points=points)
        for seat, known in self.standings.items():
            if not known.moves and known.result is None:
                self.standings[seat] = self.fresh(seat)

    def state(self) -> State[Any] | None:
        """Return the position on the player's own table or, during a watched deal, in the frame
        that the player is looking at. None before the deal."""
        if self.rules is not None and self.dealing is not None:
            return self.rules.state_of(self.dealing.view)
        return self.board.state if self.board else None

    def ahead(self) -> State[Any] | None:
        """Return the position on the player's own table as it will be after the moves that the
        server has not answered yet. Return None if it cannot be computed, because one of these
        moves turns a card up, takes a move back or is no longer legal."""
        if self.board is None or self.rules is None:
            return None
        state = self.board.state
        try:
            for waiting in self.outbox:
                if waiting.move is UNDO:
                    return None
                state = self.rules.play(state, waiting.move).state
        except (HiddenCard, IllegalMove):
            return None
        return state

    def seen(self) -> list[TableCommand]:
        """Return the commands at the common table that the player has not been shown yet, oldest
        first. From now on they count as shown."""
        shown, self.unseen = self.unseen, []
        return shown

    def in_flight(self) -> InFlight | None:
        """Return the common table to draw, including the player's moves that the server has not
        answered yet. Return None if there is no common table."""
        return None if self.common is None else in_flight(self.common, self.seat, self.commands)

    def finish(self) -> Sequence[Any]:
        """Return the moves that certainly win the player's game, in order. The sequence is empty if
        a win is not certain yet, or if no moves can be made now."""
        state = self.ahead()
        if state is None or self.rules is None or self.covered or self.status != "running":
            return ()
        return () if self.dealing is not None else finish(self.rules, state)

    def safe_move(self) -> Any:
        """Return the next move of safe auto-play, which builds cards that can never be wanted
        again. Return None if the race has no safe auto-play, if no move is safe, or if no moves can
        be made now. Also return None after a move was taken back, because it would be made
        again."""
        board, rules, race = self.board, self.rules, self.race
        if board is None or rules is None or race is None or not race.terms.safe_play:
            return None
        waits = self.outbox or self.covered or self.dealing is not None or board.redo is not None
        return None if waits or self.status != "running" else safe_move(rules, board.state)

    @property
    def takes_back(self) -> bool:
        """Whether moves may be taken back in this race."""
        return self.race is not None and self.race.terms.take_back != "none"

    @property
    def advises(self) -> bool:
        """Whether the player may ask for hints. They may in a game alone that the server has dealt,
        but not in a race against the recorded game of somebody else."""
        race = self.race
        practice = race is not None and race.terms.take_back == PRACTICE and race.ghost is None
        return practice and self.dealt

    @property
    def redo(self) -> Any:
        """The move that the player has taken back most recently and can make again. None if there
        is none, or while a move is unanswered."""
        return None if self.board is None or self.outbox else self.board.redo

    @property
    def is_stuck(self) -> bool:
        """Whether the game has no legal move left but goes on, because a move can be taken back."""
        board, rules, race = self.board, self.rules, self.race
        if board is None or rules is None or race is None or board.over is not None:
            return False
        return race.terms.take_back == PRACTICE and not rules.legal(board.state).moves

    @property
    def awaits_call(self) -> bool:
        """Whether the player waits for the next card to be called."""
        race, rules, board = self.race, self.rules, self.board
        if race is None or race.terms.call_ms is None or rules is None or board is None:
            return False
        grid = grid_of(rules, board.state)
        return grid is not None and grid.next is None and board.over is None

    @property
    def thinking(self) -> list[int]:
        """The seats of the other contestants who have not yet placed the latest called card, in
        ascending order. Empty in races without called cards."""
        if self.call is None or self.status != "running":
            return []
        return [
            seat
            for seat, standing in sorted(self.standings.items())
            if standing.moves < self.call and standing.result is None and seat != self.seat
            if seat in self.members and not self.members[seat].left
        ]

    def begin(self, race: said.RaceInfo, now_ms: int) -> None:
        """Take over the current race from a message and set the race clock. If it is another race
        than before, forget the tables, the unanswered moves and the tilt marks (cards that the
        player has turned as a reminder) of the race before."""
        if self.race is None or self.race.id != race.id:
            self.board, self.dealing, self.outbox, self.grids = None, None, [], {}
            self.marks, self.onlooker, self.untouched = CardMarks(), Spectator(), UNTOUCHED
            self.common, self.commands, self.unseen = None, [], []
        self.race, self.status, self.series = race, race.status, race.series
        self.game = rules_of(race.game, race.options)
        self.votes = {ballot.seat: ballot for ballot in race.votes}
        self.clock.reset(race.bell_ms, race.starts_in_ms, race.clock_ms, now_ms)
        self.call = race.call
        self.clock.called(race.call_ms, now_ms)
        if race.status == "over":
            self.clock.stop(race.clock_ms or 0)
