"""Play for a crown: open a room for one of the five great games, return to it, take a break.

Each action is given as an async function that enters the room of a `RoomClient`, so that line mode
and the full screen can share it.
"""

from collections.abc import Awaitable, Callable
from typing import NamedTuple

from client_cli.exit_codes import Failure
from client_cli.features.crowns import title
from client_cli.local.account_store import account_on
from client_cli.local.preferences import usual_options
from client_cli.local.storage import Storage
from client_cli.messages.race_terms import RacePlan, plan
from client_cli.net.room_client import RoomClient
from client_cli.terminal.game_input import chosen_game
from engine.crowns.facts import GREAT_GAMES, QUICKEST_FIRST, ineligible
from protocol.codes import split_race
from protocol.crown_races import PlayCrownDeal
from protocol.crowns import BeginBreak, Crown, EndBreak
from protocol.rooms.room_settings import Settings
from protocol.texts import _

BELL = "24h"
ALONE = Settings(size=2, locked=True, boards="nobody")
NEEDS_ACCOUNT = _("A crown belongs to an account; patience login --new.")
WayIn = Callable[[RoomClient], Awaitable[None]]


class CrownChoice(NamedTuple):
    """A race to play for a crown, and a sentence to show before it, or None."""

    plan: RacePlan
    told: str | None


def chosen(text: str, typed: list[str], storage: Storage) -> CrownChoice:
    """Return the race for one of the five great games. `typed` options and the user's usual ones
    apply; usual ones that a crown does not allow are dropped, and `told` says so. Raises
    Failure."""
    slug = chosen_game(text, typed).slug
    if slug not in GREAT_GAMES:
        five = ", ".join(name.replace("_", "-") for name in QUICKEST_FIRST)
        raise Failure.usage(_("A crown is won with one of the five: {five}.", five=five))
    usual, told = usual_options(storage, slug), None
    if usual and ineligible(slug, chosen_game(slug, usual).chosen):
        usual = []
        told = _("Your usual options of this game do not count for a crown; dealt without.")
    game = chosen_game(slug, [*usual, *typed])
    reason = ineligible(slug, game.chosen)
    if reason:
        option = reason.removeprefix("option ")
        raise Failure.usage(
            _(
                "With {option} as you chose it, {game} counts for no crown.",
                option=option,
                game=title(slug),
            )
        )
    return CrownChoice(plan(game, BELL, None, take_back="none"), told)


def may_begin(crown: Crown) -> None:
    """Raise Failure if a game that counts for the run is in progress, because starting another
    would lose it."""
    playing = crown.playing
    if playing is not None and playing.counts:
        raise Failure.refused(
            _(
                "You are playing {game}: patience crown resume. To begin another would be to lose"
                " it.",
                game=title(playing.game),
            )
        )


def beginning(plan: RacePlan, name: str) -> WayIn:
    """Return a function that opens a room for the player alone and starts the race at once."""

    async def enter(room: RoomClient) -> None:
        await room.create(plan, name, ALONE)
        await room.ready()
        await room.start()

    return enter


def dealt(code: str) -> WayIn:
    """Return a function that takes a seat at the deal the player has come to in a crown race."""
    return lambda room: room.take_seat_by(PlayCrownDeal, code=code)


def returning(crown: Crown, server: str, storage: Storage) -> WayIn:
    """Return a function that goes back to the game in progress, wherever it was begun. Raises
    Failure if there is none."""
    playing = crown.playing
    found = split_race(playing.race) if playing is not None else None
    if found is None:
        raise Failure.not_found(
            _("You are playing none of the five; patience crown start begins one.")
        )
    code = found[0]
    seat, account = storage.last_seat(code, server), account_on(storage, server)

    async def enter(room: RoomClient) -> None:
        if seat is not None:
            await room.resume(seat)
        else:
            await room.join(code, account.name if account is not None else "")

    return enter


def coming_back(crown: Crown, server: str, storage: Storage) -> WayIn:
    """Return a function that goes back to the game in progress and ends a declared break. Raises
    Failure if there is no game."""
    way = returning(crown, server, storage)

    async def enter(room: RoomClient) -> None:
        await way(room)
        if room.session.covered:
            await room.request(EndBreak)

    return enter


def breaking_off(crown: Crown, server: str, storage: Storage) -> WayIn:
    """Return a function that goes back to the game in progress and declares a break. It takes the
    seat over from any other connection. Raises Failure if there is no game."""
    way = returning(crown, server, storage)

    async def enter(room: RoomClient) -> None:
        await way(room)
        if not room.session.covered:
            await room.request(BeginBreak)

    return enter
