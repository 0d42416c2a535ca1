"""Entries of the results log: one for each race, and one for each race that is voided.

Entries contain no names. An account is shown under its present name. The name of a guest, who has
no account, is only in the record of the race, and is shown as long as the record is stored. A seat
is the numbered place of a player in the room of a race.
"""

from collections.abc import Container, Iterator, Mapping
from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter

from engine.options import Value, canonical
from engine.races.ranking import RankedBy, Standing, rank
from engine.solver.difficulty_classes import Difficulty
from protocol.codes import race_id
from server.boards.seat_standing import StoredStanding
from server.rooms import daily_deals
from server.rooms.state import Race, Room

UNTOLD = 2**53
"""Stands for a server time that is not known yet. It is later than any server time."""


class LogEntry(BaseModel):
    """Base of the entries of the results log. An entry is about the race with the id `race`. `at`
    is the server time at which the race ended or was voided."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    race: str
    at: int


class LoggedContestant(BaseModel):
    """The result of one seat in a finished race. Guests are included too, because the places of the
    other contestants depend on the guests' results. `best` is the highest progress that the game
    reached, `reached_ms` the race time at which it did. `tie_break` decides between contestants
    with equal progress. `clean` says that no move was taken back and no hint asked for."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    seat: int
    account: str | None
    bot: bool
    place: int
    result: Literal["won", "lost", "complete"] | None
    reason: Literal["stuck", "resigned", "timeout"] | None
    best: int
    tie_break: int
    reached_ms: int
    points: int | None
    ended_ms: int | None
    moves: int
    clean: bool

    @property
    def made(self) -> int:
        """The number of moves made. Giving up the game is stored as a move but does not count as
        one here."""
        return self.moves - (self.reason == "resigned")


class LoggedRace(LogEntry):
    """A finished race.

    `daily` is the name of the daily deal that was played. `session` is the name of the deal if it
    belongs to a tournament or a crown race, an event in which several accounts play the same deals.
    Each is None in other races. `winnable` says that the deal was a winnable deal, which the solver
    had won before, and `difficulty` the class that was chosen for it, None for any; such races have
    leaderboards of their own. `sent_away` are the seats whose
    games the host ended by kicking the player; `absent` are the seats whose players never came.
    """

    e: Literal["raced"] = "raced"
    game: str
    options: dict[str, Value]
    ranked_by: RankedBy
    format: str
    winners: str
    take_back: str
    bell_ms: int
    ended_ms: int
    daily: str | None
    session: str | None = None
    winnable: bool = False
    difficulty: Difficulty | None = None
    contestants: tuple[LoggedContestant, ...]
    sent_away: tuple[int, ...] = ()
    absent: tuple[int, ...] = ()

    @property
    def identity(self) -> str:
        """The game and its options as one text, and whether the deal was a winnable one, of any
        difficulty or of a chosen one. The leaderboards of the game are stored under this text."""
        game = f"{self.game} {canonical(self.options)}"
        return board_subject(game, self.difficulty, winnable=self.winnable)

    @property
    def told_at(self) -> int:
        """The server time from which the result is public, 0 for at once.

        The result of a daily deal becomes public together with the deal. The result of a deal of a
        tournament or a crown race becomes public later than the race, at a time that is not known
        in advance. In this case the value is UNTOLD.
        """
        if self.session is not None:
            return UNTOLD
        deal = None if self.daily is None else daily_deals.named(self.daily)
        return 0 if deal is None else deal.told_at

    def accounts(self) -> Iterator[LoggedContestant]:
        """Yield the contestants with an account, best place first. If an account held several
        seats, only its best one is yielded."""
        seen = set[str]()
        for one in self.contestants:
            if one.account is not None and one.account not in seen:
                seen.add(one.account)
                yield one

    def rivals(self) -> Iterator[LoggedContestant]:
        """Yield the contestants with an account whose results count between rivals (accounts that
        raced each other). Players who never came are left out. Players who were kicked are left out
        too, so that a host gains nothing by kicking the leader. In a race of a winnable deal nobody
        counts."""
        return (one for one in self.accounts() if not self.winnable and not self.left_out(one.seat))

    def left_out(self, seat: int) -> bool:
        """Return whether the game of a seat does not count, because the player was kicked or never
        came."""
        return seat in self.sent_away or seat in self.absent

    @property
    def played(self) -> bool:
        """Whether any contestant with an account has made a move."""
        return any(one.made > 0 for one in self.accounts())


class LoggedVoid(LogEntry):
    """An entry of the results log that voids the race with the id `race`, so that it no longer
    counts. `voids` is the number of the entry that has the result of that race."""

    e: Literal["voided"] = "voided"
    why: str
    voids: int = 0


AnyEntry = Annotated[LoggedRace | LoggedVoid, Field(discriminator="e")]
"""The type of an entry of the results log: a finished race, or the voiding of a race."""
_ADAPTER: TypeAdapter[LoggedRace | LoggedVoid] = TypeAdapter(AnyEntry)


def board_subject(game: str, difficulty: Difficulty | None = None, *, winnable: bool) -> str:
    """Return the name under which leaderboards of a game are stored: those of its winnable deals
    whose class of difficulty was chosen, those of its other winnable deals, or those of all other
    deals. `game` is the game with its options as one text."""
    if not winnable:
        return game
    return f"{game} winnable" if difficulty is None else f"{game} winnable {difficulty}"


def load(fields: Mapping[str, str]) -> LoggedRace | LoggedVoid:
    """Parse an entry of the results log from its fields in the Redis stream."""
    found = _ADAPTER.validate_json(fields["entry"])
    if isinstance(found, LoggedVoid):
        return found.model_copy(update={"voids": int(fields["voids"])})
    return found


def dump(found: LoggedRace) -> str:
    """Return a result as JSON. Equal results have the same JSON, so that the results log recognises
    a result that is written twice."""
    optional = ("session", "winnable", "difficulty", "sent_away", "absent")
    nothing = {name for name in optional if not getattr(found, name)}
    return found.model_dump_json(exclude=nothing)


def raced(
    room: Room,
    race: Race,
    standings: Mapping[int, StoredStanding],
    gone: Container[str] = (),
    absent: Container[int] = (),
) -> LoggedRace | None:
    """Return the entry of a finished race for the results log. Return None if the result counts
    nowhere: if no contestant has an account, if the game leaves its players no choice, or if the
    race was against a ghost, the replay of an earlier game.

    Computer players of the server are left out, and the others are ranked among themselves. So a
    race of one person against computer players counts like a race alone. Accounts in `gone` are
    deleted and count as guests. `absent` are the seats whose players never came. Every process
    makes the same entry, no matter when, unless an account was deleted in between.
    """
    people = room.people(race)
    owners = {seat: room.seats[seat].account for seat in people}
    owners = {seat: None if owner in gone else owner for seat, owner in owners.items()}
    game = race.rules
    if race.ghost is not None or not game.has_choice() or not any(owners.values()):
        return None
    placings = [standings[seat].standing(seat, race.ended_ms or 0) for seat in people]
    return LoggedRace(
        race=race_id(room.code, race.n),
        at=race.ended_at,
        game=game.slug,
        options=dict(game.chosen),
        ranked_by=game.ranked_by,
        format=race.terms.format,
        winners=race.terms.winners,
        take_back=race.terms.take_back,
        bell_ms=race.bell_ms,
        ended_ms=race.ended_ms or 0,
        daily=race.daily.name if race.daily else None,
        session=race.session.race if race.session else None,
        winnable=race.terms.winnable is not None,
        difficulty=race.terms.winnable and race.terms.winnable.difficulty,
        contestants=tuple(
            LoggedContestant(
                place=place,
                account=owners[standing.seat],
                bot=room.seats[standing.seat].bot,
                **standing._asdict(),
            )
            for place, standing in rank(placings, game.ranked_by, race.terms.winners)
        ),
        sent_away=tuple(standing.seat for standing in placings if _sent_away(race, standing)),
        absent=tuple(standing.seat for standing in placings if standing.seat in absent),
    )


def _sent_away(race: Race, standing: Standing) -> bool:
    """Return whether a contestant was kicked before its game had ended."""
    at_ms = race.sent_away.get(standing.seat)
    return at_ms is not None and (standing.ended_ms is None or standing.ended_ms >= at_ms)
