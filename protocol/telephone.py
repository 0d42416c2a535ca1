"""The telephone: whoever wins a crown may ring everybody, or chosen people, and say a line."""

from typing import Annotated, Literal

from pydantic import Field

from protocol.crowns import AwardName, CrownKind, GameWon
from protocol.leaderboards import Count, Offset
from protocol.message import Message, Ms, Request, RequestId
from protocol.names import Name
from protocol.talk import Words

Answer = Literal["congratulations", "rotten_luck", "show_me"]
MOST_RUNG = 50

ANSWERS: dict[Answer, str] = {
    "congratulations": "Congratulations!",
    "rotten_luck": "Rotten luck for the cards.",
    "show_me": "Show me!",
}
"""What they say to people."""

CallNumber = Annotated[int, Field(ge=1, le=2**40)]


class Ring(Request):
    """Ring with a line about a crown of one's own, once a crown: `to` these people, or, where it is
    None, everybody. Answered by `call`, as one's own."""

    type: Literal["ring"] = "ring"
    award: AwardName
    line: Words
    to: Annotated[list[Name], Field(min_length=1, max_length=MOST_RUNG)] | None = None


class GetCalls(Request):
    """The calls one has had and made, the latest first."""

    type: Literal["get_calls"] = "get_calls"
    offset: Offset = 0
    count: Count = 20


class HearCalls(Request):
    """Calls up to this number are missed no more."""

    type: Literal["hear_calls"] = "hear_calls"
    up_to: CallNumber


class AnswerCall(Request):
    """Answer a call; another answer takes the place of the first."""

    type: Literal["answer_call"] = "answer_call"
    call: CallNumber
    answer: Answer


class MuteCalls(Request):
    """Let the telephone not ring here, or ring again. Calls are still kept, and missed. It is so on
    all devices of an account, and until the line ends for a guest."""

    type: Literal["mute_calls"] = "mute_calls"
    muted: bool


class Answered(Message):
    """How somebody answered a call."""

    name: str
    answer: Answer


class Call(Message):
    """A call. `mine`: one made it oneself; then `answers` are those so far, the first first, and
    otherwise only one's own. `missed`: one has not heard it yet. `name` is who rang, None of an
    account that is no more; then there is no `line` either. `withdrawn`: the crown was, since. Of
    answers there are the first fifty."""

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
    """The answer to `ring`."""

    type: Literal["rang"] = "rang"
    id: RequestId
    call: Call


class Ringing(Message):
    """The telephone rings, on every line of somebody who is called and has not muted it. Whoever is
    in a game shows only a small sign until it is over."""

    type: Literal["ringing"] = "ringing"
    call: Call


class CallAnswered(Message):
    """Somebody has answered a call of one's own."""

    type: Literal["call_answered"] = "call_answered"
    call: CallNumber
    answered: Answered


class Calls(Message):
    """A page of them, of `total`; `missed` is how many of all are."""

    type: Literal["calls"] = "calls"
    id: RequestId
    total: int
    missed: int
    muted: bool
    calls: list[Call]


TelephoneRequest = Ring | GetCalls | HearCalls | AnswerCall | MuteCalls
TelephoneAnswer = Rang | Ringing | CallAnswered | Calls
