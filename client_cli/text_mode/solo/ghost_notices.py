"""Sentences about a race against a ghost in line mode: who leads, and the standings.

A ghost is a contestant's finished game in the record of a race. While the player plays the same
deal alone, the ghost's progress is shown as it was at each moment of the recorded race.
"""

from client_cli.messages.game import by_points
from client_cli.solo.game import SoloGame
from client_cli.solo.ghost import GHOST, YOU
from protocol.texts import _


class GhostNotices:
    """Compares a game played alone with its ghost. If the game has no ghost, `race` returns a
    sentence that says so, and `lead` an empty list."""

    def __init__(self, solo: SoloGame) -> None:
        self._solo = solo
        self._leader: int | None = None

    def race(self, ms: int) -> list[str]:
        """Return the standings `ms` milliseconds after the start: a line for the player and a line
        for the ghost."""
        ghost = self._solo.ghost
        if ghost is None:
            return [_("Nobody races you here.")]
        from client_cli.messages.room_events import place  # a slow import

        session = ghost.session(self._solo.board, ms, ms)
        return [place(session, placed) for placed in session.ranking()]

    def lead(self, ms: int) -> list[str]:
        """Return a sentence that says who leads `ms` milliseconds after the start, if this has
        changed since the last call; otherwise an empty list."""
        ghost = self._solo.ghost
        if ghost is None:
            return []
        session = ghost.session(self._solo.board, ms, ms)
        first = [p.standing.seat for p in session.ranking() if p.place == 1]
        leader = first[0] if len(first) == 1 else None
        if leader is None or leader == self._leader:
            return []
        self._leader = leader
        pair = [session.standings[seat] for seat in (YOU, GHOST)]
        points = by_points(session.rules)
        own, other = ((s.points or 0) if points else s.best for s in pair)
        lead = _("You lead") if leader == YOU else _("{name} leads", name=ghost.name)
        return [
            _(
                "{lead}: you {own}, {name} {other}.",
                lead=lead,
                own=own,
                name=ghost.name,
                other=other,
            )
        ]
