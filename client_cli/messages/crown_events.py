"""Sentences shown in a room about crowns won and withdrawn, and about the player's crown run.

Five games, the great games, count for a crown: whoever wins three or all five of them in a row wins
one. The games won so far are the crown run. `session` is what the client knows of the room.
"""

from typing import TYPE_CHECKING

from client_cli.features.crowns import CROWNS, CrownStatus, after_words, crown_lines, why
from protocol.crowns import Crown, CrownWon
from protocol.texts import _

if TYPE_CHECKING:
    from client_cli.state.known_room import KnownRoom

STOPPED = _(
    "A move was taken back or a hint asked for: this game no longer counts for a crown, and a run"
    " ends with it."
)
NO_RUN_HERE = _("This is no game for a crown, or you are not logged in.")


def heard(session: "KnownRoom", message: Crown | CrownWon, now_ms: int) -> list[str]:
    """Return the sentences to show about a message about crowns, often none. A `Crown` is the state
    of the player's crown run, which is also stored in `session`. A `CrownWon` says that somebody
    has won a crown, or that one was withdrawn."""
    if isinstance(message, CrownWon):
        return _won(session, message)
    before, session.run = session.run, CrownStatus(message, now_ms)
    return [] if before is None else run_changes(before.crown, message)


def _won(session: "KnownRoom", message: CrownWon) -> list[str]:
    """Return a sentence about a crown that somebody has won, or that was withdrawn. While the
    player races, crowns of others are not mentioned; a withdrawn crown of others is never
    mentioned."""
    own = session.seat is not None and session.name(session.seat) == message.name
    crown = CROWNS[message.crown]
    if message.withdrawn:
        sentence = _("The {crown} is withdrawn: a race it was won in is void.", crown=crown)
        return [sentence] if own else []
    if own:
        return [_("You have won the {crown}!", crown=crown)]
    busy = session.racing and session.status == "running"
    return [] if busy else [_("{name} has won the {crown}!", name=message.name, crown=crown)]


def run_lines(session: "KnownRoom", now_ms: int) -> list[str]:
    """Return the state of the player's crown run as lines."""
    return [NO_RUN_HERE] if session.run is None else crown_lines(session.run, now_ms)


def run_changes(before: Crown, now: Crown) -> list[str]:
    """Return a sentence if the player has won another game of the crown run, or if the run has
    ended, between the states `before` and `now`. The list is empty for other changes."""
    ended = now.ended is not None and not now.won and bool(before.won)
    if ended and now.ended is not None and now.ended.why != "quintuple":
        return [_("Your run is over: {why}.", why=why(now.ended.why, now.limits))]
    if [each.race for each in now.won] != [each.race for each in before.won] and now.won:
        return [after_words(now)]
    return []
