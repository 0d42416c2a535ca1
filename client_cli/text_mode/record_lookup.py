"""Find the record that a player names: in a file, among the records stored on this computer, or on
a server."""

import re
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

from client_cli.exit_codes import Failure
from client_cli.features.history import NOBODY_RACED
from client_cli.local.record_store import RECORDS, KeptRecord, find, find_race, parse_checked
from client_cli.local.storage import Storage, plain
from client_cli.net import addresses
from client_cli.text_mode.offline import is_file_name, race_of, read_document
from client_cli.text_mode.server_command import ServerCommandContext, fetch_record, run_on_server
from client_cli.tournament.records import of_round
from engine.errors import EngineError
from engine.races.record import Record, SeatRecord
from engine.racing_demon import record as table_record
from engine.racing_demon.record import TableRecord
from protocol import codes
from protocol.texts import _

_ROUND = re.compile(r"tournament-([0-9A-Z]{3}-?[0-9A-Z]{3})-([1-9][0-9]{0,2})", re.IGNORECASE)


class NamedRecord(NamedTuple):
    """A record that a player has named. `seat` is the player's own seat in the race if the record
    is stored on this computer and the player took part; otherwise None."""

    record: Record
    seat: int | None


def named_round(text: str, context: ServerCommandContext) -> NamedRecord | TableRecord:
    """Return the record that a text names, of a race or of a round at a common table. The text may
    be a file, a record stored on this computer, or one on the server. Raises Failure if there is
    none."""
    if is_file_name(text):
        return _either(read_document(Path(text)))
    kept = stored_record(text, context.storage)
    if kept is not None:
        return NamedRecord(kept.record, kept.seat)
    if is_round(text):
        return _either(fetch_round(text, context))
    address, race = race_of(text, None)
    table = stored_table(race, context.storage)
    if table is not None:
        return _either(table)
    address = address if "://" in text else context.server
    return _either(fetch_record(context._replace(server=address), race))


def stored_table(race: str, storage: Storage) -> dict[str, object] | None:
    """Return the record, stored on this computer, of a round at a common table; None if there is
    none."""
    for path in sorted((storage.root / RECORDS).glob(f"{plain(race)}@*.json")):
        document = storage.read(path)
        if is_table_record(document):
            return document
    return None


def is_table_record(document: object) -> bool:
    """Return whether the JSON of a record is that of a round at a common table."""
    return isinstance(document, dict) and "table_format" in document


def _either(document: object) -> NamedRecord | TableRecord:
    if not isinstance(document, dict) or not is_table_record(document):
        return NamedRecord(read(document), None)
    try:
        return table_record.read(document)
    except EngineError as error:
        raise Failure.refused(_(str(error))) from None


def named(text: str, context: ServerCommandContext) -> NamedRecord:
    """Return the record of a race that a text names: a file; otherwise a record stored on this
    computer; otherwise a record on the server. Raises Failure if there is none."""
    found = named_round(text, context)
    if isinstance(found, TableRecord):
        raise Failure.usage(_("That is a round at a common table: patience replay shows it."))
    return found


def stored_record(text: str, storage: Storage) -> KeptRecord | None:
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


def read(document: object) -> Record:
    """Return the record that a JSON document contains. Raises Failure if the document is no valid
    record."""
    try:
        return parse_checked(document)
    except EngineError as error:
        raise Failure.refused(_(str(error))) from None


def seat_of(found: NamedRecord, name: str) -> SeatRecord:
    """Return the contestant with this name in a record, ignoring case; `you` means the player.
    Raises Failure if there is no such contestant."""
    seats, wanted = found.record.seats, name.strip().casefold()
    if not seats:
        raise Failure.not_found(NOBODY_RACED)
    for seat in seats:
        if seat.name.casefold() == wanted:
            return seat
    if wanted == "you" and found.seat is not None:
        return next(seat for seat in seats if seat.seat == found.seat)
    names = ", ".join(seat.name for seat in seats)
    raise Failure.not_found(
        _(
            "Nobody in this record is called {name}; there are {names}.",
            name=repr(name[:24]),
            names=names,
        )
    )
