"""Tournament requests to a server, and the player's nonces, tokens and rooms stored on this
computer.

A tournament has an organiser, who has made its plan: the format, the rounds and the scoring. A
nonce is a random number that a player sends at the check-in; the deals are made with the nonces of
all entrants and a secret of the server. The commitment is the hash of this secret, known before. A
token is a random text that proves to the server that a seat in a room is the player's. A guest
takes part without an account.
"""

import asyncio
import secrets
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple, TypeVar

from client_cli.exit_codes import NOT_FOUND, REFUSED, UNREACHABLE, Failure
from client_cli.local.account_store import account_on
from client_cli.local.guest_entries import KnownGuest, forget_guest, guest_in, new_guest
from client_cli.local.storage import Storage, plain, short
from client_cli.net.addresses import room_code
from client_cli.net.connection import ConnectionLost, RequestRefused
from client_cli.net.one_shot_client import OneShotClient
from client_cli.tournament.claims_check import KeptCheckIn
from engine.races.fairness import NONCE_BYTES
from protocol import codes
from protocol.from_client import GetRecord
from protocol.from_server import Done, FromServer, Record
from protocol.guests import GuestEntry
from protocol.message import Request
from protocol.retries import retry_after_ms
from protocol.texts import _
from protocol.tournaments import requests as said
from protocol.tournaments.live import Tournament
from protocol.tournaments.plan import OWN_PACE, TournamentPlan
from protocol.tournaments.tables import TournamentRound, Tournaments, TournamentTable

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
"""Codes of refusals because the tournament, entrant, round, name, race or room does not exist."""
AS_GUEST = _(
    "You have no account here; say who you are with --guest NAME."
    " patience login --new claims a name."
)
MOST_SAID = 5
"""Most attempts at an organiser's command if the connection breaks each time."""
MOST_AGAIN = 60
"""Most repeats of a request that the server has refused only for the moment."""


def code_of(text: str) -> str:
    """Return the tournament code that was typed, alone or as the end of a link. Raises Failure if
    there is none."""
    last = text.strip().rstrip("/").rpartition("/")[2] if "://" in text else text
    return room_code(last)


# Requests. ------------------------------------------------------------------------------------


async def ask(client: OneShotClient, kind: type[A], make: Callable[[int], Request]) -> A:
    """Send a tournament request and return its answer. If the server refuses only for the moment,
    ask again later. Raises Failure if the server refuses or cannot be reached. The code of the
    Failure is NOT_FOUND if the tournament, or something else that the request names, does not
    exist."""
    try:
        answer = await _answer(client, make)
    except RequestRefused as error:
        code = NOT_FOUND if error.refused.code in UNKNOWN else REFUSED
        raise Failure(code, error.refused.error) from None
    except ConnectionLost:
        lost = client.link.farewell or _("The line went down before the answer came.")
        raise Failure.unreachable(lost) from None
    if not isinstance(answer, kind):
        raise Failure.unreachable(
            _("The server sent an unexpected answer: {kind}.", kind=answer.type)
        )
    return answer


async def _answer(client: OneShotClient, make: Callable[[int], Request]) -> FromServer:
    for _attempt in range(MOST_AGAIN):
        request = make(client.link.next_id())
        try:
            return await client.link.ask(request)
        except RequestRefused as error:
            after_ms = retry_after_ms(error.refused.code, str(getattr(request, "type", "")))
            if after_ms is None:
                raise
        await asyncio.sleep(after_ms / 1000)
    return await client.link.ask(make(client.link.next_id()))


async def introduce(client: OneShotClient) -> None:
    """Authenticate the connection if an account is logged in on this computer; otherwise do
    nothing. Raises Failure if the server refuses or cannot be reached."""
    if client.is_known and client.account is None:
        await client.authenticate()


async def all_of(client: OneShotClient) -> Tournaments:
    """Return the tournaments that are open for entries, running or recently finished. Raises
    Failure if the server refuses or cannot be reached."""
    await introduce(client)
    return await ask(client, Tournaments, lambda n: said.ListTournaments(id=n))


async def get(client: OneShotClient, code: str) -> Tournament:
    """Return a tournament with all its data, and store its commitment on this computer. Raises
    Failure if the server refuses or cannot be reached."""
    await introduce(client)
    guest = _guest_token(client.storage, client.server, code)
    found = await ask(
        client, Tournament, lambda n: said.GetTournament(id=n, code=code, guest=guest)
    )
    store_commitment(client.storage, client.server, found)
    return found


def store_commitment(storage: Storage, server: str, tournament: Tournament) -> None:
    """Store the commitment of a tournament on this computer. If one is already stored, keep it: if
    the server names another one later, the difference shows that it has changed its secret."""
    storage.save_commitment(server, tournament.name, tournament.commitment)


async def draft(client: OneShotClient, plan: TournamentPlan) -> Tournament:
    """Create a tournament with this plan as a draft, and return it. The player is its organiser.
    Raises Failure if the server refuses or cannot be reached."""
    await client.authenticate()
    given = plan.model_dump(mode="json")
    made = await ask(client, Tournament, lambda n: said.NewTournament(id=n, plan=given))
    store_commitment(client.storage, client.server, made)
    client.storage.write(_last_draft(client.storage, client.server), {"code": made.code})
    return made


async def redefine(client: OneShotClient, code: str, plan: TournamentPlan) -> Tournament:
    """As the organiser, replace the plan of a tournament that is a draft, and return the
    tournament. Raises Failure if the server refuses or cannot be reached."""
    await client.authenticate()
    given = plan.model_dump(mode="json")
    await ask(client, Done, lambda n: said.ChangeTournament(id=n, code=code, plan=given))
    return await get(client, code)


def last_draft(storage: Storage, server: str) -> str | None:
    """Return the code of the tournament that this computer has created most recently on the server;
    None if there is none."""
    code = storage.read(_last_draft(storage, server)).get("code")
    return codes.normal(code) if isinstance(code, str) else None


def _last_draft(storage: Storage, server: str) -> Path:
    return storage.root / "tournaments" / f"draft@{short(server)}.json"


async def enter(
    client: OneShotClient, code: str, team: str | None, name: str | None = None
) -> Tournament:
    """Enter the player in a tournament, and return the tournament. With `team`, they enter for this
    team. With `name`, they enter as a guest of that name, without an account. Raises Failure if the
    server refuses or cannot be reached."""
    if name is not None:
        await _enter_as_guest(client, code, team, name)
    else:
        guest = await _taker(client, code)
        entry = None if guest is None else GuestEntry(name=guest.name, token=guest.token)
        await ask(
            client, Done, lambda n: said.EnterTournament(id=n, code=code, team=team, guest=entry)
        )
    return await get(client, code)


async def _enter_as_guest(client: OneShotClient, code: str, team: str | None, name: str) -> None:
    """Enter a tournament as a guest, and store the entry on this computer. If the server refuses
    the entry, the stored entry is as it was before. Raises Failure if the server refuses or cannot
    be reached."""
    server, storage = client.server, client.storage
    if client.is_known:
        raise Failure.usage(_("You are logged in here: enter with your account, without a name."))
    before = guest_in(storage, server, code)
    guest = new_guest(storage, server, code, name)
    entry = GuestEntry(name=name, token=guest.token)
    try:
        await ask(
            client, Done, lambda n: said.EnterTournament(id=n, code=code, team=team, guest=entry)
        )
    except Failure as failure:
        if before is not None:
            new_guest(storage, server, code, before.name)
        elif failure.code != UNREACHABLE:  # otherwise the server may have stored the entry
            forget_guest(storage, server, code)
        raise


async def _taker(client: OneShotClient, code: str) -> KnownGuest | None:
    """Return the guest entry under which the player takes part. If they take part with an account,
    authenticate the connection and return None. Raises Failure if the player has neither a guest
    entry nor an account."""
    guest = guest_in(client.storage, client.server, code)
    if guest is None and not client.is_known and (await get(client, code)).plan.get("guests"):
        raise Failure.not_found(AS_GUEST)
    if guest is None:
        await client.authenticate()
    return guest


def _guest_token(storage: Storage, server: str, code: str) -> str | None:
    guest = guest_in(storage, server, code)
    return None if guest is None else guest.token


async def withdraw(client: OneShotClient, code: str) -> Tournament:
    """Withdraw the player from a tournament, and return the tournament. Raises Failure if the
    server refuses or cannot be reached."""
    guest = await _taker(client, code)
    token = None if guest is None else guest.token
    await ask(client, Done, lambda n: said.WithdrawFromTournament(id=n, code=code, guest=token))
    return await get(client, code)


async def check_in(client: OneShotClient, code: str, name: str | None = None) -> Tournament:
    """Check the player in to a tournament from this computer, and return the tournament. A player
    who has not entered is entered first. With `name`, they enter without an account, as a guest of
    that name. Raises Failure if the server refuses or cannot be reached."""
    if name is not None:
        await _enter_as_guest(client, code, None, name)
    guest = await _taker(client, code)
    token = None if guest is None else guest.token
    found = await get(client, code)
    if found.status == "finished":
        raise Failure.refused(_("This tournament is over."))
    mine = next((one for one in found.entrants if one.number == found.mine), None)
    if mine is None or mine.gone is not None:
        await enter(client, code, None)
    at = place(client.storage, client.server, code)
    await ask(
        client,
        Done,
        lambda n: said.CheckInTournament(
            id=n, code=code, nonce=at.nonce, token=at.token, guest=token
        ),
    )
    if mine is None or not mine.checked_in:  # otherwise the server has another computer's nonce
        _keep(client.storage, client.server, code, at, first=True)
    return await get(client, code)


async def run(client: OneShotClient, code: str, verb: said.Verb) -> Tournament:
    """As the organiser, carry out a command, such as starting the tournament, and return the
    tournament. If the connection breaks before the answer, the command is sent again; the server
    carries it out only once. Raises Failure if the server refuses or cannot be reached."""
    word = secrets.token_urlsafe(12)

    def make(number: int) -> Request:
        return said.RunTournament(id=number, code=code, do=verb, once=word)

    for left in reversed(range(MOST_SAID)):
        try:
            await client.authenticate()
            await ask(client, Done, make)
            break
        except Failure as failure:
            lost = failure.code == UNREACHABLE and not client.link.up
            if not (lost and left and await client.link.back()):
                raise
    return await get(client, code)


async def organise(client: OneShotClient, code: str, word: str) -> Tournament:
    """Make the player an organiser of a tournament, and return the tournament. `word` is the secret
    word in the link that the player has got from an organiser. Raises Failure if the server refuses
    or cannot be reached."""
    await client.authenticate()
    await ask(client, Done, lambda n: said.OrganiseTournament(id=n, code=code, word=word))
    return await get(client, code)


async def table(client: OneShotClient, code: str) -> TournamentTable:
    """Return the whole table of points of a tournament, with exact fractions instead of rounded
    numbers. It is fetched in several parts. Raises Failure if the server refuses or cannot be
    reached."""
    first = await ask(client, TournamentTable, _part(code, 0))
    rows = list(first.rows)
    while len(rows) < first.total:
        more = await ask(client, TournamentTable, _part(code, len(rows)))
        if not more.rows:
            break
        rows += more.rows
    return first.model_copy(update={"rows": rows})


def _part(code: str, offset: int) -> Callable[[int], Request]:
    return lambda n: said.GetTournamentTable(id=n, code=code, offset=offset)


async def round_of(client: OneShotClient, code: str, number: int) -> TournamentRound:
    """Return the results of a round. Raises Failure if the server refuses or cannot be reached."""
    return await ask(
        client,
        TournamentRound,
        lambda n: said.GetTournamentRound(id=n, code=code, round=number),
    )


async def with_rooms(client: OneShotClient, found: Tournament) -> Tournament:
    """Return the tournament `found` with the rooms of all its rounds, in which the races took
    place.

    Where everybody plays at their own pace, the rooms are published only when the tournament is
    over; then they are fetched round by round. In other formats, and before the end, `found` is
    returned as it is. Raises Failure if the server refuses or cannot be reached.
    """
    if found.plan.get("format") not in OWN_PACE or found.status != "finished":
        return found
    rounds = []
    for each in found.rounds:
        told = await round_of(client, found.code, each.number)
        rounds.append(each.model_copy(update={"heats": told.round.heats}))
    return found.model_copy(update={"rounds": rounds})


async def record(client: OneShotClient, race: str) -> dict[str, object]:
    """Return the record of a race, without validation. `race` is the race id. Raises Failure if the
    server does not give it."""
    return dict((await ask(client, Record, lambda n: GetRecord(id=n, race=race))).record)


def following(storage: Storage, server: str, code: str) -> Callable[[int], Request]:
    """Return a function that gets a request id and returns the request to follow a tournament. If
    the player takes part as a guest at the time of the call, the request says so."""
    return lambda n: said.FollowTournament(
        id=n, code=code, guest=_guest_token(storage, server, code)
    )


def deal(storage: Storage, server: str, code: str) -> dict[str, object]:
    """Return the fields of the request for the player's next deal in a tournament, except the
    request id and the token of the seat."""
    return {"code": code, "guest": _guest_token(storage, server, code)}


# Stored data. ---------------------------------------------------------------------------------


class TournamentSeat(NamedTuple):
    """The player's secrets in a tournament: the nonce with which the deals are made, and the token
    that proves to the server that the seats in the rooms of its races are the player's."""

    nonce: str
    token: str


def place(storage: Storage, server: str, code: str) -> TournamentSeat:
    """Return the player's nonce and token for a tournament. The first call makes them and stores
    them on this computer. Each account that is used on this computer has its own."""
    kept = storage.read(_place(storage, server, code))
    nonce, token = kept.get("nonce"), kept.get("token")
    if isinstance(nonce, str) and isinstance(token, str):
        return TournamentSeat(nonce, token)
    made = TournamentSeat(secrets.token_hex(NONCE_BYTES), secrets.token_urlsafe(24))
    _keep(storage, server, code, made, first=False)
    return made


def keep_room(storage: Storage, server: str, code: str, race: str, room: str) -> None:
    """Store in which room the player races the deal with the id `race`. This is done in tournaments
    in which everybody plays at their own pace."""
    kept, rooms = _place(storage, server, code), own_rooms(storage, server, code)
    storage.write(kept, {**storage.read(kept), "rooms": {**rooms, race: room}})


def own_rooms(storage: Storage, server: str, code: str) -> dict[str, str]:
    """Return the codes of the rooms in which the player has raced deals of a tournament, by race
    id, as `keep_room` has stored them."""
    kept = storage.read(_place(storage, server, code)).get("rooms")
    rooms = kept.items() if isinstance(kept, dict) else ()
    return {race: room for race, room in rooms if codes.normal(str(room)) == room}


def kept_place(storage: Storage, server: str, code: str) -> KeptCheckIn | None:
    """Return the player's check-in to a tournament as it is stored on this computer; None if there
    is none."""
    kept = storage.read(_place(storage, server, code))
    nonce = kept.get("nonce")
    return KeptCheckIn(nonce, kept.get("first") is True) if isinstance(nonce, str) else None


def _keep(storage: Storage, server: str, code: str, at: TournamentSeat, *, first: bool) -> None:
    storage.write(_place(storage, server, code), {**at._asdict(), "first": first})


def _place(storage: Storage, server: str, code: str) -> Path:
    account = account_on(storage, server)
    who = plain(account.name if account is not None else "")
    return storage.root / "tournaments" / f"{plain(code)}-{who}@{short(server)}.json"
