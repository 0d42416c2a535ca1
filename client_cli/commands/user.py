"""The output and the storage with which a command runs for the user of this computer."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from client_cli.local.storage import Storage
    from client_cli.terminal.output import Output


def voice_of(as_json: bool) -> "Output":
    """Return the output of a command, which writes cards as the player prefers. Also hide the codes
    of rooms and tournaments in all texts if the preference `streamer` (the player shows the screen
    to others) is on. Of the stored preferences only these two are read, because validating all of
    them would take longer than most commands."""
    from client_cli.messages.displayed_code import hide_codes
    from client_cli.terminal.output import Output
    from client_cli.terminal.spoken_cards import cards_of

    storage = own_storage()
    kept = storage.read(storage.root / "preferences.json")
    cards, streamer = (
        each.get("value") if isinstance(each := kept.get(name), dict) else None
        for name in ("cards", "streamer")
    )
    hide_codes(streamer == "on")
    return Output(as_json, cards_of(cards))


def own_storage() -> "Storage":
    """Return the storage that reads and writes the data directory of this user."""
    from client_cli.local.storage import Storage

    return Storage.default()
