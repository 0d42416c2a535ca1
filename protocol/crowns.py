"""The crowns: how a candidate stands, the breaks, and the roll of honour.

A run belongs to an account. Only its owner is told how it stands; a crown that was won is told to
everybody.
"""

from typing import Annotated, Literal

from pydantic import Field

from protocol.leaderboards import Count, Offset
from protocol.message import Message, Ms, Request, RequestId

CrownKind = Literal["triple", "quintuple"]
BreakKind = Literal["between", "declared", "line_lost"]
AwardName = Annotated[str, Field(min_length=1, max_length=200)]


class FollowCrown(Request):
    """How one's run stands now, as `crown`, and again whenever that changes."""

    type: Literal["follow_crown"] = "follow_crown"


class UnfollowCrown(Request):
    """Be told of one's run no more."""

    type: Literal["unfollow_crown"] = "unfollow_crown"


class GetCrown(Request):
    """How one's run stands now."""

    type: Literal["get_crown"] = "get_crown"


class BeginBreak(Request):
    """Cover the board one plays on this connection: no move is taken until `end_break`."""

    type: Literal["begin_break"] = "begin_break"


class EndBreak(Request):
    """Back from a break: the table follows, before the answer."""

    type: Literal["end_break"] = "end_break"


class GiveUpRun(Request):
    """Give up the run; a game in progress goes on."""

    type: Literal["give_up_run"] = "give_up_run"


class GetRoll(Request):
    """A page of the roll of honour, the oldest first."""

    type: Literal["get_roll"] = "get_roll"
    offset: Offset = 0
    count: Count = 20


class GameWon(Message):
    """A game of a run. `race` is the one it was won in; its record, while it is kept, has the deal
    and the moves.
    `took_ms` is by the game's own clock, `ago_ms` since it was won."""

    game: str
    race: str
    took_ms: Ms
    ago_ms: Ms


class BreakTaken(Message):
    """A break of the ledger. `ago_ms` since it began; `ms` of it count: what the server was away
    for does not."""

    kind: BreakKind
    ago_ms: Ms
    ms: Ms


class CrownLimits(Message):
    """What a run may spend, in seconds; `refusals` is how many untouched deals may be refused."""

    between_s: int
    within_s: int
    total_s: int
    idle_s: int
    refusals: int


class CrownGame(Message):
    """One of the five that is in progress. `counts`: getting it out would count."""

    game: str
    race: str
    counts: bool


class RunEnded(Message):
    """Why the last run is over: how a game was lost (`lost`, `resigned`, `timeout`, `abandoned`),
    the limit that was overstepped (`between`, `within`, `total`, `idle`), `gave_up`, or
    `quintuple`."""

    why: str
    ago_ms: Ms


class Crown(Message):
    """How a candidate stands. Without `won` there is no run, and nothing is metered.

    `won` are games on the trot, the first first. `breaks` are over; `pause` is the one that goes
    on, with what counts of it so far, and `covered` says that the board was covered by the
    candidate. `waiting`: the candidate is kept waiting, and it is still free. `spent_ms`
    is of all breaks together. `left_ms` is how much longer may pass like this before a limit is
    overstepped, the `limit` that comes first; None of both where none is near. `triple_after` is
    how many more wins in a row make a Triple Crown, `quintuple_after` a Quintuple.
    """

    type: Literal["crown"] = "crown"
    id: RequestId | None
    won: list[GameWon]
    playing: CrownGame | None
    breaks: list[BreakTaken]
    pause: BreakTaken | None
    covered: bool
    waiting: bool
    spent_ms: Ms
    limit: Literal["between", "within", "total", "idle"] | None
    left_ms: Ms | None
    triple_after: int
    quintuple_after: int
    limits: CrownLimits
    ended: RunEnded | None


class Honour(Message):
    """A crown on the roll. The one of the text has no `award`, no name and no races: it was not
    played here, and `text` is what the book says of it. `name` is None also of an account that is
    no more. `took_ms` is from the first deal to the last card, `breaks` are those between the end
    of the first game and the end of the last. `day` is that of the last card, as 2026-11-21."""

    award: AwardName | None
    crown: CrownKind
    name: str | None
    day: str
    games: list[GameWon]
    breaks: list[BreakTaken]
    took_ms: Ms | None
    text: str | None


class Roll(Message):
    """A page of the roll of honour, of `total`."""

    type: Literal["roll"] = "roll"
    id: RequestId
    total: int
    honours: list[Honour]


class CrownWon(Message):
    """Somebody has won a crown, or it is theirs no more: `withdrawn`. Told to everybody."""

    type: Literal["crown_won"] = "crown_won"
    award: AwardName
    crown: CrownKind
    name: str
    withdrawn: bool = False


CrownRequest = FollowCrown | UnfollowCrown | GetCrown | BeginBreak | EndBreak | GiveUpRun | GetRoll
CrownAnswer = Crown | Roll | CrownWon
