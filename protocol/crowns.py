"""Messages about crowns: the state of a candidate's run, breaks, and the roll of honour.

A run is the row of consecutive wins that an account has so far. Only the account itself can see its
run; a crown that was won is announced to everybody.
"""

from typing import Annotated, Literal

from pydantic import Field

from protocol.leaderboards import Count, Offset
from protocol.message import Message, Ms, Request, RequestId

CrownKind = Literal["triple", "quintuple"]
BreakKind = Literal["between", "declared", "line_lost"]
AwardName = Annotated[str, Field(min_length=1, max_length=200)]


class FollowCrown(Request):
    """Get the state of your run as the message `crown`, at once and again after every change."""

    type: Literal["follow_crown"] = "follow_crown"


class UnfollowCrown(Request):
    """Stop following your run."""

    type: Literal["unfollow_crown"] = "unfollow_crown"


class GetCrown(Request):
    """Get the state of your run once, as the message `crown`."""

    type: Literal["get_crown"] = "get_crown"


class BeginBreak(Request):
    """Take a break: the board you play on this connection is covered, and moves are refused until
    `end_break`."""

    type: Literal["begin_break"] = "begin_break"


class EndBreak(Request):
    """End the break that you began with `begin_break`. The server sends your board again before it
    answers."""

    type: Literal["end_break"] = "end_break"


class GiveUpRun(Request):
    """Give up your run. A game in progress continues."""

    type: Literal["give_up_run"] = "give_up_run"


class GetRoll(Request):
    """Get a page of the roll of honour, oldest first."""

    type: Literal["get_roll"] = "get_roll"
    offset: Offset = 0
    count: Count = 20


class GameWon(Message):
    """A game won in a run. `race` is the id of its race, whose record (as long as it is stored) has
    the deal and the moves. `took_ms` is the time on the clock of the game, `ago_ms` how long ago it
    was won."""

    game: str
    race: str
    took_ms: Ms
    ago_ms: Ms


class BreakTaken(Message):
    """A break of a run: `between` two games, `declared` by `begin_break`, or `line_lost` while the
    connection was lost. `ago_ms` is how long ago the break began. `ms` is how much of the break
    counts; an outage of the server does not count."""

    kind: BreakKind
    ago_ms: Ms
    ms: Ms


class CrownLimits(Message):
    """The limits of a run. In seconds: `between_s` from the end of a game to the next deal,
    `within_s` for one break within a game, `total_s` for all breaks together, `idle_s` for thinking
    about one move. `refusals` is how many deals of a run the candidate may refuse, which means to
    leave or resign them before the first move."""

    between_s: int
    within_s: int
    total_s: int
    idle_s: int
    refusals: int


class CrownGame(Message):
    """The great game that the candidate is playing. `race` is the id of its race. `counts`: a win
    would count for the run."""

    game: str
    race: str
    counts: bool


class RunEnded(Message):
    """Why the last run ended: how a game was lost (`lost`, `resigned`, `timeout`, `abandoned`),
    which limit was exceeded (`between`, `within`, `total`, `idle`), `gave_up`, or `quintuple` for a
    run that was completed."""

    why: str
    ago_ms: Ms


class Crown(Message):
    """The state of your run. If `won` is empty there is no run, and no time is counted.

    `won` are the consecutive wins, oldest first. `breaks` are the finished ones; `pause` is the
    present one with the time counted so far, and `covered` says that you began it yourself with
    `begin_break`. `waiting`: you are waiting for others or for the server, and the time of waiting
    has not counted so far. `spent_ms` is the counted time of all breaks. `limit` is the limit that
    will be exceeded next if nothing changes, and `left_ms` the time until then; both are None if no
    time is being counted.
    `triple_after` and `quintuple_after` are how many more consecutive wins make a Triple or a
    Quintuple Crown.
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
    """A crown on the roll of honour. One entry comes from the book of rules and was not played
    here: it has no `award`, name or races, and `text` is what the book says of it. `name` is None
    as well if the account was deleted. `took_ms` is the time from the first deal to the last card;
    `breaks` are those between the end of the first game and the end of the last. `day` is the day
    of the last card, such as 2026-11-21."""

    award: AwardName | None
    crown: CrownKind
    name: str | None
    day: str
    games: list[GameWon]
    breaks: list[BreakTaken]
    took_ms: Ms | None
    text: str | None


class Roll(Message):
    """A page of the roll of honour; `total` is the number of all entries."""

    type: Literal["roll"] = "roll"
    id: RequestId
    total: int
    honours: list[Honour]


class CrownWon(Message):
    """Somebody has won a crown, or (`withdrawn`) a crown was withdrawn. Sent to everybody."""

    type: Literal["crown_won"] = "crown_won"
    award: AwardName
    crown: CrownKind
    name: str
    withdrawn: bool = False


CrownRequest = FollowCrown | UnfollowCrown | GetCrown | BeginBreak | EndBreak | GiveUpRun | GetRoll
CrownAnswer = Crown | Roll | CrownWon
