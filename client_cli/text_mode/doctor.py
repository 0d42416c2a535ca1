"""`patience doctor`: what this program finds out about itself, this computer and the server, for a
report of a fault.

The lines contain no names of players, codes or tokens, and the home directory is written as `~`.
"""

import asyncio
import os
import platform
import shutil
import sys
import tempfile
import time
from collections.abc import Iterator
from email.utils import parsedate_to_datetime
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import NamedTuple
from urllib.error import HTTPError, URLError
from urllib.parse import urlsplit
from urllib.request import ProxyHandler, build_opener

import engine.game
from client_cli.exit_codes import Failure
from client_cli.local.server_version import is_newer, own_version
from client_cli.local.storage import UNFINISHED, Storage
from client_cli.net.addresses import is_local, spoken
from client_cli.net.connection import Connection
from client_cli.terminal.output import Output, full_screen_fits, holds, is_terminal
from protocol import VERSION
from protocol.texts import _, ngettext

LIBRARIES = ("textual", "rich", "typer", "pydantic", "websockets")
PATIENCE_S = 5.0
MOST_OFF_S = 5.0
"""The greatest difference between this computer's clock and the server's that is no fault."""


class Finding(NamedTuple):
    """What one check has found: its name for programs, whether all is well (None if that cannot be
    said), and a sentence or figures for people."""

    check: str
    ok: bool | None
    told: str


def examine(voice: Output, storage: Storage, server: str) -> None:
    """Make all checks and print what they find, in JSON a finding a line. `server` is the address
    of the server that is checked; nothing is asked of any other computer."""
    for finding in findings(storage, server):
        voice.put(finding._asdict())
        if not voice.as_json:
            mark = {True: "ok", False: "!!", None: "--"}[finding.ok]
            voice.say([f"{mark}  {finding.check:<11}{finding.told}"])


def findings(storage: Storage, server: str) -> Iterator[Finding]:
    """Yield what each check finds, the program first and the server last."""
    yield _program()
    yield _libraries()
    yield _data_directory(storage)
    yield _terminal()
    yield _server(server)
    yield from _store_and_clock(server)


def _program() -> Finding:
    compiled = not str(engine.game.__file__).endswith(".py")
    told = _(
        "patience {version}, protocol {protocol}, rules {how}; Python {python}, {system}",
        version=own_version(),
        protocol=VERSION,
        how=_("compiled") if compiled else _("not compiled"),
        python=platform.python_version(),
        system=platform.platform(terse=True),
    )
    return Finding("program", True, told)


def _libraries() -> Finding:
    found = {}
    for name in LIBRARIES:
        try:
            found[name] = version(name)
        except PackageNotFoundError:
            found[name] = _("missing")
    told = ", ".join(f"{name} {number}" for name, number in found.items())
    return Finding("libraries", _("missing") not in found.values(), told)


def _data_directory(storage: Storage) -> Finding:
    root = storage.root
    told = _without_home(root)
    nearest = next((path for path in (root, *root.parents) if path.exists()), root)
    try:
        with tempfile.TemporaryFile(dir=nearest):
            free = shutil.disk_usage(nearest).free // 2**20
    except OSError as error:
        return Finding("data", False, f"{told}: {error.strerror or error}")
    if nearest != root:
        return Finding(
            "data", True, _("{path}, not made yet, {free} MB free", path=told, free=free)
        )
    sentence = _(
        "{path}, {records}, {unfinished}, {free} MB free",
        path=told,
        records=ngettext("{n} record", "{n} records", _files(root / "records")),
        unfinished=ngettext(
            "{n} unfinished game", "{n} unfinished games", _files(root / UNFINISHED)
        ),
        free=free,
    )
    return Finding("data", True, sentence)


def _files(folder: Path) -> int:
    return sum(1 for _path in folder.glob("*.json"))


def _without_home(path: Path) -> str:
    try:
        return f"~/{path.relative_to(Path.home())}"
    except (ValueError, RuntimeError):
        return str(path)


def _terminal() -> Finding:
    size = shutil.get_terminal_size()
    known = {name: os.environ.get(name, "") for name in ("TERM", "COLORTERM", "NO_COLOR", "LANG")}
    told = ", ".join(
        [
            f"{size.columns}x{size.lines}",
            *(f"{name}={value}" for name, value in known.items() if value),
            _("encoding {name}", name=getattr(sys.stdout, "encoding", None) or "-"),
            _("suit symbols") if holds("♠♥♦♣") else _("no suit symbols"),
            _("full screen") if full_screen_fits(False, False) else _("line by line"),
        ]
    )
    return Finding("terminal", True if is_terminal() else None, told)


def _server(server: str) -> Finding:
    try:
        told = asyncio.run(_program_of(server))
    except Failure as failure:
        # Without a server one plays alone.
        return Finding("server", False, str(failure))
    newer = is_newer(told.partition("/")[2], own_version())
    sentence = _("{server} at {address}", server=told, address=spoken(server))
    if newer:
        sentence = _("{found}; it is newer than this program", found=sentence)
    return Finding("server", not newer, sentence)


async def _program_of(server: str) -> str:
    """Connect to a server, and return the name and version of its program. Raises Failure if it
    cannot be reached."""
    async with Connection(server, lambda _: None, patience_s=PATIENCE_S) as link:
        return link.server_program


def _store_and_clock(server: str) -> Iterator[Finding]:
    """Yield what the server's page `/readyz` says about its store, and how far the clock of this
    computer is from the server's. Yield nothing certain if the page cannot be read."""
    try:
        told, date = _asked(server)
    except (OSError, ValueError) as error:
        reason = error.reason if isinstance(error, URLError) else error
        yield Finding("store", None, _("not known: {reason}", reason=str(reason)[:80]))
        yield Finding("clock", None, _("not known"))
        return
    yield Finding("store", told == "ready", told)
    try:
        off = time.time() - parsedate_to_datetime(date).timestamp()
    except (TypeError, ValueError):
        yield Finding("clock", None, _("not known"))
        return
    sentence = _("{off} seconds from the server's", off=f"{off:+.0f}")
    yield Finding("clock", abs(off) <= MOST_OFF_S, sentence)


def _asked(server: str) -> tuple[str, str]:
    """Return the text of the server's page `/readyz` and the time at which the server has sent
    it."""
    parts = urlsplit(server)
    url = f"{'https' if parts.scheme == 'wss' else 'http'}://{parts.netloc}/readyz"
    opener = build_opener(ProxyHandler({})) if is_local(server) else build_opener()
    try:
        answer = opener.open(url, timeout=PATIENCE_S)
    except HTTPError as error:
        answer = error
    with answer:
        date = answer.headers.get("Date", "")  # not a text: the name of a header
        return answer.read(200).decode(errors="replace").strip(), date
