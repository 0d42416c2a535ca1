"""Command-line options for the settings of a room, such as its size and who may see boards."""

from typing import TYPE_CHECKING, Annotated

import typer

from client_cli.exit_codes import Failure
from protocol.texts import _

if TYPE_CHECKING:
    from protocol.rooms.room_settings import Settings

Size = Annotated[int, typer.Option(min=2, max=500, help=_("At most so many people."))]
Invite = Annotated[bool, typer.Option("--invite-only", help=_("Only who has the link comes in."))]
Late = Annotated[bool, typer.Option("--late", help=_("Newcomers may join a race that runs."))]
NoBots = Annotated[bool, typer.Option("--no-bots", help=_("People only."))]
Boards = Annotated[
    str, typer.Option(metavar="nobody|done|everybody", help=_("Who sees boards during a race."))
]
Delay = Annotated[
    int, typer.Option(min=0, max=3600, metavar="SECONDS", help=_("So much later for spectators."))
]
Listed = Annotated[bool, typer.Option("--listed", help=_("On the public list of open rooms."))]
Aside = Annotated[bool, typer.Option("--aside", help=_("Host without racing."))]


def settings_of(
    size: int, invite_only: bool, late: bool, no_bots: bool, boards: str, delay: int, listed: bool
) -> "Settings":
    """Return room settings made from the values of the options in this file. `delay` is how many
    seconds later than the contestants spectators see the race. Raises Failure if `boards` is not
    `nobody`, `done` or `everybody`."""
    from protocol.rooms.room_settings import Settings

    values = {
        "size": size,
        "invite_only": invite_only,
        "late": late,
        "bots": not no_bots,
        "boards": boards,
        "delay_ms": 1_000 * delay,
        "listed": listed,
    }
    try:
        return Settings.model_validate(values)
    except ValueError:
        raise Failure.usage(_("Boards are for nobody, done or everybody.")) from None
