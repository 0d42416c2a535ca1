"""A word at log-in about leisure races: that the player can play, or that one was told.

In a leisure race a closed circle plays the same deals within hours or days, each contestant alone.
Each word is said once on a computer; nothing reminds the player again.
"""

from client_cli.exit_codes import Failure
from client_cli.features import leisure_races
from client_cli.local.storage import Storage, short
from client_cli.net.one_shot_client import OneShotClient
from protocol.leisure_races import LeisureEntry, LeisureRaces, ListLeisureRaces


async def news(client: OneShotClient) -> list[str]:
    """Ask the server for leisure races. Return the sentences that this computer has not told the
    player yet, and store that they are told. Return none if the connection is not authenticated, or
    if the request fails."""
    if client.account is None:
        return []
    try:
        found = await client.ask(LeisureRaces, lambda n: ListLeisureRaces(id=n))
    except Failure:  # an older server, or the session has ended
        return []
    words = {_word(each): each for each in found.races if each.your_turn or each.is_news}
    told = _told(client.storage, client.server)
    fresh = [each for word, each in words.items() if word not in told]
    if fresh or told - words.keys():
        path = client.storage.root / leisure_races.EVENT / f"told-{short(client.server)}.json"
        client.storage.write(path, {"told": sorted(words)})
    return [leisure_races.news_sentence(each) for each in fresh]


def _word(entry: LeisureEntry) -> str:
    return f"{entry.code} {'turn' if entry.your_turn else 'told'}"  # not a text: it is stored


def _told(storage: Storage, server: str) -> set[str]:
    """Return the words that this computer has told the player."""
    path = storage.root / leisure_races.EVENT / f"told-{short(server)}.json"
    kept = storage.read(path).get("told")
    return {word for word in kept if isinstance(word, str)} if isinstance(kept, list) else set()
