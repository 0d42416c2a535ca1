"""Commands for leisure races in line mode: make one, list one's own, show one, take part, play.

In a leisure race a closed circle plays the same deals within hours or days, each contestant alone
and when they like.
"""

import asyncio
import contextlib
from collections.abc import Awaitable, Callable

from client_cli.exit_codes import Failure
from client_cli.features import leisure_races
from client_cli.net import invitations
from client_cli.net.one_shot_client import OneShotClient, with_connection
from client_cli.net.server_process import reach_of
from client_cli.text_mode.rooms.rooms import seated
from client_cli.text_mode.server_command import ServerCommandContext, run_on_server
from protocol.leisure_races import LeisureRace
from protocol.texts import _


def ask(
    context: ServerCommandContext, work: Callable[[OneShotClient], Awaitable[LeisureRace]]
) -> None:
    """Print the leisure race that `work` returns and, if more may come by its code, how to invite
    them. Raises Failure if the server refuses or cannot be reached."""
    race = run_on_server(context, work)
    context.voice.put(race.model_dump(mode="json", exclude={"id"}))
    if not context.voice.as_json:
        context.voice.say([*leisure_races.lines(race), *_inviting(context, race)])


def _inviting(context: ServerCommandContext, race: LeisureRace) -> list[str]:
    is_closed = race.status not in ("planned", "open")
    if is_closed or race.mine is None or not race.places_left:
        return []
    reach = reach_of(context.server)
    return invitations.invitation_sentences(leisure_races.invitation(race, reach))


def show_all(context: ServerCommandContext) -> None:
    """Print the leisure races of the player's account. Raises Failure if the server refuses or
    cannot be reached."""
    found = run_on_server(context, leisure_races.listed)
    context.voice.put(found.model_dump(mode="json", exclude={"id"}))
    if not context.voice.as_json:
        none = [_("You take part in no leisure race; see: patience leisure new --help")]
        context.voice.say(list(map(leisure_races.entry_line, found.races)) or none)


def play(context: ServerCommandContext, code: str | None, deal: int | None) -> None:
    """Play the player's try of a deal, then print the leisure race. If `code` is None, this is the
    leisure race in which it is the player's turn. Raises Failure if the server refuses or cannot be
    reached."""
    if code is None:
        # Not `run_on_server`: its news would be printed after the game, when it is no longer true.
        listed = with_connection(context.server, context.storage, leisure_races.listed)
        code = leisure_races.code_of_last(asyncio.run(listed))
    asyncio.run(seated(context, leisure_races.playing(code, deal)))
    with contextlib.suppress(Failure):  # the try counts without this print
        ask(context, lambda client: leisure_races.show(client, code))
