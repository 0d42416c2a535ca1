"""Tournaments: what is asked about them, and what is kept of one's place in them."""

import asyncio
import secrets
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

from client_cli.exit_codes import NOT_FOUND, REFUSED, UNREACHABLE, Failure
from client_cli.local.account_store import account_on
from client_cli.local.storage import Storage, plain, short
from client_cli.net.addresses import room_code
from client_cli.net.connection import LineLost, RequestRefused
from client_cli.net.one_shot_client import AccountLine
from client_cli.tournament.claims_check import Kept
from engine.fairness import NONCE_BYTES
from protocol import codes
from protocol import tournaments as said
from protocol.from_client import GetRecord
from protocol.from_server import Done, FromServer, Record
from protocol.message import Request
from protocol.tournament_live import Tournament
from protocol.tournament_plan import OWN_PACE, TournamentPlan
from protocol.tournament_tables import TournamentRound, Tournaments, TournamentTable

A = TypeVar("A", bound=FromServer)
UNKNOWN = frozenset(
    {
        "unknown_tournament",
        "unknown_entrant",
        "unknown_round",
        "unknown_name",
        "unknown_race",
        "unknown_room",
    }
)
"""Refusals that mean there is no such thing."""
AGAIN_S = 1.0
MOST_SAID = 5
"""So often an organiser's line may break over the same thing."""
MOST_AGAIN = 60
"""Who asks faster than the server answers waits, and asks again so often."""


def code_of(text: str) -> str:
    """A tournament as it was typed: its code, or a link with it. Raises Failure."""
    last = text.strip().rstrip("/").rpartition("/")[2] if "://" in text else text
    return room_code(last)


# What is asked. -------------------------------------------------------------------------------


async def ask(line: AccountLine, kind: type[A], make: Callable[[int], Request]) -> A:
    """The answer to anything about tournaments; what there is not, is not found. Raises Failure."""
    try:
        answer = await _answer(line, make)
    except RequestRefused as error:
        code = NOT_FOUND if error.refused.code in UNKNOWN else REFUSED
        raise Failure(code, error.refused.error) from None
    except LineLost:
        lost = line.link.farewell or "The line went down before the answer came."
        raise Failure.unreachable(lost) from None
    if not isinstance(answer, kind):
        raise Failure.unreachable("The server is not understood.")
    return answer


async def _answer(line: AccountLine, make: Callable[[int], Request]) -> FromServer:
    for _ in range(MOST_AGAIN):
        try:
            return await line.link.ask(make(line.link.next_id()))
        except RequestRefused as error:
            if error.refused.code != "too_fast":
                raise
        await asyncio.sleep(AGAIN_S)
    return await line.link.ask(make(line.link.next_id()))


async def introduce(line: AccountLine) -> None:
    """Say whose account this is, where one is logged in: tournaments are told to anybody."""
    if line.is_known and line.account is None:
        await line.authenticate()


async def all_of(line: AccountLine) -> Tournaments:
    """Those that are open, under way, or over lately. Raises Failure."""
    await introduce(line)
    return await ask(line, Tournaments, lambda n: said.ListTournaments(id=n))


async def get(line: AccountLine, code: str) -> Tournament:
    """All about one. Raises Failure."""
    await introduce(line)
    found = await ask(line, Tournament, lambda n: said.GetTournament(id=n, code=code))
    promised(line.storage, line.server, found)
    return found


def promised(storage: Storage, server: str, tournament: Tournament) -> None:
    """Keep what all its deals are committed to: the first promise stays."""
    storage.save_commitment(server, tournament.name, tournament.commitment)


async def draft(line: AccountLine, plan: TournamentPlan) -> Tournament:
    """A new tournament of one's own. Raises Failure."""
    await line.authenticate()
    given = plan.model_dump(mode="json")
    made = await ask(line, Tournament, lambda n: said.NewTournament(id=n, plan=given))
    promised(line.storage, line.server, made)
    line.storage.write(_last_draft(line.storage, line.server), {"code": made.code})
    return made


async def redefine(line: AccountLine, code: str, plan: TournamentPlan) -> Tournament:
    """The organiser: another plan for a draft. Raises Failure."""
    await line.authenticate()
    given = plan.model_dump(mode="json")
    await ask(line, Done, lambda n: said.ChangeTournament(id=n, code=code, plan=given))
    return await get(line, code)


def last_draft(storage: Storage, server: str) -> str | None:
    """The tournament that was drafted here last: only its organiser's computer knows of a draft."""
    code = storage.read(_last_draft(storage, server)).get("code")
    return codes.normal(code) if isinstance(code, str) else None


def _last_draft(storage: Storage, server: str) -> Path:
    return storage.root / "tournaments" / f"draft@{short(server)}.json"


async def enter(line: AccountLine, code: str, team: str | None) -> Tournament:
    """Take part. Raises Failure."""
    await line.authenticate()
    await ask(line, Done, lambda n: said.EnterTournament(id=n, code=code, team=team))
    return await get(line, code)


async def withdraw(line: AccountLine, code: str) -> Tournament:
    """Take part no more. Raises Failure."""
    await line.authenticate()
    await ask(line, Done, lambda n: said.WithdrawFromTournament(id=n, code=code))
    return await get(line, code)


async def check_in(line: AccountLine, code: str) -> Tournament:
    """Be there, at this computer; who has not entered does so now. Raises Failure."""
    await line.authenticate()
    found = await get(line, code)
    if found.status == "finished":
        raise Failure.refused("This tournament is over.")
    mine = next((one for one in found.entrants if one.number == found.mine), None)
    if mine is None or mine.gone is not None:
        await ask(line, Done, lambda n: said.EnterTournament(id=n, code=code))
    at = place(line.storage, line.server, code)
    await ask(
        line,
        Done,
        lambda n: said.CheckInTournament(id=n, code=code, nonce=at.nonce, token=at.token),
    )
    if mine is None or not mine.checked_in:  # checked in elsewhere, the nonce is that computer's
        _keep(line.storage, line.server, code, at, first=True)
    return await get(line, code)


async def run(line: AccountLine, code: str, verb: said.Verb) -> Tournament:
    """The organiser: have something done. Where the line goes down before the answer comes it is
    said again, and done once. Raises Failure."""
    word = secrets.token_urlsafe(12)

    def make(number: int) -> Request:
        return said.RunTournament(id=number, code=code, do=verb, once=word)

    for left in reversed(range(MOST_SAID)):
        try:
            await line.authenticate()
            await ask(line, Done, make)
            break
        except Failure as failure:
            lost = failure.code == UNREACHABLE and not line.link.up
            if not (lost and left and await line.link.back()):
                raise
    return await get(line, code)


async def table(line: AccountLine, code: str) -> TournamentTable:
    """The exact table, all of it. Raises Failure."""
    first = await ask(line, TournamentTable, _part(code, 0))
    rows = list(first.rows)
    while len(rows) < first.total:
        more = await ask(line, TournamentTable, _part(code, len(rows)))
        if not more.rows:
            break
        rows += more.rows
    return first.model_copy(update={"rows": rows})


def _part(code: str, offset: int) -> Callable[[int], Request]:
    return lambda n: said.GetTournamentTable(id=n, code=code, offset=offset)


async def round_of(line: AccountLine, code: str, number: int) -> TournamentRound:
    """Who did what on the same cards. Raises Failure."""
    return await ask(
        line,
        TournamentRound,
        lambda n: said.GetTournamentRound(id=n, code=code, round=number),
    )


async def with_rooms(line: AccountLine, found: Tournament) -> Tournament:
    """A tournament with the rooms of all its rounds: those of one at everybody's own pace are told
    round by round, when it is over. Raises Failure."""
    if found.plan.get("format") not in OWN_PACE or found.status != "finished":
        return found
    rounds = []
    for each in found.rounds:
        told = await round_of(line, found.code, each.number)
        rounds.append(each.model_copy(update={"heats": told.round.heats}))
    return found.model_copy(update={"rounds": rounds})


async def record(line: AccountLine, race: str) -> dict[str, Any]:
    """The record of a race that may be told. Raises Failure."""
    return (await ask(line, Record, lambda n: GetRecord(id=n, race=race))).record


def following(code: str) -> Callable[[int], Request]:
    return lambda n: said.FollowTournament(id=n, code=code)


# What is kept. --------------------------------------------------------------------------------


class Place(NamedTuple):
    """One's place in a tournament: what one adds to its deals, and what opens one's seats."""

    nonce: str
    token: str


def place(storage: Storage, server: str, code: str) -> Place:
    """One's place, made the first time; each account on this computer has its own."""
    kept = storage.read(_place(storage, server, code))
    nonce, token = kept.get("nonce"), kept.get("token")
    if isinstance(nonce, str) and isinstance(token, str):
        return Place(nonce, token)
    made = Place(secrets.token_hex(NONCE_BYTES), secrets.token_urlsafe(24))
    _keep(storage, server, code, made, first=False)
    return made


def keep_room(storage: Storage, server: str, code: str, race: str, room: str) -> None:
    """Keep in which room one's own deal of a tournament is."""
    kept, rooms = _place(storage, server, code), own_rooms(storage, server, code)
    storage.write(kept, {**storage.read(kept), "rooms": {**rooms, race: room}})


def own_rooms(storage: Storage, server: str, code: str) -> dict[str, str]:
    """By race, the rooms that were kept."""
    kept = storage.read(_place(storage, server, code)).get("rooms")
    rooms = kept.items() if isinstance(kept, dict) else ()
    return {race: room for race, room in rooms if codes.normal(str(room)) == room}


def kept_place(storage: Storage, server: str, code: str) -> Kept | None:
    """What was kept of one's check-in, if there was one here."""
    kept = storage.read(_place(storage, server, code))
    nonce = kept.get("nonce")
    return Kept(nonce, kept.get("first") is True) if isinstance(nonce, str) else None


def _keep(storage: Storage, server: str, code: str, at: Place, *, first: bool) -> None:
    storage.write(_place(storage, server, code), {**at._asdict(), "first": first})


def _place(storage: Storage, server: str, code: str) -> Path:
    account = account_on(storage, server)
    who = plain(account.name if account is not None else "")
    return storage.root / "tournaments" / f"{plain(code)}-{who}@{short(server)}.json"
