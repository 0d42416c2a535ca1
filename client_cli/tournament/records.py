"""Fetch and save the records of a tournament's races, waiting until the server has completed them.

A record is complete when it has the secret from which the server made the deals. All races of a
tournament share one secret, which the server adds to the records when the tournament is over. A
heat is one race of a round.
"""

import asyncio
import json
from collections.abc import AsyncIterator, Iterable
from pathlib import Path
from typing import NamedTuple

from client_cli.exit_codes import NOT_FOUND, UNREACHABLE, Failure
from client_cli.local.record_store import is_complete
from client_cli.net.one_shot_client import OneShotClient
from client_cli.tournament import requests
from protocol import codes
from protocol.texts import _
from protocol.tournaments.live import HeatInfo, RoundInfo, Tournament

SETTLING = 10
"""Most attempts to get a complete record, one a second. The server needs some seconds after the end
of a tournament to add its secret to every record."""
AGAIN_S = 1.0
"""Seconds between two attempts to get a complete record."""


class RacedRecord(NamedTuple):
    """A race of a tournament and its record. `document` is the record's JSON; None if it is not
    published or no longer stored."""

    round: RoundInfo
    heat: HeatInfo
    document: dict[str, object] | None


async def raced(
    client: OneShotClient, tournament: Tournament, rounds: Iterable[RoundInfo]
) -> AsyncIterator[RacedRecord]:
    """Fetch and yield the records of all finished races of the given rounds, in order. Raises
    Failure if the server cannot be reached."""
    for each in rounds:
        for heat in each.heats:
            if heat.over:
                yield RacedRecord(each, heat, await of_room(client, tournament, heat.room))


async def of_room(
    client: OneShotClient, tournament: Tournament, room: str
) -> dict[str, object] | None:
    """Return the record of the finished race in a room; None if it cannot be fetched. If the
    tournament is over but the record lacks the secret, wait up to ten seconds for it. Raises
    Failure if the server cannot be reached."""
    document = None
    if codes.normal(room) != room:  # not a valid room code, nor safe as a file name
        return None
    for _attempt in range(SETTLING):
        try:
            document = await requests.record(client, codes.race_id(room, 1))
        except Failure as failure:
            if failure.code == UNREACHABLE:
                raise
            if failure.code == NOT_FOUND:
                return None
        if document is not None and (tournament.opened is None or is_complete(document)):
            break
        await asyncio.sleep(AGAIN_S)
    return document


async def of_round(client: OneShotClient, code: str, number: int) -> dict[str, object]:
    """Return the record of the player's own race in round `number` of the tournament `code`. If the
    player had none, return the record of the round's only race. Raises Failure if there is no such
    record, if the round is not over, or if there is more than one such race."""
    tournament = await requests.with_rooms(client, await requests.get(client, code))
    heats = [heat for each in tournament.rounds if each.number == number for heat in each.heats]
    own = [heat for heat in heats if tournament.mine in heat.entrants] or heats
    if not own:
        raise Failure.not_found(
            _("There was no race in round {number} of that tournament.", number=number)
        )
    if len(own) > 1:
        rooms = ", ".join(codes.spoken(heat.room) for heat in own)
        raise Failure.usage(
            _(
                "Round {number} had several races; name one by its room: {rooms}.",
                number=number,
                rooms=rooms,
            )
        )
    if not own[0].over and tournament.status != "finished":
        raise Failure.refused(_("Round {number} is not over.", number=number))
    document = await of_room(client, tournament, own[0].room)
    if document is None:
        raise Failure.not_found(_("No record of round {number} is kept any more.", number=number))
    return document


def nobody_came(heat: HeatInfo) -> bool:
    """Return whether all entrants of a heat were absent. The server may have no record of such a
    heat."""
    return len(heat.absent) == len(heat.entrants)


async def save(
    client: OneShotClient, tournament: Tournament, folder: Path
) -> tuple[list[Path], int]:
    """Write the record of every finished race to a file in `folder`. Return the paths of the files,
    and how many records could not be fetched. Raises Failure if a file cannot be written or the
    server cannot be reached."""
    _made(folder)
    written, missing = [], 0
    async for each in raced(client, tournament, tournament.rounds):
        if each.document is None:
            missing += not nobody_came(each.heat)
            continue
        name = f"round-{each.round.number:03}-{codes.race_id(each.heat.room, 1)}.json"
        path = folder / name
        try:
            path.write_text(json.dumps(each.document, indent=1) + "\n", encoding="utf-8")
        except OSError as error:
            sentence = _("Cannot write {path}: {reason}.", path=path, reason=error.strerror)
            raise Failure.usage(sentence) from None
        written.append(path)
    return written, missing


def _made(folder: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        sentence = _("Cannot write to {path}: {reason}.", path=folder, reason=error.strerror)
        raise Failure.usage(sentence) from None
