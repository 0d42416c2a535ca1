"""Practice rounds of Racing Demon against computer players on this computer."""

from collections.abc import Callable
from typing import NamedTuple, get_args

from client_cli.exit_codes import Failure
from client_cli.local.storage import Storage
from client_cli.solo.practice_room import PracticeRoom
from engine.racing_demon.game import MOST_SEATS, RacingDemon
from protocol.rooms.computer_players import ComputerPlayer, Pace, Strength
from protocol.texts import _

STRENGTHS: tuple[str, ...] = get_args(Strength)
PACES: tuple[str, ...] = get_args(Pace)


class Opponents(NamedTuple):
    """The computer players of a practice table: how many, and their typed strength and pace."""

    bots: int = 3
    strength: str = "tips"
    pace: str = "steady"


def computer_player(strength: str, pace: str) -> ComputerPlayer:
    """Return a computer player of a typed strength and pace. Raises Failure."""
    for what, typed, known in ((_("strength"), strength, STRENGTHS), (_("pace"), pace, PACES)):
        if typed not in known:
            raise Failure.usage(
                _(
                    "A {what} is one of {known}, not {typed}.",
                    what=what,
                    known=", ".join(known),
                    typed=repr(typed[:20]),
                )
            )
    return ComputerPlayer.model_validate({"strength": strength, "pace": pace})


def practice_room(
    rules: RacingDemon,
    storage: Storage | None,
    now: Callable[[], int],
    against: Opponents,
    deal: int | None = None,
) -> PracticeRoom:
    """Return a room on this computer with computer players, in which a round begins at once. `now`
    is a clock in milliseconds, and a `deal` of None is chosen at random. Raises Failure."""
    if not 1 <= against.bots < MOST_SEATS:
        raise Failure.usage(_("From 1 to {most} computer players play.", most=MOST_SEATS - 1))
    players = [computer_player(against.strength, against.pace)] * against.bots
    name = storage.name() if storage is not None else None
    return PracticeRoom(rules, players, now, deal, name or "")
