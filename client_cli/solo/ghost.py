"""Ghost races: the player plays the deal of a finished record again, against one of its
contestants.

The record is the document of an earlier race. The ghost is the contestant: its standing (its
figures in the race) changes at the times at which it changed in the record. Like a rival in a race,
a ghost shows figures and never cards. This file does no input or output.
"""

from bisect import bisect_right
from typing import TYPE_CHECKING, NamedTuple

from client_cli.messages.game import clock, score
from engine.races import record as records
from engine.races.board import GameBoard, standing
from engine.races.ranking import Placed, Standing, rank
from engine.races.record import Record, SeatRecord
from engine.races.timeline import boards
from protocol.texts import _

if TYPE_CHECKING:
    from client_cli.state.session import RoomSession

YOU, GHOST = 0, 1
"""Seat numbers of the player and of the ghost in a ghost race."""


class RecordedGhost(NamedTuple):
    """One contestant of a finished record, as the rival in a ghost race. `steps` has a race time in
    milliseconds and the contestant's standing from then on: the first for the deal, then one for
    each move."""

    record: Record
    seat: SeatRecord
    steps: tuple[tuple[int, Standing], ...]

    @classmethod
    def of(cls, record: Record, seat: SeatRecord) -> "RecordedGhost":
        """Return the ghost of the contestant `seat` of a record. Raises EngineError for an illegal
        move in the record."""
        steps = [
            (entry.ms if entry else 0, standing(record.game, GHOST, board, None))
            for entry, board in boards(record, seat)
        ]
        return cls(record, seat, tuple(steps))

    @property
    def name(self) -> str:
        return _("{name}'s ghost", name=self.seat.name)

    @property
    def record_ghost(self) -> records.Ghost:
        """The reference to this ghost that the record of a ghost race contains."""
        return records.Ghost(self.record.race, self.seat.seat, self.seat.name)

    def at(self, ms: int) -> Standing:
        """Return the ghost's standing at race time `ms`."""
        after = bisect_right(self.steps, ms, key=lambda step: step[0])
        return self.steps[max(0, after - 1)][1]

    def final(self) -> Standing:
        """Return the final standing of the ghost, as recorded."""
        placed = next(p for p in self.record.results if p.standing.seat == self.seat.seat)
        return placed.standing._replace(seat=GHOST)

    def ranked(self, own: Standing, ghost: Standing) -> list[Placed]:
        """Return the standings of the player and of the ghost with their places, the winner first,
        by the terms of the recorded race."""
        game, winners = self.record.game, self.record.terms.winners
        return rank([own._replace(seat=YOU), ghost], game.ranked_by, winners)

    def session(self, board: GameBoard, ms: int, now_ms: int) -> "RoomSession":
        """Return the ghost race at race time `ms` as a RoomSession, so that screens can draw it
        like a race on a server. `board` is the player's board. `now_ms` is the present time of the
        client's monotonic clock."""
        # Messages of rooms are slow to import, and a game without a ghost does not need them.
        from client_cli.state.session import RoomSession
        from client_cli.state.types import SessionMember
        from protocol import from_server as said

        game, record = self.record.game, self.record
        race = said.RaceInfo(
            id=record.race,
            n=1,
            game=game.slug,
            options=dict(game.chosen),
            terms=said.Terms.model_validate(record.terms.to_json()),
            bell_ms=record.bell_ms or 0,
            commitment=record.commitment or "",
            status="running",
        )
        names = enumerate(("you", self.name))
        members = {seat: SessionMember(seat, name, True, True, True) for seat, name in names}
        own, ghost = standing(game, YOU, board, None), self.at(ms)
        session = RoomSession(
            seat=YOU,
            members=members,
            race=race,
            game=game,
            status="running",
            standings={YOU: own, GHOST: ghost},
        )
        if record.bell_ms is not None:
            session.clock.reset(record.bell_ms, None, ms, now_ms)
        return session

    def verdict(self, own: Standing) -> str:
        """Return a sentence that says who has won. `own` is the player's final standing."""
        ghost, game = self.final(), self.record.game
        placed = {p.standing.seat: p.place for p in self.ranked(own, ghost)}
        mine, theirs = score(game, own), score(game, ghost)
        if placed[YOU] == placed[GHOST]:
            return _("You and {name} are equal: {mine}.", name=self.name, mine=mine)
        if placed[YOU] < placed[GHOST]:
            return _(
                "You beat {name}: {mine}, against {theirs}.",
                name=self.name,
                mine=mine,
                theirs=theirs,
            )
        return _(
            "{name} wins: {theirs}, against your {mine}.", name=self.name, theirs=theirs, mine=mine
        )

    def introduction(self) -> str:
        """Return a sentence about the ghost: its name, its result, and after how much time the race
        ends."""
        bell = (
            _(", time limit {bell}", bell=clock(self.record.bell_ms))
            if self.record.bell_ms is not None
            else ""
        )
        return _(
            "Against {name}, unranked{bell}: {score}.",
            name=self.name,
            bell=bell,
            score=score(self.record.game, self.final()),
        )
