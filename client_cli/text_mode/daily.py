"""Commands for daily deals in line mode: show today's deals, play the player's one try, show the
results.

Each day has two deals that are the same for everybody: one of a short game, called sprint, and one
of a long game. An account may try each of them once.
"""

import asyncio

from client_cli.exit_codes import Failure
from client_cli.features import daily
from client_cli.local.account_store import account_on
from client_cli.text_mode.rooms.rooms import resume, seated
from client_cli.text_mode.server_command import ServerCommandContext, run_on_server
from protocol import dailies as said
from protocol.codes import spoken
from protocol.texts import _


def show(context: ServerCommandContext) -> None:
    """Print today's daily deals with the player's tries, and the commitments of tomorrow's deals:
    hashes with which anybody can check later that the deals were fixed before. Raises Failure if
    the server refuses or cannot be reached."""
    found = run_on_server(context, daily.days)
    context.voice.put(found.model_dump(mode="json"))
    if not context.voice.as_json:
        context.voice.say(map(_today, found.today))
        context.voice.say(map(daily.sealed, found.tomorrow))


def _today(deal: said.DailyInfo) -> str:
    sentence = _("Today: {game}, {times}", game=daily.title(deal), times=daily.times(deal))
    if deal.code is None:
        return _("{told}: patience daily {slot}", told=sentence, slot=deal.slot)
    begun = _("begun: patience resume {code}", code=spoken(deal.code))
    return f"{sentence}; {daily.state(deal) if deal.done else begun}."


def attempt(context: ServerCommandContext, slot: str) -> None:
    """Play the player's one try of one of today's deals; `slot` is "sprint" for the short game or
    "long" for the long one. If the try was begun on this computer, go on with it. Raises Failure if
    the player has no try left or no account."""
    if account_on(context.storage, context.server) is None:
        raise Failure.refused(_("A daily deal needs an account; patience login --new makes one."))
    deal = _deal(context, slot)
    begun = deal.code is not None and not deal.done
    seat = context.storage.last_seat(deal.code, context.server) if begun else None
    if seat is None:
        begin(context, deal.name)
    else:
        resume(context, seat)


def begin(context: ServerCommandContext, name: str) -> None:
    """Play the player's one try of the daily deal called `name`, such as
    `daily-2026-11-21-sprint`. Raises Failure if the player has no try left."""
    asyncio.run(seated(context, lambda room: room.take_seat_by(said.TryDaily, name=name)))


def _deal(context: ServerCommandContext, slot: str) -> said.DailyInfo:
    deals = [deal for deal in run_on_server(context, daily.days).today if deal.slot == slot]
    if not deals:
        raise Failure.not_found(
            _("There is no daily deal {slot}; there are sprint and long.", slot=repr(slot))
        )
    return deals[0]


def board(context: ServerCommandContext, which: str) -> None:
    """Print the results of all accounts in a daily deal. `which` is "sprint" or "long" for today's
    deals, or the name of a deal. Raises Failure if the server refuses or cannot be reached."""
    name = which if which.startswith("daily-") else _deal(context, which).name
    told = run_on_server(context, lambda client: daily.results(client, name))
    context.voice.put(told.model_dump(mode="json"))
    if not context.voice.as_json:
        context.voice.say(daily.board_lines(told))
