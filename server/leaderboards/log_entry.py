"""Results log entries: one for each race, and one for each race that is voided.

Entries contain no names: an account is shown under its present name, and a guest's name is in the
record of the race as long as that is stored.
"""

from collections.abc import Container, Iterator, Mapping
from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter

from engine.options import Value, canonical
from engine.ranking import Standing, rank
from protocol.codes import race_id
from server.boards.seat_standing import StoredStanding
from server.rooms import daily_deals
from server.rooms.state import Race, Room

UNTOLD = 2**53
"""Later than any server time."""


class LogEntry(BaseModel):
    """`at` is the server time at which the race ended or was voided."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    race: str
    at: int


class LoggedContestant(BaseModel):
    """The result of one seat. Guests are included, since places count against them too."""

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
        """Moves made, without giving up, which is stored as a move."""
        return self.moves - (self.reason == "resigned")


class LoggedRace(LogEntry):
    """A finished race.

    `race` is the id of the room's race; `daily` or `session` also names the deal, if it is a daily
    deal or a deal of a session. `sent_away` are the seats whose game the host ended by kicking
    them, `absent` the seats reserved for players who never came.
    """

    e: Literal["raced"] = "raced"
    game: str
    options: dict[str, Value]
    ranked_by: Literal["progress", "points"]
    format: str
    winners: str
    take_back: str
    bell_ms: int
    ended_ms: int
    daily: str | None
    session: str | None = None
    contestants: tuple[LoggedContestant, ...]
    sent_away: tuple[int, ...] = ()
    absent: tuple[int, ...] = ()

    @property
    def identity(self) -> str:
        """The game and its options; two option sets never share a board."""
        return f"{self.game} {canonical(self.options)}"

    @property
    def told_at(self) -> int:
        """Server time from which the result is public; 0 for at once. Tries of a daily deal become
        public with the deal; deals of a session when the session is over (UNTOLD)."""
        if self.session is not None:
            return UNTOLD
        deal = None if self.daily is None else daily_deals.named(self.daily)
        return 0 if deal is None else deal.told_at

    def accounts(self) -> Iterator[LoggedContestant]:
        """The contestants with an account, best place first, each account once."""
        seen = set[str]()
        for one in self.contestants:
            if one.account is not None and one.account not in seen:
                seen.add(one.account)
                yield one

    def rivals(self) -> Iterator[LoggedContestant]:
        """Those of `accounts` whose games count against rivals: not the kicked, so that a host
        cannot kick the leader, and not the absent."""
        return (one for one in self.accounts() if not self.left_out(one.seat))

    def left_out(self, seat: int) -> bool:
        """Whether a seat's game does not count: the host ended it, or nobody came to it."""
        return seat in self.sent_away or seat in self.absent

    @property
    def played(self) -> bool:
        """Whether anybody with an account has moved."""
        return any(one.made > 0 for one in self.accounts())


class LoggedVoid(LogEntry):
    """Voids the race `race`, whose entry is number `voids`: it no longer counts anywhere."""

    e: Literal["voided"] = "voided"
    why: str
    voids: int = 0


Any = Annotated[LoggedRace | LoggedVoid, Field(discriminator="e")]
_ADAPTER: TypeAdapter[LoggedRace | LoggedVoid] = TypeAdapter(Any)


def load(fields: Mapping[str, str]) -> LoggedRace | LoggedVoid:
    """Parse an entry from its fields in the log."""
    found = _ADAPTER.validate_json(fields["entry"])
    if isinstance(found, LoggedVoid):
        return found.model_copy(update={"voids": int(fields["voids"])})
    return found


def dump(found: LoggedRace) -> str:
    """The JSON of a result; the same for equal results."""
    nothing = {name for name in ("session", "sent_away", "absent") if not getattr(found, name)}
    return found.model_dump_json(exclude=nothing)


def raced(
    room: Room,
    race: Race,
    standings: Mapping[int, StoredStanding],
    gone: Container[str] = (),
    absent: Container[int] = (),
) -> LoggedRace | None:
    """The entry of a finished race; None if no contestant has an account.

    Accounts in `gone` have been deleted and count as guests. Nobody came to the `absent` seats.
    Apart from deleted accounts the result is the same whenever and wherever it is made.
    """
    owners = {seat: room.seats[seat].account for seat in race.racing}
    owners = {seat: None if owner in gone else owner for seat, owner in owners.items()}
    if not any(owners.values()):
        return None
    game = race.rules
    placings = [standings[seat].standing(seat, race.ended_ms or 0) for seat in race.racing]
    return LoggedRace(
        race=race_id(room.code, race.n),
        at=race.ended_at,
        game=game.slug,
        options=dict(game.chosen),
        ranked_by="points" if game.ranked_by == "points" else "progress",
        format=race.terms.format,
        winners=race.terms.winners,
        take_back=race.terms.take_back,
        bell_ms=race.bell_ms,
        ended_ms=race.ended_ms or 0,
        daily=race.daily.name if race.daily else None,
        session=race.session.race if race.session else None,
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
    """Whether a contestant was kicked before their game had ended."""
    at_ms = race.sent_away.get(standing.seat)
    return at_ms is not None and (standing.ended_ms is None or standing.ended_ms >= at_ms)
