"""Play for a crown: open a room for a game that counts, return to it, take a break.

Five games, the great games, count for a crown: whoever wins three or all five of them in a row wins
one. The games won so far are the crown run. Several functions here return a `WayIn`, an async
function that enters a room with a `RoomClient`, so that line mode and the full screen can share it.
"""

import secrets
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
from engine.games import AnyGame
from engine.races.fairness import NONCE_BYTES
from engine.races.limits import LONGEST_BELL_MS
from protocol.codes import split_race
from protocol.crown_races import PlayCrownDeal
from protocol.crowns import BeginBreak, Crown, EndBreak
from protocol.from_client import PlayAlone, Terms
from protocol.rooms.room_settings import Settings
from protocol.texts import _

BELL = "24h"
ALONE = Settings(size=2, locked=True, boards="nobody")
NEEDS_ACCOUNT = _("A crown belongs to an account; patience login --new.")
WayIn = Callable[[RoomClient], Awaitable[None]]


class CrownChoice(NamedTuple):
    """A race that the player has chosen to play for a crown. `told` is a sentence to show before it
    starts; None if there is nothing to say."""

    plan: RacePlan
    told: str | None


def chosen(text: str, typed: list[str], storage: Storage) -> CrownChoice:
    """Return the race for the great game named in `text`. It has the options that the user has
    stored as preferences for this game, and the `typed` options, which have priority. If the game
    would count for no crown with the stored options, they are all left out, and `told` of the
    result says so. Raises Failure if the game or a typed option does not count for a crown."""
    slug = chosen_game(text, typed).slug
    if slug not in GREAT_GAMES:
        five = ", ".join(name.replace("_", "-") for name in QUICKEST_FIRST)
        raise Failure.usage(_("A crown is won with one of the five: {five}.", five=five))
    usual, told = usual_options(storage, slug), None
    if usual and ineligible(slug, chosen_game(slug, usual).chosen):
        usual = []
        told = _("Your default options of this game do not count for a crown; dealt without.")
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
    """Raise Failure if a game that counts for the player's crown run is in progress, because
    starting another game would lose that game."""
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
    """Return a function that opens a room for this player alone and starts the race there at once.
    `name` is the player's name in the room."""

    async def enter(room: RoomClient) -> None:
        await room.create(plan, name, ALONE)
        await room.ready()
        await room.start()

    return enter


def alone(game: AnyGame, server: str, storage: Storage) -> WayIn:
    """Return a function that begins a game that the player plays alone, but that the server deals.
    Moves may be taken back and hints asked for; after either, a win no longer counts for a
    crown."""
    account = account_on(storage, server)
    name = account.name if account is not None else ""
    return lambda room: room.take_seat_by(
        PlayAlone,
        game=game.slug,
        options=dict(game.chosen),
        terms=Terms(take_back="practice"),
        bell_ms=LONGEST_BELL_MS,
        name=name,
        nonce=secrets.token_hex(NONCE_BYTES),
    )


def dealt(code: str) -> WayIn:
    """Return a function that enters a room for the player's next deal in the crown race with this
    code, an event in which all play the same five deals, each at their own pace."""
    return lambda room: room.take_seat_by(PlayCrownDeal, code=code)


def returning(crown: Crown, server: str, storage: Storage) -> WayIn:
    """Return a function that enters the room of the game that the player is playing for a crown,
    even if they began it on another device. Raises Failure if there is no such game."""
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
    """Return a function that enters the room of the game that the player is playing for a crown. If
    the player has taken a break from it, during which the board is covered, the function ends the
    break. Raises Failure if there is no such game."""
    way = returning(crown, server, storage)

    async def enter(room: RoomClient) -> None:
        await way(room)
        if room.session.covered:
            await room.request(EndBreak)

    return enter


def breaking_off(crown: Crown, server: str, storage: Storage) -> WayIn:
    """Return a function that enters the room of the game that the player is playing for a crown,
    and begins a break, during which the board is covered. Another connection that plays this game
    loses the seat. Raises Failure if there is no such game."""
    way = returning(crown, server, storage)

    async def enter(room: RoomClient) -> None:
        await way(room)
        if not room.session.covered:
            await room.request(BeginBreak)

    return enter
