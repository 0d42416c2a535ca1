"""Computer players: how well they play (strength) and how fast (pace), as words that players type
and read."""

from client_cli.exit_codes import Failure
from engine.computer_players.strengths import PACE_NAMES, STRENGTHS
from protocol.rooms.computer_players import ComputerPlayer
from protocol.texts import _


def computer_player(strength: str, pace: str) -> ComputerPlayer:
    """Return a computer player of a typed strength and pace. Raises Failure if either is
    unknown."""
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
    """Return the note beside the name of a bot. It is `bot` if `player` is None, because the bot is
    a program of somebody else. For a computer player of the server it also names the strength and
    the pace."""
    if player is None:
        return _("bot")
    return _("bot: {strength}, {pace}", strength=player.strength, pace=player.pace)
