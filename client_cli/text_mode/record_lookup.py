"""Find the record that a player names: in a file, among the records stored on this computer, or on
a server.

A record is a document of a finished race, with its deal and its moves, that anybody can verify. A
round at a common table (of Racing Demon, which all contestants play at one table) has a record of
another form.
"""

import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NamedTuple, TypeVar

from client_cli.exit_codes import Failure
from client_cli.features.history import NOBODY_RACED
from client_cli.local.record_store import Kept, KeptRound, find, find_race, parse_checked
from client_cli.local.storage import Storage, plain
from client_cli.net import addresses
from client_cli.text_mode.offline import is_file_name, race_of, read_document
from client_cli.text_mode.server_command import ServerCommandContext, fetch_record, run_on_server
from client_cli.tournament.records import of_round
from engine.errors import EngineError
from engine.races.record import Record, SeatRecord
from engine.racing_demon.record import TableRecord, TableSeat
from engine.solver.analysis import AnalysisDocument
from engine.solver.analysis import read as read_analysis
from protocol import codes
from protocol.texts import _

_ROUND = re.compile(r"tournament-([0-9A-Z]{3}-?[0-9A-Z]{3})-([1-9][0-9]{0,2})", re.IGNORECASE)


class NamedRecord(NamedTuple):
    """A record that a player has named. `seat` is the player's own seat in the race if the record
    is stored on this computer and the player took part; otherwise None. `analysis` is the analysis
    of the record if it is stored on this computer."""

    record: Record
    seat: int | None
    analysis: AnalysisDocument | None = None


class NamedRound(NamedTuple):
    """A record of a round at a common table that a player has named. `seat` is the player's own
    seat, or None, as in `NamedRecord`."""

    record: TableRecord
    seat: int | None


C = TypeVar("C", SeatRecord, TableSeat)
"""A contestant in a record, of a race or of a round at a common table."""


def named(text: str, context: ServerCommandContext) -> NamedRecord | NamedRound:
    """Return the record that a text names, of a race or of a round at a common table. If the text
    is the name of a file, read this file. Otherwise look among the records stored on this computer,
    then ask the server. Raises Failure if there is no such record."""
    if is_file_name(text):
        return _not_stored(read_document(Path(text)))
    kept = stored_record(text, context.storage)
    if isinstance(kept, KeptRound):
        return NamedRound(kept.record, kept.seat)
    if kept is not None:
        return NamedRecord(kept.record, kept.seat, read_analysis(kept.analysis, kept.record))
    if is_round(text):
        return _not_stored(fetch_round(text, context))
    address, race = race_of(text, None)
    address = address if "://" in text else context.server
    return _not_stored(fetch_record(context._replace(server=address), race))


def named_race(text: str, context: ServerCommandContext) -> NamedRecord:
    """Return the record of a race that a text names, as `named` does. Raises Failure if there is
    none, or if the text names a round at a common table."""
    found = named(text, context)
    if isinstance(found, NamedRound):
        raise Failure.usage(_("That is a round at a common table: patience replay shows it."))
    return found


def _not_stored(document: object) -> NamedRecord | NamedRound:
    found = read(document)
    if isinstance(found, TableRecord):
        return NamedRound(found, None)
    return NamedRecord(found, None)


def stored_record(text: str, storage: Storage) -> Kept | None:
    """Return the record stored on this computer that a text names: by the name of its file, by the
    code or name of its race, or by a link to its room. Return None if there is none. Raises Failure
    for an invalid link."""
    if "://" in text:
        text = addresses.room_address(text, None)[1]
    found = find(storage, text)
    if found is not None:
        return found
    parts = codes.split_race(text)
    if parts is not None:
        code, n = parts
        return find_race(storage, codes.race_id(code, n) if n else code)
    # Races of tournaments, crown races and daily deals are not named by a room code.
    of = _ROUND.fullmatch(text.strip())
    name = f"tournament-{codes.normal(of[1])}-{of[2]}" if of else text.strip()
    return find_race(storage, plain(name)) if "-" in name else None


def is_round(text: str) -> bool:
    """Return whether a text names a round of a tournament, as `tournament-KQ74TX-2` names round
    2."""
    return _ROUND.fullmatch(text.strip()) is not None


def fetch_round(text: str, context: ServerCommandContext) -> Mapping[str, object]:
    """Fetch the record of a tournament round from the server. `text` names the round, as
    `tournament-KQ74TX-2` does. Raises Failure if the server refuses or cannot be reached."""
    named = _ROUND.fullmatch(text.strip())
    if named is None:
        raise ValueError("not the name of a tournament round")
    code, number = addresses.room_code(named[1]), int(named[2])
    return run_on_server(context, lambda client: of_round(client, code, number))


def read(document: object) -> Record | TableRecord:
    """Return the record that a JSON document contains. Raises Failure if the document is no valid
    record."""
    try:
        return parse_checked(document)
    except EngineError as error:
        raise Failure.refused(_(str(error))) from None


def contestant(seats: Sequence[C], own: int | None, name: str) -> C:
    """Return the contestant called `name` among `seats`, the contestants of a record. Case does not
    matter, and `you` means the player, whose seat is `own`. Raises Failure if there is no such
    contestant."""
    wanted = name.strip().casefold()
    if not seats:
        raise Failure.not_found(NOBODY_RACED)
    for seat in seats:
        if seat.name.casefold() == wanted:
            return seat
    if wanted == "you" and own is not None:
        return next(seat for seat in seats if seat.seat == own)
    names = ", ".join(seat.name for seat in seats)
    raise Failure.not_found(
        _(
            "Nobody in this record is called {name}; there are {names}.",
            name=repr(name[:24]),
            names=names,
        )
    )
