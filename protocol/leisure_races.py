"""Messages about leisure races: a closed circle plays the same deals, each contestant alone and
when they like, until the race closes after hours or days.

A leisure race has one deal or a series of them. Its organiser invites friends by name, or lets in
whoever has its code, with an account or as a guest. A contestant plays each deal once, in a room of
its own; this is called a try.

The race is sealed until it is told: no contestant learns anything that depends on the tries of
others. It is told when everybody has played, or when it has closed and no try is in progress. Then
its results, its table and the records of its tries become public.

All deals follow from one secret of the server. Its hash, the commitment, is published when the race
is made, and the secret when the race is told.
"""

import operator
from typing import Annotated, Literal

from pydantic import Field

from engine.races.limits import LONGEST_BELL_MS, SHORTEST_BELL_MS
from protocol.chosen_terms import ChosenRace
from protocol.chosen_terms import Terms as ChosenTerms
from protocol.guests import GuestEntry, GuestToken
from protocol.message import Message, Ms, Options, Request, RequestId, Seating, Token
from protocol.names import Code, Name, Title
from protocol.rooms.races import Terms
from protocol.rooms.standings import Opened, SeatStanding

MOST_DEALS = 10
"""The maximum number of deals of a leisure race."""
MOST_INVITED = 50
"""The maximum number of friends that are invited to a leisure race by name."""
MOST_BY_CODE = 50
"""The maximum number of contestants who come by the code of a leisure race."""
SHORTEST_MS, LONGEST_MS = 3_600_000, 14 * 86_400_000
"""Limits of the time from the opening of a leisure race to its close."""
LATEST_OPENING_MS = 30 * 86_400_000
"""The maximum time from the making of a leisure race to its opening."""

LeisureDeal = Annotated[int, Field(ge=1, le=MOST_DEALS)]
"""The number of a deal of a leisure race, from 1."""


class NewLeisureRace(Request):
    """Make a leisure race and take part in it. All its `deals` have the same game, terms and time
    limit (`bell_ms`), unless `rounds` has one race for each deal: then `deals` is their number, and
    the game, the options, the terms and the time limit are those of the first. A client leaves out
    `rounds` if all deals are alike, because older servers refuse it. `invited` are names of your
    friends. `by_code` is the number of other people who may take part because they know the code of
    the race. The race opens after `opens_in_ms`, and closes `lasts_ms` later. Answered by
    `leisure_race`."""

    type: Literal["new_leisure_race"] = "new_leisure_race"
    title: Title
    game: Annotated[str, Field(max_length=40)]
    options: Options = Field(default_factory=dict)
    terms: ChosenTerms = Field(default_factory=ChosenTerms)
    bell_ms: Annotated[int, Field(ge=SHORTEST_BELL_MS, le=LONGEST_BELL_MS)]
    deals: LeisureDeal = 1
    rounds: Annotated[list[ChosenRace], Field(max_length=MOST_DEALS, exclude_if=operator.not_)] = (
        Field(default_factory=list)
    )
    invited: Annotated[list[Name], Field(max_length=MOST_INVITED)] = Field(default_factory=list)
    by_code: Annotated[int, Field(ge=0, le=MOST_BY_CODE)] = 0
    opens_in_ms: Annotated[int, Field(ge=0, le=LATEST_OPENING_MS)] = 0
    lasts_ms: Annotated[int, Field(ge=SHORTEST_MS, le=LONGEST_MS)]


class JoinLeisureRace(Request):
    """Take part in a leisure race whose code you know, until it closes. `guest` is for somebody
    without an account, whose connection must not be logged in. Answered by `leisure_race`."""

    type: Literal["join_leisure_race"] = "join_leisure_race"
    code: Code
    guest: GuestEntry | None = None


class InviteToLeisureRace(Request):
    """Invite further friends to a leisure race that you have made, until it closes. They take part
    at once; for those who take part already, nothing changes. Answered by `leisure_race`."""

    type: Literal["invite_to_leisure_race"] = "invite_to_leisure_race"
    code: Code
    invited: Annotated[list[Name], Field(min_length=1, max_length=MOST_INVITED)]


class ClaimLeisureEntry(Request):
    """Make your part in a leisure race as a guest a part of the account that is logged in. `guest`
    is the token of the guest, which cannot be used afterwards. Answered by `done`."""

    type: Literal["claim_leisure_entry"] = "claim_leisure_entry"
    code: Code
    guest: Token


class QuitLeisureRace(Request):
    """Stop taking part in a leisure race. Your results so far count. If a try is in progress, you
    may play it to its end. While the race is open you may take part again. Answered by
    `leisure_race`."""

    type: Literal["quit_leisure_race"] = "quit_leisure_race"
    code: Code
    guest: GuestToken = None


class GetLeisureRace(Request):
    """Get a leisure race. It is shown to those who take part, and also to others if it has places
    for people who know the code. Answered by `leisure_race`."""

    type: Literal["get_leisure_race"] = "get_leisure_race"
    code: Code
    guest: GuestToken = None


class ListLeisureRaces(Request):
    """Get the leisure races of your account: those that you can play, and those that were told.
    Answered by `leisure_races`."""

    type: Literal["list_leisure_races"] = "list_leisure_races"


class PlayLeisureDeal(Seating):
    """Begin your try of a deal of a leisure race. If `deal` is None, this is the first deal that
    you have not played. If a try of yours is in progress, you return to it. Answered by `room`."""

    type: Literal["play_leisure_deal"] = "play_leisure_deal"
    code: Code
    deal: LeisureDeal | None = None
    guest: GuestToken = None


LeisureStatus = Literal["planned", "open", "closed", "told"]


class LeisureResult(Message):
    """The try of a contestant at one deal of a leisure race. `code` is the code of the room in
    which it was played, and `standing` its final figures. While the try is in progress, and if it
    ended before its room was made, `standing` is None. `place` and `points` are None until the race
    is told, and for a try that does not count because the operator of the server has declared it
    void.

    `points` are matchpoints: one for each other contestant with a worse result or without one, and
    half for each with an equal result.
    """

    deal: int
    code: str
    is_playing: bool
    void: bool
    standing: SeatStanding | None
    place: int | None
    points: float | None


class LeisureContestant(Message):
    """A contestant of a leisure race. `name` is None if the account was deleted. `has_played` says
    whether the contestant has played all deals; it is None unless the race is told or you have
    played them all yourself, and for somebody who has stopped taking part. `place` and `points`,
    the sum of all deals, are None until the race is told; `place` stays None for somebody who has
    played no deal. `results` has the tries of the contestant in the order of the deals; until the
    race is told, you only get your own."""

    name: str | None
    is_guest: bool
    has_played: bool | None
    place: int | None
    points: float | None
    results: list[LeisureResult]


class LeisureRound(Message):
    """The game of one deal of a leisure race with its options, and the terms and the time limit of
    a try."""

    game: str
    options: Options
    terms: Terms
    bell_ms: Ms


class LeisureRace(Message):
    """The answer to a request about one leisure race. It is `planned` until it opens, `closed` from
    its close until the last try has ended, and then `told`. `mine` is your index in `contestants`,
    None if you do not take part. `has_quit` says that you have stopped taking part. `places_left`
    is the number of people who may still come by the code. `rounds` has the game and the terms of
    each deal; it is left out if all deals are alike. `game`, `options`, `terms` and `bell_ms` are
    those of the first deal. `opened` has the secret from which the
    secret of each deal is computed; it is None until the race is told. Then the contestants are in
    the order of their places."""

    type: Literal["leisure_race"] = "leisure_race"
    id: RequestId
    code: str
    title: str
    status: LeisureStatus
    organiser: str | None
    game: str
    options: Options
    terms: Terms
    bell_ms: Ms
    deals: int
    rounds: list[LeisureRound] = Field(default_factory=list, exclude_if=operator.not_)
    commitment: str
    opened: Opened | None
    opens_in_ms: Ms
    closes_in_ms: Ms
    places_left: int
    mine: int | None
    has_quit: bool
    contestants: list[LeisureContestant]


class LeisureEntry(Message):
    """A leisure race of your account in the list of them. `game` is the game of the first deal, and
    `games` are those of all deals in order, left out if all deals are alike. `played` is the number
    of deals of which your try has ended. `your_turn` says that you can play a deal now. `is_news`
    says that the race was told and you have not got it since then."""

    code: str
    title: str
    organiser: str | None
    game: str
    games: list[str] = Field(default_factory=list, exclude_if=operator.not_)
    status: LeisureStatus
    deals: int
    played: int
    opens_in_ms: Ms
    closes_in_ms: Ms
    your_turn: bool
    is_news: bool


class LeisureRaces(Message):
    """The answer to `list_leisure_races`: the race that you joined last comes first. At most a
    hundred are listed."""

    type: Literal["leisure_races"] = "leisure_races"
    id: RequestId
    races: list[LeisureEntry]


class LeisureNews(Message):
    """There is news of a leisure race of your account: you can play it now (`your_turn`), because
    you were invited or because it has opened, or it was told (`told`). Sent on every connection of
    the account that has sent `go_online`, unless the account has muted the telephone. A race that
    you have got since it was told is no news."""

    type: Literal["leisure_news"] = "leisure_news"
    code: str
    title: str
    game: str
    news: Literal["your_turn", "told"]


LeisureRaceRequest = (
    NewLeisureRace
    | JoinLeisureRace
    | InviteToLeisureRace
    | ClaimLeisureEntry
    | QuitLeisureRace
    | GetLeisureRace
    | ListLeisureRaces
    | PlayLeisureDeal
)
LeisureRaceAnswer = LeisureRace | LeisureRaces | LeisureNews
