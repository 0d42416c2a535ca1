"""Start a race against a ghost, for the command `patience play --ghost`.

A ghost is a contestant's finished game in the record of a race. While the player plays the same
deal alone, the ghost's progress is shown as it was at each moment of the recorded race.
"""

from client_cli.exit_codes import Failure
from client_cli.solo.game import SoloGame
from client_cli.solo.ghost import RecordedGhost
from client_cli.text_mode.offline import why_not
from client_cli.text_mode.record_lookup import NamedRecord, contestant, named_race
from client_cli.text_mode.server_command import ServerCommandContext
from engine.errors import EngineError
from engine.races.record import SeatRecord
from engine.races.verify import verify
from protocol.texts import _


def race_ghost(race: str, against: str | None, context: ServerCommandContext) -> None:
    """Race against the ghost of a contestant of a finished record, on the full screen or in line
    mode. `race` names the record. Raises Failure if the server refuses or cannot be reached."""
    ghost = chosen_ghost(named_race(race, context), against)
    solo = SoloGame(ghost.record.game, ghost.record.deal_number or 0, ghost)
    if context.screens is not None:
        context.screens.ghost(solo, context.storage)
        return
    from client_cli.text_mode.solo.solo import SoloLines
    from client_cli.text_mode.solo.solo_start import typed

    SoloLines(solo, context.voice, context.storage).run(typed(context.voice))


def chosen_ghost(found: NamedRecord, against: str | None) -> RecordedGhost:
    """Return the ghost to race against: the game of the contestant called `against` or, if
    `against` is None, the game of the winner. Raises Failure if there is no such contestant or the
    record does not pass verification."""
    failed = why_not(verify(found.record.to_json()))
    if failed is not None:
        raise Failure.refused(failed)
    seat = contestant(found.record.seats, found.seat, against) if against else _winner(found)
    try:
        return RecordedGhost.of(found.record, seat)
    except EngineError as error:
        raise Failure.refused(_(str(error))) from None


def _winner(found: NamedRecord) -> SeatRecord:
    if not found.record.results:
        raise Failure.refused(_("Nobody raced in this record."))
    first = found.record.results[0].standing.seat
    return next(seat for seat in found.record.seats if seat.seat == first)
