"""Messages about crowns: the state of a candidate's run, breaks, and the roll of honour (the list
of all crowns won).

There are five great games. An account that wins three different ones in a row wins the Triple
Crown; with all five it wins the Quintuple Crown. An account that tries this is a candidate. Its run
is the list of great games that it has won in a row so far. The time in which a candidate plays no
great game, or has hidden the board, is a break; a run ends with a break that is too long. Only the
account itself can see its run. A crown that was won is announced to everybody.
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
    """Stop getting the state of your run after every change, which `follow_crown` began."""

    type: Literal["unfollow_crown"] = "unfollow_crown"


class GetCrown(Request):
    """Get the state of your run as the message `crown`. You are sent no later changes."""

    type: Literal["get_crown"] = "get_crown"


class BeginBreak(Request):
    """Take a break from your run. The server hides the board that you play on this connection, and
    refuses moves until you send `end_break`."""

    type: Literal["begin_break"] = "begin_break"


class EndBreak(Request):
    """End the break that you began with `begin_break`. Before it answers, the server sends your
    board again."""

    type: Literal["end_break"] = "end_break"


class GiveUpRun(Request):
    """End your run of great games won in a row. A game in progress continues."""

    type: Literal["give_up_run"] = "give_up_run"


class GetRoll(Request):
    """Get a page of the roll of honour, the list of all crowns won. The oldest entry comes
    first."""

    type: Literal["get_roll"] = "get_roll"
    offset: Offset = 0
    count: Count = 20


class GameWon(Message):
    """A great game that was won in a run. `race` is the id of the race in which it was won; the
    record of that race, as long as it is stored, has the deal and the moves. `took_ms` is how long
    the game took on the clock of the race. `ago_ms` is how long ago the game was won."""

    game: str
    race: str
    took_ms: Ms
    ago_ms: Ms


class BreakTaken(Message):
    """A break in a run. `kind` is `between` (between two games), `declared` (begun with
    `begin_break` during a game) or `line_lost` (no connection during a game). `ago_ms` is how long
    ago the break began. `ms` is how much of it counts towards the limits of the run; an outage of
    the server does not count."""

    kind: BreakKind
    ago_ms: Ms
    ms: Ms


class CrownLimits(Message):
    """The time limits of a run, in seconds; a candidate who exceeds one of them loses the run.
    `between_s` is for the time from the end of a game to the next deal, `within_s` for one break
    during a game, `total_s` for all breaks together, and `idle_s` for thinking about one move.
    `refusals` is how many deals of a run the candidate may refuse, which means to leave or resign a
    game before the first move."""

    between_s: int
    within_s: int
    total_s: int
    idle_s: int
    refusals: int


class CrownGame(Message):
    """The great game that the candidate is playing. `race` is the id of the race in which it is
    played. `counts` says whether a win would count for the run."""

    game: str
    race: str
    counts: bool


class RunEnded(Message):
    """Why the last run of the candidate ended, and how long ago.

    - `lost`, `resigned` or `timeout` (the race ended during the game): the candidate lost a game in
      this way. A game that was won after a take-back or a hint counts as `lost`.
    - `abandoned`: the candidate began another great game during one, or the host of the room
      removed the candidate from a game.
    - `between`, `within`, `total` or `idle`: this limit was exceeded (see `CrownLimits`).
    - `gave_up`: the candidate gave up the run.
    - `quintuple`: the candidate won all five games.
    """

    why: str
    ago_ms: Ms


class Crown(Message):
    """The state of your run. If `won` is empty there is no run, and no time is counted.

    `won` are the games won in the run, oldest first. `breaks` are the finished breaks. `pause` is
    the break in progress, with the time counted so far; `covered` says that you began it with
    `begin_break`, so that your board is hidden. `waiting` says that you are waiting for others or
    for the server, and that this time has not counted so far. `spent_ms` is the counted time of all
    breaks together. `limit` is the limit of `limits` that will be exceeded next if nothing changes,
    and `left_ms` the time until then; both are None if no time is being counted. `triple_after` and
    `quintuple_after` are how many more wins in a row make a Triple or a Quintuple Crown. `ended`
    says why your previous run ended.
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
    """An entry of the roll of honour: a crown and who won it. `award` is the id of the crown, with
    which its winner can call others (`ring`).

    One entry is quoted from the book of the five great games and was not played on the server. It
    has no `award`, no `name` and no `games`, and `text` is what the book says of it. `name` is also
    None if the account was deleted. `took_ms` is the time from the first deal to the last card.
    `breaks` are the breaks between the end of the first game and the end of the last game. `day` is
    the day of the last card, such as 2026-11-21.
    """

    award: AwardName | None
    crown: CrownKind
    name: str | None
    day: str
    games: list[GameWon]
    breaks: list[BreakTaken]
    took_ms: Ms | None
    text: str | None


class Roll(Message):
    """A page of the roll of honour, the list of all crowns won. `total` is the number of entries on
    all pages."""

    type: Literal["roll"] = "roll"
    id: RequestId
    total: int
    honours: list[Honour]


class CrownWon(Message):
    """Somebody has won a crown. If `withdrawn` is true, the message says instead that a crown which
    was won earlier no longer counts. The server sends this to everybody. `award` is the id of the
    crown."""

    type: Literal["crown_won"] = "crown_won"
    award: AwardName
    crown: CrownKind
    name: str
    withdrawn: bool = False


CrownRequest = FollowCrown | UnfollowCrown | GetCrown | BeginBreak | EndBreak | GiveUpRun | GetRoll
CrownAnswer = Crown | Roll | CrownWon
