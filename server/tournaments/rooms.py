"""Room commands for the races of a tournament.

In each round of a tournament its entrants race on one deal. A heat is one race of a round, in a
room of its own. The server makes the room, and gives each entrant of the heat a seat. The room has
no host, nobody else can take a seat, and the race begins when the tournament begins it. A seat is
held by a token: whoever knows this random text has the right to the seat.

Pure decisions: each function that returns a Change returns the events to store, as in
`rooms/commands.py`. `now` is server time in ms.
"""

from collections.abc import Iterable, Mapping

from engine.races.limits import MOST_SEATS
from engine.races.ranking import Standing
from engine.races.record import Session
from engine.solver.winnable_deals import WinnableDeal
from protocol.rooms.room_settings import Settings
from server.boards.seat_standing import StoredStanding
from server.rooms.attendance import attended
from server.rooms.commands import Change, token_hash
from server.rooms.events import (
    Attached,
    CountdownBegun,
    FoundDeal,
    RaceEnded,
    RacePrepared,
    RaceStarted,
    SeatLeft,
    SeatMoved,
    SeatTaken,
    SessionOpened,
    SettingsChanged,
    StoredEvent,
)
from server.rooms.state import Race, Room, deal_seed
from server.tournaments.state import StoredHeat, StoredRound, Tournament

NOBODY = "somebody"
"""The name given to the seat of a deleted account."""
LATE_MS = 3_000
"""Milliseconds of the countdown of a race that is too late to begin together with the other races
of its round."""


def seed(tournament: Tournament, each: StoredRound) -> bytes:
    """Return the deal seed of the round `each`, which is the same in all rooms of the round."""
    session, secret = tournament.deal(each.number)
    deal = Session(session.name, session.deal, session.commitment).race
    return deal_seed(tournament.plan_of(each).rules, secret, deal, session.nonces)


def prepared(  # a round, one of its heats, and what is dealt there
    tournament: Tournament,
    each: StoredRound,
    heat: StoredHeat,
    names: Mapping[str, str],
    deal: WinnableDeal | None,
    now: int,
) -> Change:
    """Return the events that make the room of `heat`, a heat of the round `each`, with a seat for
    each entrant of the heat. `names` has the names of accounts, by account id. `deal` is the
    winnable deal of the round; None if its terms ask for none."""
    session, secret = tournament.deal(each.number)
    plan = tournament.plan_of(each)
    rules = plan.rules
    size = max(2, min(len(heat.entrants), MOST_SEATS))
    # If the deal is played in several rooms, nobody may see a board in another room before playing.
    elsewhere = len(each.heats) > 1 or tournament.plan.own_pace
    seats = [tournament.entrants[number] for number in heat.entrants]
    return (
        RacePrepared(
            at=now,
            by="server",
            n=1,
            game=rules.slug,
            options=rules.chosen,
            terms=plan.terms.model_dump(),
            bell_ms=plan.bell_ms,
            secret=secret.hex(),
            session=session,
            found=None if deal is None else FoundDeal(k=deal.k, line=deal.line),
        ),
        SettingsChanged(
            at=now,
            by="server",
            settings=Settings(
                size=size,
                locked=True,
                boards="nobody" if elsewhere else "everybody",
                delay_ms=tournament.plan.delay_ms,
                bots=tournament.plan.bots,
            ),
        ),
        *(
            SeatTaken(
                at=now,
                by="server",
                seat=seat,
                name=one.name or names.get(one.account, NOBODY),
                token_hash=one.token_hash or "",
                account=one.owner,
                bot=one.bot,
            )
            for seat, one in enumerate(seats)
        ),
    )


def is_of(room: Room, tournament: Tournament, number: int) -> bool:
    """Return whether a room was made for round `number` of the tournament."""
    session = room.race.session
    return session is not None and (session.name, session.deal) == (tournament.name, number)


def begin(room: Room, zero_at: int, now: int) -> Change:
    """Return the event that begins the countdown of the race, for all seats that have not been
    left. The countdown ends at server time `zero_at`. If this time is past, the countdown ends
    LATE_MS after `now`. Return no event if the countdown has begun already."""
    if room.race.status != "lobby":
        return ()
    racing = tuple(number for number, seat in room.seats.items() if not seat.left)
    at = zero_at if now < zero_at else now + LATE_MS
    return (CountdownBegun(at=now, by="server", n=1, zero_at=at, racing=racing),)


def begun(made: Change, token: str, connection: str, countdown_ms: int, now: int) -> Change:
    """Return the events of a new room in which one entrant plays a deal at their own pace. These
    are the events `made` (from `prepared`), then the events that let the player hold the seat by
    `token` and play on the connection `connection`, and that begin a countdown of `countdown_ms`
    milliseconds."""
    return (
        *made,
        SeatMoved(at=now, by="server", seat=0, token_hash=token_hash(token)),
        Attached(at=now, by="seat", seat=0, connection=connection),
        CountdownBegun(at=now, by="server", n=1, zero_at=now + countdown_ms, racing=(0,)),
    )


def held_by(room: Room, seat: int, hashed: str, now: int) -> Change:
    """Return the event that lets a seat be held by the token whose hash is `hashed`, and by no
    earlier token. Return no event if this is so already, or if the seat was left for good."""
    if room.seats[seat].left or room.seats[seat].token_hash == hashed:
        return ()
    return (SeatMoved(at=now, by="seat", seat=seat, token_hash=hashed),)


def unseated(room: Room, seat: int, now: int) -> Change:
    """Return the event by which the player of a seat leaves the room and the race. Return no event
    if the seat has been left already."""
    if room.seats[seat].left:
        return ()
    return (SeatLeft(at=now, by="server", seat=seat),)


def called_off(room: Room, now: int) -> Change:
    """Return the events that end the race of a room at once, with the results that the contestants
    have by now. A race that has not begun its countdown ends without contestants. Return no event
    if the race is over."""
    race = room.race
    if race.status in ("lobby", "countdown"):
        over = (
            RaceStarted(at=now, by="server", n=race.n),
            RaceEnded(at=now, by="host", n=race.n, ended_ms=0),
        )
        if race.status == "countdown":
            return over
        return (CountdownBegun(at=now, by="server", n=race.n, zero_at=now, racing=()), *over)
    if race.status == "running":
        return (RaceEnded(at=now, by="host", n=race.n, ended_ms=race.clock(now)),)
    return ()


def disclose(room: Room, secret: str | None, now: int) -> Change:
    """Return the event that makes the deal of a finished race public. `secret` is the secret of the
    tournament, which is made public too; it is None as long as deals of the tournament must stay
    secret. Return no event if the race is not over, or if everything is public already."""
    race = room.race
    if race.status != "over" or race.session is None:
        return ()
    if race.told and (secret is None or race.session.secret is not None):
        return ()
    return (SessionOpened(at=now, by="server", n=race.n, secret=secret),)


def results(
    race: Race, events: Iterable[StoredEvent], standings: Mapping[int, StoredStanding]
) -> tuple[Standing, ...]:
    """Return the results of a finished race, one for each contestant who had a connection while it
    ran, in the order of their seats. `events` are all events of the room, `standings` the figures
    of each seat."""
    came = attended(events)
    return tuple(standings[s].standing(s, race.ended_ms) for s in race.racing if s in came)
