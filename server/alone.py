"""A race for one whose deal is others' as well: in a room that nobody else comes into, and where
nobody else sees the board. Pure decisions, as in `decide.py`."""

from protocol.rooms import Settings
from server.accounts.store import Account
from server.decide import Change, Refusal, token_hash
from server.events import (
    Attached,
    CountdownBegun,
    RacePrepared,
    SeatMoved,
    SeatTaken,
    SettingsChanged,
)
from server.keeping import seat_of_account
from server.room import Room


def begin(
    race: RacePrepared, account: Account, token: str, connection: str, countdown_ms: int
) -> Change:
    """The room of this race, with its one seat taken and its countdown begun."""
    now = race.at
    return (
        race,
        SeatTaken(
            at=now,
            by="seat",
            seat=0,
            name=account.name,
            token_hash=token_hash(token),
            account=account.number,
            bot=account.bot,
        ),
        Attached(at=now, by="seat", seat=0, connection=connection),
        SettingsChanged(
            at=now, by="server", settings=Settings(size=2, locked=True, boards="nobody")
        ),
        CountdownBegun(at=now, by="server", n=1, zero_at=now + countdown_ms, racing=(0,)),
    )


def sit_again(room: Room, account: str, token: str, connection: str, now: int) -> Change:
    """Whose deal it is sits down at it again, wherever that is."""
    seat = seat_of_account(room, account)
    if seat is None:
        raise Refusal("unknown_seat", "You have left this game for good; it is being given up.")
    attached = Attached(at=now, by="seat", seat=seat, connection=connection)
    if room.seat_of(token_hash(token)) == seat:
        return (attached,)
    return (SeatMoved(at=now, by="seat", seat=seat, token_hash=token_hash(token)), attached)
