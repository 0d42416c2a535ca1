"""Commands for crown races in line mode: show one, follow it, and play the player's next deal in
it.

The great games are five difficult kinds of patience. In a crown race several players play the same
five deals, one of each great game, each at their own pace. It counts for their runs: a run is the
great games that a player has won in a row so far. Three or five of them win a crown.
"""

import asyncio
import contextlib
from collections.abc import Callable

from client_cli.exit_codes import Failure
from client_cli.features import crown_play as play
from client_cli.features import crown_races
from client_cli.net import invitations
from client_cli.net.server_process import reach_of
from client_cli.net.subscribe import follow
from client_cli.text_mode.crowns import crowns
from client_cli.text_mode.rooms.rooms import seated
from client_cli.text_mode.server_command import ServerCommandContext, run_on_server
from protocol.crown_races import CrownRace
from protocol.message import Request


def ask(context: ServerCommandContext, make: Callable[[int], Request]) -> None:
    """Send a request about a crown race to the server, and print the state of the race from the
    answer. `make` returns the request; its argument is the id of the request. Raises Failure if the
    server refuses or cannot be reached."""
    _show(context, run_on_server(context, lambda client: crown_races.race(client, make)))


def _show(context: ServerCommandContext, race: CrownRace) -> None:
    context.voice.put(race.model_dump(mode="json", exclude={"id"}))
    if not context.voice.as_json:
        context.voice.say([*crown_races.crown_race_lines(race), *_inviting(context, race)])


def _inviting(context: ServerCommandContext, race: CrownRace) -> list[str]:
    """Return sentences that tell others how to join a crown race, if the player takes part and the
    race has not started; otherwise an empty list."""
    if race.status != "lobby" or crown_races.mine(race) is None:
        return []
    return invitations.invitation_sentences(crown_races.invitation(race, reach_of(context.server)))


def live(context: ServerCommandContext, code: str) -> None:
    """Print the state of a crown race, then each change until the race is over. Raises Failure if
    the server refuses or cannot be reached."""
    asyncio.run(_follow(context, code))


async def _follow(context: ServerCommandContext, code: str) -> None:
    known: CrownRace | None = None
    over = asyncio.Event()

    def hear(race: CrownRace) -> None:
        nonlocal known
        before, known = known, race
        context.voice.put(race.model_dump(mode="json", exclude={"id"}))
        if not context.voice.as_json:
            if before is None:
                context.voice.say([*crown_races.crown_race_lines(race), *_inviting(context, race)])
            else:
                context.voice.say(list(crown_races.change_lines(before, race)))
        if race.status == "over":
            over.set()

    make = crown_races.seeing(code)
    following = asyncio.ensure_future(
        follow(context.server, context.storage, make, CrownRace, hear)
    )
    ended = asyncio.ensure_future(over.wait())
    try:
        await asyncio.wait({following, ended}, return_when=asyncio.FIRST_COMPLETED)
        if following.done():
            await following
    finally:
        following.cancel()
        ended.cancel()


def sit(context: ServerCommandContext, code: str) -> None:
    """Play the player's next deal in a crown race, then print the state of the race and of the
    player's run. Raises Failure if the server refuses or cannot be reached."""
    asyncio.run(seated(context, play.dealt(code)))
    with contextlib.suppress(Failure):  # the game counts without this print
        ask(context, crown_races.seeing(code))
    with contextlib.suppress(Failure):
        crowns.status(context)
