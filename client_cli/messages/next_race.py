"""Sentences about the score of a room over all its races, and about the votes of its players for
the next game. `session` is what the client knows of the room."""

from typing import TYPE_CHECKING

from protocol.rooms.room_settings import Ballot
from protocol.texts import _

if TYPE_CHECKING:
    from client_cli.state.known_room import KnownRoom

MOST = 8
"""How many people the sentence about the score names."""
MOST_JOINED = 4
"""How many names of players who want the same game are written out."""


def score_lines(session: "KnownRoom") -> list[str]:
    """Return how many races of the room each player has won, as a sentence: `So far: Ann 3, Ben 2.`
    The list is empty if no two players have raced each other yet."""
    if not session.wins:
        return []
    each = [f"{one.name} {one.wins}" for one in session.wins[:MOST]]
    more = len(session.wins) - len(each)
    each += [_("and {n} more", n=more)] if more else []
    return [_("So far: {score}.", score=", ".join(each))]


def vote(session: "KnownRoom", ballot: Ballot) -> str:
    """Return a sentence about a player's vote for the next game."""
    again = session.race is not None and ballot.game == session.race.game
    if ballot.seat == session.seat:
        return _("You want a rematch.") if again else _("You want {game} next.", game=title(ballot))
    name = session.name(ballot.seat)
    if again:
        return _("{name} wants a rematch.", name=name)
    return _("{name} wants {game} next.", name=name, game=title(ballot))


def vote_lines(session: "KnownRoom") -> list[str]:
    """Return a line for each game that somebody has voted for, such as `Demon: Ann and Ben`, where
    Demon is a game. The game that was voted for first comes first."""
    wanted: dict[str, list[str]] = {}
    for ballot in session.votes.values():
        wanted.setdefault(title(ballot), []).append(session.name(ballot.seat))
    return [_("{game}: {names}", game=game, names=_joined(names)) for game, names in wanted.items()]


def title(ballot: Ballot) -> str:
    """Return the title of the game that was voted for, in the player's language."""
    return _(ballot.title)


def _joined(names: list[str]) -> str:
    *others, last = names
    if len(names) > MOST_JOINED:
        return _("{names} and {n} more", names=", ".join(names[:3]), n=len(names) - 3)
    return _("{names} and {last}", names=", ".join(others), last=last) if others else last
