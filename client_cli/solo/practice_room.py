"""A room on this computer in which one person plays Racing Demon against computer players.

In Racing Demon all play at one common table, round after round; a series of rounds ends when
somebody has enough points. The room makes the messages of a server with the engine and gives them
to a `RoomSession`, so screens and line mode show it like any other room. No input or output; the
caller gives the time.
"""

import asyncio
from collections.abc import Callable, Sequence
from random import Random
from typing import Any

from client_cli.messages.race_terms import RacePlan, plan
from client_cli.solo.game import new_deal_number
from client_cli.state.card_marks import Place
from client_cli.state.session import RoomSession
from engine.cards import SUITS, deal_number_seed
from engine.computer_players.pace import PACES, Occasion, delay_ms, late_ms
from engine.errors import IllegalMove, Overtaken
from engine.moves import Resign, Turn
from engine.racing_demon.game import Claim, RacingDemon, TableMove
from engine.racing_demon.players import RacingPlayer
from engine.racing_demon.record import Command, TableRecord, TableSeat, results
from engine.racing_demon.scores import Series
from engine.racing_demon.state import RoundEnd, RoundState, RoundStep, SeatView
from engine.view import View
from protocol import from_server as said
from protocol.message import Request
from protocol.rooms import common_tables as table
from protocol.rooms.computer_players import ComputerPlayer
from protocol.texts import _

CODE = "TABLE1"
YOU = 0
"""The seat of the person; the computer players have the seats after it."""
FIRST_LOOK_MS = 1_500
"""How long everybody looks at a new deal."""
LEFT_MS = 5
"""The longest time for which moves that are due are left, in milliseconds."""
NOT_HERE = _("That needs a room on a server.")


class PracticeRoom:
    """The room. It implements `client_cli.net.room_protocol.RoomProtocol`.

    Three functions are given by the caller. `tell` is called after every message, with the
    sentences to show. `keep` is called at the end of each round, with its record. `now` returns the
    present time in milliseconds. While `run` runs, the computer players move.
    """

    def __init__(
        self,
        rules: RacingDemon,
        bots: Sequence[ComputerPlayer],
        now: Callable[[], int],
        deal: int | None = None,
        name: str = "",
        random: Random | None = None,
    ) -> None:
        self.session = RoomSession()
        self.tell: Callable[[Sequence[str]], None] = lambda _: None
        self.overhear: Callable[[said.FromServer], None] = lambda _: None
        self.keep: Callable[[TableRecord], None] = lambda _: None
        self._now, self._rules, self._bots = now, rules, tuple(bots)
        self._names = [
            name or _("Player"),
            *(_("Computer {n}", n=n) for n in range(1, len(bots) + 1)),
        ]
        self._series = Series(1 + len(bots), int(rules.chosen["target"]))
        self._random = random or Random()
        self._race, self._seq, self._number, self._request = 1, 1, 0, 0
        self._begin(deal or new_deal_number())
        self._hear(self.whole_room())

    def _begin(self, deal: int) -> None:
        """Deal a round."""
        rules = self._rules
        seats = len(self._names)
        self.deal = deal
        self.state: RoundState = rules.deal(rules.packs(deal_number_seed(deal), seats))
        self._number, self._began = 0, self._now()
        self._commands: list[Command] = []
        pick = self._random.randrange
        self._players = [
            RacingPlayer(rules, bot.strength, at, pick) for at, bot in enumerate(self._bots, 1)
        ]
        self._due = [self._began + FIRST_LOOK_MS + self._pause(bot) for bot in self._bots]
        self._noticed: list[set[Claim]] = [set() for _ in self._bots]

    def _pause(self, bot: ComputerPlayer, move: TableMove | None = None) -> int:
        """Return the milliseconds until the next move of a computer player, after `move`."""
        occasion = Occasion(turned=isinstance(move, Turn))
        return delay_ms(PACES[bot.pace], occasion, self._random.random())

    def _overlooks(self, at: int) -> int:
        """Return how many milliseconds later than usual the computer player at position `at`
        notices a claim that has become possible since its last move; 0 if at once."""
        legal = self._rules.legal(self.state, at)
        claims = {move for move in legal if isinstance(move, Claim)}
        fresh, self._noticed[at - 1] = claims - self._noticed[at - 1], claims
        pace, chance = PACES[self._bots[at - 1].pace], self._random.random
        return late_ms(pace, chance(), chance()) if fresh else 0

    # The computer players. ------------------------------------------------------------------

    async def run(self) -> None:
        """Make the moves of the computer players when they are due, and end the round when its time
        is up. Runs until it is cancelled."""
        while True:
            self.step()
            waits = min([LEFT_MS * 20, *(due - self._now() for due in self._due)])
            await asyncio.sleep(max(LEFT_MS, waits) / 1000)

    def step(self) -> None:
        """Make the moves that are due now."""
        if self._over:
            return
        if self._rings():
            return
        for at, (bot, player) in enumerate(zip(self._bots, self._players, strict=True), 1):
            if self.state.over is None and self._now() >= self._due[at - 1]:
                if late := self._overlooks(at):
                    self._due[at - 1] += late
                    continue
                move = player.move(self._rules.view(self.state))
                self._due[at - 1] = self._now() + self._pause(bot, move)
                if move is not None:
                    self._play(at, move)

    def _rings(self) -> bool:
        """End the round if its bell is due. Return whether that was done."""
        if self._over or self._clock() < self._bell_ms():
            return False
        self._changed([], RoundStep(self._rules.ring(self.state), ()), self._bell_ms())
        return True

    def _clock(self) -> int:
        return self._now() - self._began

    def _bell_ms(self) -> int:
        return self._rules.book.bell_minutes * 60_000

    # Moves. ---------------------------------------------------------------------------------

    def _play(self, seat: int, move: TableMove) -> None:
        """Make a move of a seat. Raises IllegalMove and Overtaken."""
        ms = min(self._clock(), self._bell_ms() - 1)  # the bell may have rung just now
        step = self._rules.play(self.state, seat, move)
        self._number += 1
        text = self._rules.codec.to_text(move)
        self._commands.append(Command(ms, seat, text))
        events = [table.TableEvent.model_validate(event.to_json()) for event in step.events]
        told = table.TableCommand(number=self._number, seat=seat, move=text, events=events)
        self._changed([told], step, ms)

    def _changed(self, commands: list[table.TableCommand], step: RoundStep, ms: int) -> None:
        """Tell the changes that were made at race time `ms`, and the end of the round if it is
        over."""
        before, self.state = self.state, step.state
        self._hear(self._change(before, commands))
        if step.state.over is not None:
            self.keep(self._record(step.state.over, ms))
            self._finish()

    def _change(self, before: RoundState, commands: list[table.TableCommand]) -> said.TableChanged:
        old, new = self._rules.view(before), self._rules.view(self.state)
        seats = []
        for seat, (was, now) in enumerate(zip(old.seats, new.seats, strict=True)):
            piles = {n: p for n, p in now.view.piles.items() if p != was.view.piles[n]}
            if was != now:
                seats.append(
                    table.ChangedTableSeat(seat=seat, changed=View(piles, {}), **_figures(now))
                )
        return said.TableChanged(
            race=self._race,
            ms=self._clock(),
            commands=commands,
            foundations=[
                each
                for each in self._foundations()
                if before.foundations[each.index : each.index + 1]
                != self.state.foundations[each.index : each.index + 1]
            ],
            seats=seats,
            shifts=self.state.shifts,
            emptied=list(self.state.emptied),
            over=self._table_over(),
        )

    def _finish(self) -> None:
        """End the round: its results, and the series after it."""
        state, rules = self.state, self._rules
        gone = [at for at, board in enumerate(state.boards) if board.resigned]
        scores = [rules.points(state, at) for at in range(len(self._names))]
        self._series = self._series.after(scores, gone)
        ranked = Series(len(self._names), 0).after(scores, gone).places()
        placed = [
            said.Result(place=each.place, standing=self._standing(each.seat)) for each in ranked
        ]
        self._seq += 1
        self._hear(
            said.Over(
                seq=self._seq,
                race=self._race,
                ended_ms=self._clock(),
                results=placed,
                opened=None,
                series=self._series_info(),
            )
        )

    def _record(self, end: RoundEnd, ended_ms: int) -> TableRecord:
        """Return the record of the round, which has ended at race time `ended_ms`."""
        seats = tuple(TableSeat(seat, name) for seat, name in enumerate(self._names))
        return TableRecord(
            race=f"solo-{self.deal}",
            game=self._rules,
            deal_number=self.deal,
            commitment=None,
            secret=None,
            nonces={},
            seed=deal_number_seed(self.deal),
            bell_ms=self._bell_ms(),
            ended_ms=ended_ms,
            seats=seats,
            commands=tuple(self._commands),
            end=end,
            results=tuple(results(self._rules, self.state, seats)),
        )

    def _standing(self, seat: int) -> said.SeatStanding:
        state, over = self.state, self.state.over
        best = self._rules.progress(state, seat)
        return said.SeatStanding(
            seat=seat,
            result="complete" if over else None,
            reason="resigned" if state.boards[seat].resigned else None,
            progress=best,
            best=best,
            tie_break=0,
            reached_ms=self._clock(),
            points=self._rules.points(state, seat),
            ended_ms=self._clock() if over else None,
            moves=0,
            clean=True,
        )

    # Messages. ------------------------------------------------------------------------------

    def _hear(self, message: said.FromServer) -> None:
        told = self.session.hear(message, self._now())
        self.overhear(message)
        self.tell(told)

    def _foundations(self) -> list[table.CommonFoundation]:
        return [
            table.CommonFoundation(
                index=index,
                suit=SUITS[each.suit],  # type: ignore[arg-type] # one of the four letters
                height=each.height,
                owners=list(each.owners),
                closed=each.closed,
            )
            for index, each in enumerate(self.state.foundations)
        ]

    def _table_over(self) -> table.TableOver | None:
        over = self.state.over
        if over is None:
            return None
        return table.TableOver(result="complete", reason=over.reason, out=over.out)

    def whole_table(self) -> said.CommonTable:
        """Return the message with the whole table."""
        view = self._rules.view(self.state)
        return said.CommonTable(
            id=None,
            race=self._race,
            number=self._number,
            clock_ms=self._clock(),
            delay_ms=0,
            foundations=self._foundations(),
            seats=[
                table.TableSeat(seat=seat, view=each.view, **_figures(each))
                for seat, each in enumerate(view.seats)
            ],
            shifts=self.state.shifts,
            emptied=list(self.state.emptied),
            over=self._table_over(),
        )

    def _series_info(self) -> table.SeriesInfo:
        series = self._series
        return table.SeriesInfo(
            round=len(series.rounds) if self._over else len(series.rounds) + 1,
            target=series.target,
            seats=[
                table.SeriesSeat(
                    place=each.place,
                    seat=each.seat,
                    name=self._names[each.seat],
                    rounds=[scores[each.seat] for scores in series.rounds],
                    points=each.points,
                    gone=each.left,
                )
                for each in series.places()
            ],
            over=series.over,
        )

    def _race_info(self) -> said.RaceInfo:
        chosen = plan(self._rules, None, None)
        return said.RaceInfo(
            id=f"{CODE}-{self._race}",
            n=self._race,
            game=self._rules.slug,
            options=dict(self._rules.chosen),
            terms=said.Terms.model_validate(chosen.terms.to_json()),
            bell_ms=self._bell_ms(),
            commitment="",
            status="running",
            clock_ms=self._clock(),
            ranked_by=self._rules.ranked_by,
            series=self._series_info(),
        )

    def whole_room(self) -> said.Room:
        """Return the message with the whole room."""
        members = [
            said.Member(
                seat=seat,
                name=name,
                here=True,
                ready=True,
                racing=True,
                bot=seat != YOU,
                player=None if seat == YOU else self._bots[seat - 1],
            )
            for seat, name in enumerate(self._names)
        ]
        return said.Room(
            id=None,
            seq=self._seq,
            code=CODE,
            seat=YOU,
            host=YOU,
            members=members,
            race=self._race_info(),
            standings=[],
            results=None,
            opened=None,
            common_table=self.whole_table(),
        )

    # What the person does. ------------------------------------------------------------------

    def play_table(self, move: TableMove) -> None:
        """Make a move of the person. If the rules forbid it or the time is up, raise IllegalMove.
        If another player has taken the place on a foundation first, the session gets a refusal
        instead."""
        self._rings()
        self._request += 1
        self.session.play_table(move, self._request, self._request)
        try:
            self._play(YOU, move)
        except Overtaken as late:
            taken = table.OvertakenClaim(
                foundation=0, seat=late.seat, height=late.height, top=late.top
            )
            self._refuse(late, taken)
        except IllegalMove as refusal:
            self._refuse(refusal, None)

    def _refuse(self, refusal: IllegalMove, taken: table.OvertakenClaim | None) -> None:
        self._hear(
            said.Refused(id=self._request, code=refusal.code, error=str(refusal), overtaken=taken)
        )

    @property
    def _over(self) -> bool:
        """Whether the round is over."""
        return self.state.over is not None

    async def rematch(self, plan: RacePlan | None = None) -> None:
        """Begin the next round or, after the end of the series, another series. Do nothing while a
        round runs. Only on a server can there be another race, `plan`."""
        if plan is not None:
            self.tell([NOT_HERE])
        if plan is not None or not self._over:
            return
        if self._series.over:
            self._series = Series(len(self._names), int(self._rules.chosen["target"]))
        self._race, self._seq = self._race + 1, self._seq + 1
        self._begin(new_deal_number())
        self._hear(self.whole_room())

    async def leave(self) -> None:
        """Resign for the person; the round goes on without them. Do nothing if the round is
        over."""
        if not self._over:
            self.play_table(Resign())

    async def ready(self) -> None:
        await self.rematch()

    async def unready(self) -> None:
        """Do nothing: a round here begins at once."""

    async def start(self) -> None:
        await self.rematch()

    async def vote(self, slug: str) -> None:  # noqa: ARG002
        self.tell([NOT_HERE])

    async def request(self, kind: type[Request], **fields: Any) -> None:  # noqa: ARG002
        self.tell([NOT_HERE])

    def play(self, move: Any) -> None:  # noqa: ARG002
        self.tell([NOT_HERE])

    def ask_hint(self) -> None:
        self.tell([NOT_HERE])

    def finish(self) -> None:
        self.tell([NOT_HERE])

    def next_frame(self) -> None:
        self.tell([NOT_HERE])

    def mark(self, place: Place, tilt: int) -> None:
        """Do nothing. Elsewhere a player may tilt a card as a reminder, but not at a common
        table."""

    def watch_board(self, seat: int) -> None:
        """Do nothing: everybody sees the whole table."""

    def watch_boards(self, seats: Sequence[int]) -> None:
        """Do nothing: everybody sees the whole table."""


def _figures(seat: SeatView) -> dict[str, Any]:
    told = seat._asdict()
    del told["view"]
    return told
