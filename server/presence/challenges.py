"""The challenges that nobody has answered yet, and when they are over.

A challenge is over without an answer when the challenger leaves the room, or when the race to which
it invites begins without the friend. Nothing is stored: every process knows the open challenges
from the presence channel, and forgets those that are older than KEPT_S. Times are given in seconds
of a clock that does not run back.
"""

from collections.abc import Callable
from typing import NamedTuple

from server.errors import Refusal
from server.rooms.membership import seat_of_account
from server.rooms.state import Room

KEPT_S = 3600.0
"""Seconds after which a challenge is forgotten."""


class OpenChallenge(NamedTuple):
    """A challenge of the account `challenger`, with the name `name` and the seat `seat`, to the
    account `friend`, to the race with the number `race` in the room `code`."""

    challenger: str
    seat: int
    friend: str
    name: str
    code: str
    race: int


class Withdrawal(NamedTuple):
    """The end of a challenge without an answer. `begun` says that the race has begun without the
    friend; otherwise the challenger has left the room."""

    challenge: OpenChallenge
    begun: bool


class Challenges:
    """The open challenges, and those that are over because the challenger has left. `now_s` returns
    the time."""

    def __init__(self, now_s: Callable[[], float]) -> None:
        self._now_s = now_s
        self._open: dict[str, dict[OpenChallenge, float]] = {}
        """The open challenges to a room, by its code, with the time at which each was noted."""
        self._left: dict[OpenChallenge, float] = {}

    def add(self, challenge: OpenChallenge) -> None:
        """Note an open challenge."""
        now = self._now_s()
        for code, known in tuple(self._open.items()):
            self._open[code] = {each: at for each, at in known.items() if now - at < KEPT_S}
            if not self._open[code]:
                del self._open[code]
        self._open.setdefault(challenge.code, {})[challenge] = now

    def end(self, withdrawal: Withdrawal) -> None:
        """Note that a challenge is over."""
        challenge, now = withdrawal.challenge, self._now_s()
        self._remove(challenge)
        self._left = {each: at for each, at in self._left.items() if now - at < KEPT_S}
        if not withdrawal.begun:
            self._left[challenge] = now

    def withdrawn(self, room: Room) -> list[Withdrawal]:
        """Return the challenges to a room that are over now, and forget them. Also forget those
        that were accepted: the friend has a seat."""
        over = []
        for challenge in tuple(self._open.get(room.code, ())):
            if seat_of_account(room, challenge.friend) is not None:
                self._remove(challenge)
            elif _has_left(room, challenge):
                over.append(Withdrawal(challenge, begun=False))
            elif _has_begun(room, challenge.race):
                over.append(Withdrawal(challenge, begun=True))
        for each in over:
            self.end(each)
        return over

    def refuse_withdrawn(self, room: Room, friend: str | None) -> None:
        """Raise Refusal if the account `friend` was challenged to the room and the challenger has
        left it, unless the challenger has come back."""
        for challenge in (*self._open.get(room.code, ()), *self._left):
            meant = (challenge.code, challenge.friend) == (room.code, friend)
            if meant and _has_left(room, challenge):
                raise Refusal(
                    "challenge_withdrawn", "Your friend has left this room: the challenge is over."
                )

    def _remove(self, challenge: OpenChallenge) -> None:
        known = self._open.get(challenge.code, {})
        known.pop(challenge, None)
        if not known:
            self._open.pop(challenge.code, None)


def next_race(room: Room) -> int:
    """Return the number of the race to which a challenge invites now."""
    return room.race.n if room.race.status == "lobby" else room.race.n + 1


def _has_left(room: Room, challenge: OpenChallenge) -> bool:
    """Return whether the challenger has left the room and has not come back."""
    seat = room.seats.get(challenge.seat)
    is_gone = seat is None or seat.left
    return is_gone and seat_of_account(room, challenge.challenger) is None


def _has_begun(room: Room, n: int) -> bool:
    """Return whether race `n` has begun and can no longer be joined."""
    race = room.race
    if race.n != n:
        return race.n > n
    return race.status == "over" or (race.status != "lobby" and not room.settings.late)
