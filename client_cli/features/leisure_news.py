"""News of leisure races: that the player can play one now, or that one was told. It is told at
log-in, and at once to somebody who is connected.

In a leisure race a closed circle plays the same deals within hours or days, each contestant alone.
Each piece of news is told once on a computer; nothing reminds the player again.
"""

from pathlib import Path

from client_cli.exit_codes import Failure
from client_cli.features import leisure_races
from client_cli.local.guest_entries import LEISURE_RACES
from client_cli.local.storage import Storage, short
from client_cli.net.one_shot_client import OneShotClient
from protocol.leisure_races import LeisureNews, LeisureRaces, ListLeisureRaces


async def news(client: OneShotClient) -> list[str]:
    """Ask the server for leisure races. Return the lines about news that this computer has not told
    the player yet, and store that they are told. Return none if the connection is not
    authenticated, or if the request fails."""
    if client.account is None:
        return []
    try:
        found = await client.ask(LeisureRaces, lambda n: ListLeisureRaces(id=n))
    except Failure:  # an older server, or the session has ended
        return []
    every = [each for race in found.races if (each := leisure_races.news_of(race)) is not None]
    words = {_word(each): each for each in every}
    told = _told(client.storage, client.server)
    fresh = [each for word, each in words.items() if word not in told]
    if fresh or told - words.keys():
        client.storage.write(_path(client.storage, client.server), {"told": sorted(words)})
    return [leisure_races.news_line(each) for each in fresh]


def note_told(storage: Storage, server: str, news: LeisureNews) -> None:
    """Store that this computer has told the player a piece of news, so that it is not told at
    the next log-in."""
    told = _told(storage, server) | {_word(news)}
    storage.write(_path(storage, server), {"told": sorted(told)})


def _word(news: LeisureNews) -> str:
    what = "turn" if news.news == "your_turn" else "told"
    return f"{news.code} {what}"  # not a text: it is stored


def _told(storage: Storage, server: str) -> set[str]:
    """Return the news that this computer has told the player, as `_word` writes it."""
    kept = storage.read(_path(storage, server)).get("told")
    return {word for word in kept if isinstance(word, str)} if isinstance(kept, list) else set()


def _path(storage: Storage, server: str) -> Path:
    return storage.root / LEISURE_RACES / f"told-{short(server)}.json"
