"""Provably fair deals: the commitment, the nonces and the deal seed of a race.

The server draws a secret and publishes its hash, the commitment, before any contestant is ready.
Every contestant sends a random number, a nonce, when saying ready. The deal seed, from which the
pack is shuffled, is an HMAC of the race, the game and all nonces, with the secret as its key. So
nobody can know or choose the deal before the last nonce has come, not even the server. The secret
is published after the race.
"""

import hmac
from collections.abc import Mapping
from hashlib import sha256

from engine.errors import BadRequest

SECRET_BYTES = 32
NONCE_BYTES = 16


def commitment(secret: bytes) -> str:
    """Return the commitment to a secret: its SHA-256 hash in hexadecimal. The server publishes the
    commitment before the race."""
    return sha256(secret).hexdigest()


def deal_seed(
    secret: bytes, race: str, slug: str, options: str, nonces: Mapping[int, bytes]
) -> bytes:
    """Return the deal seed of a race, which is 32 bytes long. `race` is the id of the race. `slug`
    (the short name of the game in programs) and `options` (its options as canonical JSON) say which
    game it is. `nonces` has the random number of each contestant by the number of the contestant's
    seat in the room."""
    lines = ["crown-patience/deal/1", race, slug, options]
    lines += [f"{seat}:{nonces[seat].hex()}" for seat in sorted(nonces)]
    message = "".join(line + "\n" for line in lines)
    return hmac.digest(secret, message.encode(), "sha256")


def sub_secret(session_secret: bytes, deal: int) -> bytes:
    """Return the secret of deal number `deal` (from 1) of a session. A session is several deals, as
    of a tournament, with one secret and one commitment together. The secret of each deal is
    computed from the secret of the session."""
    return hmac.digest(session_secret, f"crown-patience/sub/{deal}".encode(), "sha256")


def computer_player_nonce(secret: bytes, seat: int) -> bytes:
    """Return the nonce of a computer player in the seat `seat` that the server itself plays, for
    the race with this secret. The nonce follows from the secret, so the server cannot choose it
    after the nonces of the people have come."""
    return sha256(secret + b"bot/%d" % seat).digest()[:NONCE_BYTES]


def computer_players(secret: bytes | None, nonces: Mapping[int, bytes]) -> set[int]:
    """Return the numbers of the seats that had computer players of the server in a finished race.
    The nonce of such a seat is the one that `computer_player_nonce` returns. Programs that people
    connect to the server are not among these players. `secret` is None for a deal without a secret;
    then the set is empty."""
    if secret is None:
        return set()
    return {seat for seat in nonces if nonces[seat] == computer_player_nonce(secret, seat)}


def read_hex(text: object, size: int, what: str) -> bytes:
    """Return the `size` bytes that a lower-case hexadecimal text describes. Raises BadRequest if
    the text is anything else. `what` names the value in the message of the exception."""
    if isinstance(text, str) and len(text) == 2 * size:
        try:
            value = bytes.fromhex(text)
        except ValueError:
            value = b""
        if value.hex() == text:
            return value
    raise BadRequest(f"The {what} is {2 * size} hexadecimal digits in lower case.")
