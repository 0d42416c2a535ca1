"""Messages of the telephone. Somebody who has won a crown may call everybody, or chosen people,
with a line of text.

A crown is an award for three or five different great games won in a row; the great games are five
games of patience.
"""

from typing import Annotated, Literal

from pydantic import Field

from protocol.crowns import AwardName, CrownKind, GameWon
from protocol.leaderboards import Count, Offset
from protocol.message import Message, Ms, Request, RequestId
from protocol.names import Name
from protocol.rooms.talk import Words

Answer = Literal["congratulations", "rotten_luck", "show_me"]
MOST_RUNG = 50

ANSWERS: dict[Answer, str] = {
    "congratulations": "Congratulations!",
    "rotten_luck": "Rotten luck for the cards.",
    "show_me": "Show me!",
}
"""The possible answers to a call, as people read them."""

CallNumber = Annotated[int, Field(ge=1, le=2**40)]


class Ring(Request):
    """Call people with a line of text about a crown that you have won. You can do this once for
    each crown; `award` is the id of the crown. `to` lists the names of the people; None means
    everybody. Answered by `rang`."""

    type: Literal["ring"] = "ring"
    award: AwardName
    line: Words
    to: Annotated[list[Name], Field(min_length=1, max_length=MOST_RUNG)] | None = None


class GetCalls(Request):
    """Get the calls you made and received, latest first."""

    type: Literal["get_calls"] = "get_calls"
    offset: Offset = 0
    count: Count = 20


class HearCalls(Request):
    """Say that you have heard the calls that you received, up to call number `up_to`."""

    type: Literal["hear_calls"] = "hear_calls"
    up_to: CallNumber


class AnswerCall(Request):
    """Answer a call that you received with one of a few set sentences. If you answer the same call
    again, the later answer replaces the earlier one."""

    type: Literal["answer_call"] = "answer_call"
    call: CallNumber
    answer: Answer


class MuteCalls(Request):
    """Stop the telephone from ringing for you, or let it ring again. While it does not ring, calls
    are stored as missed. For an account this applies to all its devices; for a guest, to this
    connection only."""

    type: Literal["mute_calls"] = "mute_calls"
    muted: bool


class Answered(Message):
    """An answer to a call, and the name of the person who gave it."""

    name: str
    answer: Answer


class Call(Message):
    """A telephone call.

    - `mine` says that you made the call.
    - `answers`: if you made the call, up to fifty answers, oldest first; otherwise only your own
      answer.
    - `missed` says that you have not heard the call.
    - `name` is the caller. If the account of the caller was deleted, `name` is None and `line` is
      empty.
    - `withdrawn` says that the crown no longer counts.
    """

    call: CallNumber
    name: str | None
    award: AwardName
    crown: CrownKind
    games: list[GameWon]
    line: str
    ago_ms: Ms
    everybody: bool
    mine: bool
    missed: bool
    withdrawn: bool = False
    answers: list[Answered]


class Rang(Message):
    """The answer to `ring`: the call was made."""

    type: Literal["rang"] = "rang"
    id: RequestId
    call: Call


class Ringing(Message):
    """Somebody calls you. The server sends this on every connection of each person called who has
    not muted the telephone. While the person plays a game, a client shows only a small sign."""

    type: Literal["ringing"] = "ringing"
    call: Call


class CallAnswered(Message):
    """Somebody answered a call that you made; `call` is its number."""

    type: Literal["call_answered"] = "call_answered"
    call: CallNumber
    answered: Answered


class Calls(Message):
    """The answer to `get_calls`: a page of the calls that you made and received. `total` is the
    number of calls on all pages, and `missed` how many of them you missed. `muted` says that you
    have muted the telephone."""

    type: Literal["calls"] = "calls"
    id: RequestId
    total: int
    missed: int
    muted: bool
    calls: list[Call]


TelephoneRequest = Ring | GetCalls | HearCalls | AnswerCall | MuteCalls
TelephoneAnswer = Rang | Ringing | CallAnswered | Calls
