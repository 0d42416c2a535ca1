"""A race for one, in a room that nobody else comes into, and where nobody else sees the board: on a
deal that is others' as well, or for oneself. Pure decisions, as in `commands.py`."""

from collections.abc import Iterator
from hashlib import sha256

from protocol.codes import ALPHABET, LENGTH
from protocol.from_client import PlayAlone
from protocol.rooms import Settings
from server.accounts.store import Account
from server.errors import Refusal
from server.rooms.commands import Change, SeatOwner, prepared, token_hash
from server.rooms.events import (
    Attached,
    CountdownBegun,
    RacePrepared,
    ReadySet,
    SeatMoved,
    SeatTaken,
    SettingsChanged,
)
from server.rooms.membership import seat_of_account
from server.rooms.state import Room

CLOSED = Settings(size=2, locked=True, boards="nobody")

MOST_CODES = 8
"""So many rooms are tried for a token. That all of them are others' does not happen."""


def begin(
    race: RacePrepared, account: Account, token: str, connection: str, countdown_ms: int
) -> Change:
    """The room of this race, with its one seat taken and its countdown begun."""
    sitter = SeatOwner(account.number, account.bot)
    seated = _seated(race, account.name, sitter, token, connection)
    zero_at = race.at + countdown_ms
    countdown = CountdownBegun(at=race.at, by="server", n=1, zero_at=zero_at, racing=(0,))
    return (*seated, countdown)


def play(request: PlayAlone, connection: str, secret: bytes, now: int, sitter: SeatOwner) -> Change:
    """The room of a race one plays for oneself: it begins at once."""
    how = request.terms
    if how.format == "caller":
        raise Refusal("bad_option", "Cards are called for two at least.")
    taken_back = how.model_copy(update={"take_back": how.take_back or "free"})
    race = prepared(request.model_copy(update={"terms": taken_back}), secret, now)
    return (
        *_seated(race, request.name, sitter, request.token, connection),
        ReadySet(at=now, by="seat", seat=0, nonce=request.nonce),
        CountdownBegun(at=now, by="server", n=1, zero_at=now, racing=(0,)),
    )


def codes(token: str) -> Iterator[str]:
    """The room somebody plays in alone by a token, and others in case that one is taken. So whoever
    asks again, because the answer was lost, comes to the same."""
    for number in range(MOST_CODES):
        drawn = sha256(f"alone {number} {token}".encode()).digest()
        yield "".join(ALPHABET[byte % len(ALPHABET)] for byte in drawn[:LENGTH])


def _seated(
    race: RacePrepared, name: str, sitter: SeatOwner, token: str, connection: str
) -> Change:
    now = race.at
    return (
        race,
        SeatTaken(
            at=now,
            by="seat",
            seat=0,
            name=name,
            token_hash=token_hash(token),
            account=sitter.account,
            bot=sitter.bot,
        ),
        Attached(at=now, by="seat", seat=0, connection=connection),
        SettingsChanged(at=now, by="server", settings=CLOSED),
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
