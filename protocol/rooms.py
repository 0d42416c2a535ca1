"""How a room is kept: what its host may choose, and how everybody hears of it."""

from typing import Annotated, Literal

from pydantic import Field

from protocol.message import Event, Message, Request

MOST_SEATS = 500
LONGEST_DELAY_MS = 3_600_000


class Settings(Message):
    """What the host of a room chooses. `boards` says who may see boards while a race runs: nobody;
    contestants who have finished this deal; those and spectators, the latter so many milliseconds
    later. `late` lets newcomers into a race that runs already."""

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
