"""The command `traveller` in line mode: everybody who has played a deal, compared."""

from client_cli.exit_codes import Failure
from client_cli.features import travellers
from client_cli.text_mode.server_command import ServerCommandContext, run_on_server
from protocol.codes import split_race
from protocol.texts import _


def show_traveller(context: ServerCommandContext, deal: str, offset: int, count: int) -> None:
    """Print the traveller of a deal, with at most `count` of its ranked tries, after the first
    `offset`. `deal` is a room code, a race id or the name of a daily deal. Raises Failure if the
    server refuses or cannot be reached."""
    if not deal.startswith("daily-") and split_race(deal) is None:
        raise Failure.usage(
            _("A deal is the code of a room, a race such as KQ7-4TX-1, or the name of a daily.")
        )
    told = run_on_server(context, lambda client: travellers.traveller(client, deal, offset, count))
    context.voice.put(told.model_dump(mode="json", exclude={"id"}))
    if not context.voice.as_json:
        context.voice.say(travellers.traveller_lines(told))
        after = offset + len(told.rows)
        if told.rows and after < told.total:
            more = _("{n} more: --offset {after}.", n=told.total - after, after=after)
            context.voice.say([more])
