"""List the records of races and games on this computer: `patience history`."""

from client_cli.features.history import history_json, history_line
from client_cli.local.record_store import Kept, all_kept
from client_cli.local.storage import Storage
from client_cli.terminal.output import Output
from protocol.texts import _

LATEST = 20
"""How many records are listed if the user does not say how many."""


def list_history(
    voice: Output, storage: Storage, game: str | None, last: int, server: str | None
) -> None:
    """Print the latest `last` records of this computer, the latest at the end. `game` limits them
    to the game of that name. If an account is logged in or a `server` is given, first fetch the
    account's records that this computer lacks. Raises Failure if there is no such game."""
    told = fetch_missing(server, storage)
    found = kept_records(game, storage)[-last:]
    for kept in found:
        voice.put(history_json(kept))
        if not voice.as_json:
            voice.say([history_line(kept)])
    if not voice.as_json:
        voice.say([*([] if found else [_("There is no record yet.")]), *told])


def fetch_missing(server: str | None, storage: Storage) -> list[str]:
    """Fetch the records of the player's account that are not stored on this computer, and return
    sentences about the result. Do nothing if no account is logged in and no server is given."""
    if not asks_server(server, storage):
        return []
    from client_cli.features import remote_history

    return remote_history.fetch_missing(server, storage)


def asks_server(server: str | None, storage: Storage) -> bool:
    """Return whether records of an account are to be fetched from a server."""
    from client_cli.local.account_store import has_account

    return server is not None or has_account(storage)


def kept_records(game: str | None, storage: Storage) -> list[Kept]:
    """Return the records stored on this computer, oldest first. `game` limits them to the game of
    that name. Raises Failure if there is no such game."""
    from client_cli.terminal.game_input import chosen_rules

    slug = None if game is None else chosen_rules(game, []).slug
    return [kept for kept in all_kept(storage) if slug in (None, kept.record.game.slug)]
