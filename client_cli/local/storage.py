"""The data directory of the client: player name, seats, commitments, records.

A seat is a numbered place in a room. A commitment is the hash of the secret from which the server
makes a deal; the server sends it before the race, so that it cannot choose the secret afterwards.

Every file is one JSON document, readable by its owner only, and is written atomically. Each seat
has a file of its own, so that two terminals of one person never overwrite each other.
"""

import contextlib
import json
import os
import re
import tempfile
import time
from collections.abc import Mapping
from hashlib import sha256
from pathlib import Path
from typing import Any, NamedTuple

from client_cli.exit_codes import Failure
from protocol.texts import _

ENVIRONMENT = "PATIENCE_DATA_DIR"
UNFINISHED = "unfinished"
"""Name of the folder of unfinished solo games."""


class SavedSeat(NamedTuple):
    """A seat taken in a room: `code` is the room's code, `seat` the number of the seat, and `name`
    the player's name there. `token` is the secret that proves to the server that the seat is the
    player's. `open` is False once the player has given the seat up. `at` is when the file was
    written, in nanoseconds since 1970."""

    server: str
    code: str
    seat: int
    token: str
    name: str
    open: bool = True
    at: int = 0


class SavedCommitments(NamedTuple):
    """What the client stored before a race, to verify its record: the commitment of the race, and
    that of its session (several deals from one secret). None if there is none."""

    race: str | None = None
    session: str | None = None


NOTHING_SAVED = SavedCommitments()


class Storage:
    """Reads and writes the files of the data directory. The directory is created when the first
    file is written."""

    def __init__(self, root: Path) -> None:
        self.root = root

    @classmethod
    def default(cls) -> "Storage":
        chosen = os.environ.get(ENVIRONMENT)
        if chosen:
            return cls(Path(chosen))
        from platformdirs import user_data_path

        return cls(user_data_path("crown-patience"))

    def name(self) -> str | None:
        """Return the name under which the player last played; None if there is none."""
        name = self.read(self.root / "me.json").get("name")
        return name if isinstance(name, str) else None

    def remember_name(self, name: str) -> None:
        if name != self.name():
            self.write(self.root / "me.json", {"name": name})

    def save_seat(self, seat: SavedSeat) -> None:
        """Store a seat, with the present time as the time of its last use. Raises Failure if it
        cannot be written."""
        path = self.root / "seats" / f"{plain(seat.code)}-{seat.seat}@{short(seat.server)}.json"
        self.write(path, seat._replace(at=time.time_ns())._asdict())

    def close_seat(self, seat: SavedSeat) -> None:
        """Store that the player has given up a seat, so that `last_seat` no longer returns it.
        Raises Failure if it cannot be written."""
        self.save_seat(seat._replace(open=False))

    def last_seat(self, code: str | None = None, server: str | None = None) -> SavedSeat | None:
        """Return the seat that was used last, among those that the player has not given up; None if
        there is none. If given, `code` and `server` limit the search to one room and one server."""
        seats = [
            seat
            for path in sorted((self.root / "seats").glob("*.json"))
            if (seat := _seat(self.read(path)))
            and seat.open
            and code in (None, seat.code)
            and server in (None, seat.server)
        ]
        return max(seats, key=lambda seat: seat.at, default=None)

    def seats(self, server: str) -> list[SavedSeat]:
        """Return all seats that this computer has ever taken on a server, those used last first.
        Seats that were given up are included."""
        paths = (self.root / "seats").glob("*.json")
        found = [seat for path in paths if (seat := _seat(self.read(path)))]
        mine = [seat for seat in found if seat.server == server]
        return sorted(mine, key=lambda seat: seat.at, reverse=True)

    def save_commitment(self, server: str, race: str, commitment: str) -> None:
        """Store the commitment that the server has sent before a race. If one is already stored for
        this race, keep that one: verification must notice if the server changes it later."""
        path = self._commitment_path(server, race)
        if not path.exists():
            self.write(path, {"server": server, "race": race, "commitment": commitment})

    def commitment(self, server: str, race: str) -> str | None:
        """Return the stored commitment of a race; None if there is none. If none is stored under
        this server address, one stored under another address counts, because a server may have
        several addresses."""
        paths = [self._commitment_path(server, race)]
        paths += sorted((self.root / "commitments").glob(f"{plain(race)}@*.json"))
        kept = (self.read(path).get("commitment") for path in paths)
        return next((promise for promise in kept if isinstance(promise, str)), None)

    def saved_commitments(self, server: str, document: Mapping[str, object]) -> SavedCommitments:
        """Return the stored commitments of the race whose record this is, and of its session."""
        session = document.get("session")
        name = session.get("name") if isinstance(session, Mapping) else None
        return SavedCommitments(
            self.commitment(server, str(document.get("race"))),
            self.commitment(server, name) if isinstance(name, str) else None,
        )

    def save_record(self, name: str, document: Mapping[str, object]) -> Path:
        """Write a record to a new file and return its path. If the name is taken, a number is
        appended to it. Raises Failure if it cannot be written."""
        path = self.root / "records" / f"{name}.json"
        number = 1
        while path.exists():
            number += 1
            path = path.with_name(f"{name}-{number}.json")
        self.write(path, document)
        return path

    def now_ms(self) -> int:
        """Return the present time in milliseconds since 1970, for timestamps in files."""
        return time.time_ns() // 1_000_000

    def _commitment_path(self, server: str, race: str) -> Path:
        return self.root / "commitments" / f"{plain(race)}@{short(server)}.json"

    def read(self, path: Path) -> dict[str, Any]:
        """Return the JSON object in a file. If the file is missing or broken, return an empty
        object, because the client can go on without any of its files."""
        if not path.is_file():  # opening a pipe would block
            return {}
        try:
            value = json.loads(path.read_bytes())
        except (OSError, ValueError, RecursionError):
            return {}
        return value if isinstance(value, dict) else {}

    def write(self, path: Path, document: Mapping[str, object]) -> None:
        """Write a document atomically. If it cannot be written, raise Failure and leave the old
        file as it was."""
        temporary = None
        try:
            self.root.mkdir(mode=0o700, parents=True, exist_ok=True)
            path.parent.mkdir(mode=0o700, exist_ok=True)
            handle, temporary = tempfile.mkstemp(dir=path.parent, prefix=".", suffix=".new")
            with os.fdopen(handle, "w", encoding="utf-8") as file:
                json.dump(document, file, indent=1)
                file.write("\n")
            Path(temporary).replace(path)
        except OSError as error:
            if temporary is not None:
                with contextlib.suppress(OSError):
                    Path(temporary).unlink()
            raise Failure.usage(
                _(
                    "Cannot write to {folder}: {strerror}.",
                    folder=path.parent,
                    strerror=error.strerror,
                )
            ) from None


def _seat(value: dict[str, Any]) -> SavedSeat | None:
    try:
        seat = SavedSeat(**value)
    except TypeError:
        return None
    texts = (seat.server, seat.code, seat.token, seat.name)
    sound = all(isinstance(text, str) for text in texts) and isinstance(seat.at, int)
    return seat if sound and isinstance(seat.seat, int) else None


def plain(name: str) -> str:
    """Return a text that a server has sent, such as a race id, made safe for use in a file name: at
    most 40 characters, with `_` for all but letters, digits and hyphens."""
    return re.sub(r"[^A-Za-z0-9-]", "_", name)[:40]


def short(server: str) -> str:
    """Return a server address made safe for use in a file name: a readable part, and a hash that
    makes it unique."""
    readable = re.sub(r"[^A-Za-z0-9.]+", "-", server.partition("://")[2]).strip("-")
    return f"{readable[:40]}-{sha256(server.encode()).hexdigest()[:8]}"
