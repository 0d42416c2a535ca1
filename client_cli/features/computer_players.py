"""Computer players: their strengths and paces, as players choose and read them."""

from client_cli.exit_codes import Failure
from engine.computer_players.strengths import PACE_NAMES, STRENGTHS
from protocol.rooms.computer_players import ComputerPlayer
from protocol.texts import _


def computer_player(strength: str, pace: str) -> ComputerPlayer:
    """Return a computer player of a typed strength and pace. Raises Failure."""
    for what, typed, known in ((_("strength"), strength, STRENGTHS), (_("pace"), pace, PACE_NAMES)):
        if typed not in known:
            raise Failure.usage(
                _(
                    "A {what} is one of {known}, not {typed}.",
                    what=what,
                    known=", ".join(known),
                    typed=repr(typed[:20]),
                )
            )
    return ComputerPlayer.model_validate({"strength": strength, "pace": pace})


def bot_words(player: ComputerPlayer | None) -> str:
    """Return how a bot is marked beside its name: `bot`, with the strength and the pace of one that
    the server moves."""
    if player is None:
        return _("bot")
    return _("bot: {strength}, {pace}", strength=player.strength, pace=player.pace)
