"""How a room is kept: what its host may choose and do, and who takes part."""

from typing import Annotated, Literal

from pydantic import Field

from engine.limits import MOST_SEATS
from protocol.message import Event, Message, Ms, Options, Request, RequestId, Seat

LONGEST_DELAY_MS = 3_600_000

Invite = Annotated[str, Field(pattern=r"^[0-9A-Z]{8}$")]
"""The word that lets people into a room which is by invitation only."""
RaceNumber = Annotated[int, Field(ge=1, le=999_999)]


class Settings(Message):
    """What the host of a room chooses. `boards` says who may see boards while a race runs: nobody;
    contestants who have finished this deal; those and spectators, the latter so many milliseconds
    later. `late` lets newcomers into a race that runs already; then nobody sees boards, for whoever
    sees one may be the next newcomer."""

    size: Annotated[int, Field(ge=2, le=MOST_SEATS)] = MOST_SEATS
    locked: bool = False
    invite_only: bool = False
    late: bool = False
    bots: bool = True
    boards: Literal["nobody", "done", "everybody"] = "everybody"
    delay_ms: Annotated[int, Field(ge=0, le=LONGEST_DELAY_MS)] = 0
    listed: bool = False


class ChangeSettings(Request):
    """The host: from now on these settings, all of them; what is not named is as usual."""

    type: Literal["change_settings"] = "change_settings"
    settings: Settings


class SettingsChanged(Event):
    """The host has changed the settings of the room."""

    type: Literal["settings_changed"] = "settings_changed"
    settings: Settings


class Kick(Request):
    """The host: send somebody away. Their seat is left and its token refused."""

    type: Literal["kick"] = "kick"
    seat: Seat


class Silence(Request):
    """The host: nothing that this seat writes is heard, or it is again."""

    type: Literal["silence"] = "silence"
    seat: Seat
    silent: bool


class StandAside(Request):
    """Keep the seat and take no part in races, nor be waited for; or take part again."""

    type: Literal["stand_aside"] = "stand_aside"
    aside: bool


class TakeHost(Request):
    """Take the rights of a host who has been away for a minute."""

    type: Literal["take_host"] = "take_host"


class JoinRace(Request):
    """A board in a race that has begun, where newcomers may join late. The clock runs from zero."""

    type: Literal["join_race"] = "join_race"
    race: RaceNumber


class Silenced(Event):
    """The host has silenced a seat, or lets it speak again."""

    type: Literal["silenced"] = "silenced"
    seat: Seat
    silent: bool


class HostPassed(Event):
    """The host was away for long; this seat has the host's rights now."""

    type: Literal["host_passed"] = "host_passed"
    host: Seat


class StoodAside(Event):
    """A seat takes no part in races, or does again."""

    type: Literal["stood_aside"] = "stood_aside"
    seat: Seat
    aside: bool


class RaceJoined(Event):
    """A newcomer has a board in the race under way: the deal and the clock are everybody's."""

    type: Literal["race_joined"] = "race_joined"
    race: RaceNumber
    seat: Seat


class Rooms(Request):
    """Which rooms are on the public list."""

    type: Literal["rooms"] = "rooms"


class OpenRoom(Message):
    """A room that anybody may enter: `here` people are in it, of `size`; with `late` also while its
    race runs."""

    code: str
    game: str
    options: Options
    bell_ms: Ms
    format: str
    host: str | None
    here: int
    size: int
    status: Literal["lobby", "countdown", "running", "over"]
    late: bool


class OpenRooms(Message):
    """The newest fifty at most, those that changed last first."""

    type: Literal["open_rooms"] = "open_rooms"
    id: RequestId
    rooms: list[OpenRoom]


class Watchers(Message):
    """So many follow the room without a seat."""

    type: Literal["watchers"] = "watchers"
    watchers: Annotated[int, Field(ge=0)]
