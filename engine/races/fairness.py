"""Provably fair deals: commitment, nonces and the deal seed of a race.

The server draws a secret and publishes its hash, the commitment, before anybody is ready. Every
contestant contributes a random nonce when saying ready. The deal seed is an HMAC, keyed with the
secret, of the race, the game and all nonces, so nobody, the server included, can know or choose the
deal before the last nonce. The secret is published after the race.
"""

import hmac
from collections.abc import Mapping
from hashlib import sha256

from engine.errors import BadRequest

SECRET_BYTES = 32
NONCE_BYTES = 16


def commitment(secret: bytes) -> str:
    """Return the commitment to a secret, which is published before the race: its SHA-256 in
    hexadecimal."""
    return sha256(secret).hexdigest()


def deal_seed(
    secret: bytes, race: str, slug: str, options: str, nonces: Mapping[int, bytes]
) -> bytes:
    """Return the deal seed of a race, 32 bytes. `race` is the race id, `slug` and `options`
    (canonical JSON) name the game, and `nonces` are by seat number."""
    lines = ["crown-patience/deal/1", race, slug, options]
    lines += [f"{seat}:{nonces[seat].hex()}" for seat in sorted(nonces)]
    message = "".join(line + "\n" for line in lines)
    return hmac.digest(secret, message.encode(), "sha256")


def sub_secret(session_secret: bytes, deal: int) -> bytes:
    """Return the secret of deal number `deal` (from 1) of a session, which has a single commitment
    for all its deals."""
    return hmac.digest(session_secret, f"crown-patience/sub/{deal}".encode(), "sha256")


def read_hex(text: object, size: int, what: str) -> bytes:
    """Return the `size` bytes of a lower-case hexadecimal text. Raises BadRequest if the text is
    anything else; `what` names the value in the message."""
    if isinstance(text, str) and len(text) == 2 * size:
        try:
            value = bytes.fromhex(text)
        except ValueError:
            value = b""
        if value.hex() == text:
            return value
    raise BadRequest(f"The {what} is {2 * size} hexadecimal digits in lower case.")
