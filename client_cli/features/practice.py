"""Practice rounds of Racing Demon against computer players on this computer. As on a server, the
record of a round is the document with which it can be replayed and checked."""

import contextlib
from collections.abc import Callable
from typing import NamedTuple

from client_cli.exit_codes import Failure
from client_cli.features.computer_players import computer_player
from client_cli.local.storage import Storage
from client_cli.solo.practice_room import PracticeRoom
from engine.racing_demon.game import MOST_SEATS, RacingDemon
from engine.racing_demon.record import TableRecord
from protocol.texts import _


class Opponents(NamedTuple):
    """The computer players of a practice table: how many, and their typed strength and pace."""

    bots: int = 3
    strength: str = "tips"
    pace: str = "steady"


def practice_room(
    rules: RacingDemon,
    storage: Storage | None,
    now: Callable[[], int],
    against: Opponents,
    deal: int | None = None,
) -> PracticeRoom:
    """Return a room on this computer in which a round of Racing Demon against computer players
    begins at once. `now` returns the present time in milliseconds. `deal` is the number of the
    first deal; None means a random one. The record of each finished round is stored in `storage`.
    Raises Failure if there are too many or too few computer players, or their strength or pace is
    unknown."""
    if not 1 <= against.bots < MOST_SEATS:
        raise Failure.usage(_("From 1 to {most} computer players play.", most=MOST_SEATS - 1))
    players = [computer_player(against.strength, against.pace)] * against.bots
    name = storage.name() if storage is not None else None
    room = PracticeRoom(rules, players, now, deal, name or "")

    def keep(record: TableRecord) -> None:
        if storage is not None:
            with contextlib.suppress(Failure):  # a full disk must not end the series
                storage.save_record(f"{rules.slug}-{record.deal_number}", record.to_json())

    room.keep = keep
    return room
