"""What the client keeps between runs: one's name, seats, commitments and records of solo games.

Every file is one JSON document, readable by its owner only and written whole or not at all. Each
seat has a file of its own, so that two terminals of one person never overwrite each other.
"""

import contextlib
import json
import os
import re
import tempfile
import time
from hashlib import sha256
from pathlib import Path
from typing import Any, NamedTuple

from client_cli.exit_codes import Failure

ENVIRONMENT = "PATIENCE_DATA_DIR"
UNFINISHED = "unfinished"
"""The folder of games alone that are not over."""


class Seat(NamedTuple):
    """A seat in a room: its secret token, and when it was last sat on (wall clock, ns)."""

    server: str
    code: str
    seat: int
    token: str
    name: str
    open: bool = True
    at: int = 0


class Storage:
    """A data directory, made when something is first written to it."""

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
        """The name one played under last."""
        name = self.read(self.root / "me.json").get("name")
        return name if isinstance(name, str) else None

    def remember_name(self, name: str) -> None:
        if name != self.name():
            self.write(self.root / "me.json", {"name": name})

    def save_seat(self, seat: Seat) -> None:
        """Keep a seat; from now on it is the one sat on last."""
        path = self.root / "seats" / f"{plain(seat.code)}-{seat.seat}@{short(seat.server)}.json"
        self.write(path, seat._replace(at=time.time_ns())._asdict())

    def close_seat(self, seat: Seat) -> None:
        """The seat was given up; `resume` will not return to it."""
        self.save_seat(seat._replace(open=False))

    def last_seat(self, code: str | None = None, server: str | None = None) -> Seat | None:
        """The open seat sat on last: of all, of a room, of a server."""
        seats = [
            seat
            for path in sorted((self.root / "seats").glob("*.json"))
            if (seat := _seat(self.read(path)))
            and seat.open
            and code in (None, seat.code)
            and server in (None, seat.server)
        ]
        return max(seats, key=lambda seat: seat.at, default=None)

    def seats(self, server: str) -> list[Seat]:
        """All seats ever taken on a server, the latest first."""
        paths = (self.root / "seats").glob("*.json")
        found = [seat for path in paths if (seat := _seat(self.read(path)))]
        mine = [seat for seat in found if seat.server == server]
        return sorted(mine, key=lambda seat: seat.at, reverse=True)

    def save_commitment(self, server: str, race: str, commitment: str) -> None:
        """Keep what was promised before the start. The first promise stays: a later one that
        differs is what a verification must find out."""
        path = self._commitment_path(server, race)
        if not path.exists():
            self.write(path, {"server": server, "race": race, "commitment": commitment})

    def commitment(self, server: str, race: str) -> str | None:
        """What was promised for a race; by any server if not by this one, since one server may
        have several addresses."""
        paths = [self._commitment_path(server, race)]
        paths += sorted((self.root / "commitments").glob(f"{plain(race)}@*.json"))
        kept = (self.read(path).get("commitment") for path in paths)
        return next((promise for promise in kept if isinstance(promise, str)), None)

    def save_record(self, name: str, document: dict[str, Any]) -> Path:
        """Write a record; the path it now has. An older one of that name gives way to none."""
        path = self.root / "records" / f"{name}.json"
        number = 1
        while path.exists():
            number += 1
            path = path.with_name(f"{name}-{number}.json")
        self.write(path, document)
        return path

    def now_ms(self) -> int:
        """The wall clock, for what is kept."""
        return time.time_ns() // 1_000_000

    def _commitment_path(self, server: str, race: str) -> Path:
        return self.root / "commitments" / f"{plain(race)}@{short(server)}.json"

    def read(self, path: Path) -> dict[str, Any]:
        """The document; empty where there is none or it is broken, since nothing here is vital."""
        if not path.is_file():  # a pipe would be waited for
            return {}
        try:
            value = json.loads(path.read_bytes())
        except (OSError, ValueError, RecursionError):
            return {}
        return value if isinstance(value, dict) else {}

    def write(self, path: Path, document: dict[str, Any]) -> None:
        """The document, whole or not at all. Raises Failure where nothing can be written."""
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
            raise Failure.usage(f"Cannot write to {path.parent}: {error.strerror}.") from None


def _seat(value: dict[str, Any]) -> Seat | None:
    try:
        seat = Seat(**value)
    except TypeError:
        return None
    texts = (seat.server, seat.code, seat.token, seat.name)
    sound = all(isinstance(text, str) for text in texts) and isinstance(seat.at, int)
    return seat if sound and isinstance(seat.seat, int) else None


def plain(name: str) -> str:
    """A server's word as part of a file name: whatever it says, it leads nowhere else."""
    return re.sub(r"[^A-Za-z0-9-]", "_", name)[:40]


def short(server: str) -> str:
    """The address as part of a file name: readable, and unlike for unlike addresses."""
    readable = re.sub(r"[^A-Za-z0-9.]+", "-", server.partition("://")[2]).strip("-")
    return f"{readable[:40]}-{sha256(server.encode()).hexdigest()[:8]}"
