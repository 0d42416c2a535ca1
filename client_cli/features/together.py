"""What the player and some other people have raced together: requests to the server, and sentences
that show its answers."""

from collections.abc import Iterable
from typing import NamedTuple

from client_cli.features.crowns import ago, title
from client_cli.features.history import spoken_race
from client_cli.messages.accounts import listed
from client_cli.messages.tournaments import ordinal
from client_cli.net.one_shot_client import OneShotClient
from protocol.rivals import GetTogether, Together, TogetherPerson, TogetherRace
from protocol.texts import _, ngettext

PAGE = 100
"""Races that one request asks for if all are wanted."""


class People(NamedTuple):
    """The other people by their names, and whether only races count in which nobody else was."""

    names: tuple[str, ...]
    nobody_else: bool = False


async def together(
    client: OneShotClient, people: People, offset: int = 0, count: int = 20
) -> Together:
    """Return what the player and other people have raced together, with at most `count` races,
    after the first `offset`. Raises Failure if the server refuses or cannot be reached."""
    await client.authenticate()
    return await client.ask(
        Together,
        lambda n: GetTogether(
            id=n,
            names=list(people.names),
            nobody_else=people.nobody_else,
            offset=offset,
            count=count,
        ),
    )


async def all_together(client: OneShotClient, people: People) -> Together:
    """Return what the player and other people have raced together, with all races. Raises Failure
    if the server refuses or cannot be reached."""
    found = await together(client, people, 0, PAGE)
    races = list(found.races)
    while len(races) < found.total:
        page = await together(client, people, len(races), PAGE)
        if not page.races:
            break
        races += page.races
    return found.model_copy(update={"races": races})


def together_lines(found: Together) -> list[str]:
    """Return all that the answer says as lines: the wins of each person, the games, the closest
    finish, and the races of the answer."""
    names = [_("You"), *(one.name for one in found.people[1:])]
    if not found.total:
        return [_("{names} have raced nothing together.", names=listed(names))]
    races = ngettext("{n} race", "{n} races", found.total)
    lines = [_("{names}: {races} together.", names=listed(names), races=races)]
    lines += [_person(name, one) for name, one in zip(names, found.people, strict=True)]
    lines += [
        _(
            "{game}, {races}: {wins}",
            game=title(one.game),
            races=ngettext("{n} race", "{n} races", one.races),
            wins=_each(names, one.wins),
        )
        for one in found.games
    ]
    if found.closest is not None:
        closest = found.closest
        lines.append(
            _(
                "Closest finish: {first} {gap} s before {second}, {game}, {ago} ({race})",
                first=closest.first,
                gap=f"{closest.gap_ms / 1000:.1f}",
                second=closest.second,
                game=title(closest.game),
                ago=ago(closest.ago_ms),
                race=spoken_race(closest.race),
            )
        )
    return [*lines, *(_race(names, race) for race in found.races)]


def _person(name: str, one: TogetherPerson) -> str:
    return _(
        "{name}: {wins} won, at most {longest} in a row",
        name=name,
        wins=one.wins,
        longest=one.longest,
    )


def _race(names: list[str], race: TogetherRace) -> str:
    return _(
        "{ago}: {game}, {places} ({race})",
        ago=ago(race.ago_ms),
        game=title(race.game),
        places=_each(names, map(ordinal, race.places)),
        race=spoken_race(race.race),
    )


def _each(names: list[str], numbers: Iterable[int | str]) -> str:
    return ", ".join(f"{name} {number}" for name, number in zip(names, numbers, strict=True))
