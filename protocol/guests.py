"""How somebody without an account, a guest, takes part in a tournament or a leisure race (a race on
the same deals that each contestant plays alone, within hours or days)."""

from typing import Annotated

from pydantic import Field

from protocol.message import Message, Token
from protocol.names import Name


def _is_none(value: object) -> bool:
    return value is None


GuestToken = Annotated[Token | None, Field(exclude_if=_is_none)]
"""The token with which a guest has entered; None if an account takes part. None is not sent,
because servers of earlier versions do not know the field."""


class GuestEntry(Message):
    """What a guest sends to enter a tournament or a leisure race. `token` is a random secret that
    the device of the guest makes and keeps, and with which the guest proves later that the entry is
    theirs. It can be used to enter one tournament or leisure race only. A program that plays (a
    bot) sets `bot`."""

    name: Name
    token: Token
    bot: bool = False
