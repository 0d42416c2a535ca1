"""The roster: which accounts are on line on which process, and what they do.

Every process knows who is connected to itself, and sends this to all others: the whole list when
another process asks, otherwise only what has changed. The functions here are pure; times are given
in seconds of any clock that does not run back.
"""

from collections.abc import Mapping
from typing import NamedTuple

SILENT_S = 30.0
"""A process from which nothing was heard for this many seconds counts as gone."""


class Activity(NamedTuple):
    """What somebody who is on line does. `racing`: plays in a race with others. `watch`: the code
    of the room of this race, if friends may watch it; otherwise empty."""

    racing: bool = False
    watch: str = ""


FREE = Activity()

People = Mapping[str, Activity]
"""What accounts do, by id. An account that is not in it is not on line."""


class _ProcessList:
    """The accounts that are on line on one other process. `number` is that of the last message from
    the process."""

    def __init__(self, number: int, people: People, heard_s: float) -> None:
        self.number, self.people, self.heard_s = number, dict(people), heard_s


class Roster:
    """Who is on line on all processes of a server. `own` is what the process itself knows.

    The methods that change the roster return the ids of the accounts of which the activity may have
    changed.
    """

    def __init__(self) -> None:
        self.own: People = {}
        self._others: dict[str, _ProcessList] = {}

    def activity(self, account: str) -> Activity | None:
        """Return what an account does; None if it is not on line. An account that is connected more
        than once counts as racing if it races on one of its connections."""
        most = self.own.get(account)
        for other in self._others.values():
            what = other.people.get(account)
            if what is not None and (most is None or what > most):
                most = what
        return most

    def replace_own(self, people: People) -> dict[str, Activity | None]:
        """Set what the process itself knows. Return what has changed: by account its new activity,
        None for an account that is no longer on line on this process."""
        before, self.own = self.own, people
        changes: dict[str, Activity | None] = {
            account: what for account, what in people.items() if before.get(account) != what
        }
        return changes | dict.fromkeys(before.keys() - people.keys())

    def whole(self, process: str, number: int, people: People, now_s: float) -> set[str]:
        """Note the whole list of another process, from its message with this number."""
        known = self._others.get(process)
        before = known.people if known else {}
        self._others[process] = _ProcessList(number, people, now_s)
        return {a for a in before.keys() | people.keys() if before.get(a) != people.get(a)}

    def change(
        self, process: str, number: int, changes: Mapping[str, Activity | None], now_s: float
    ) -> set[str] | None:
        """Note what has changed on another process. Return None, changing nothing, if its message
        with the number before this one was not received. Then its whole list is needed."""
        known = self._others.get(process)
        if known is None or number != known.number + 1:
            return None
        known.number, known.heard_s = number, now_s
        for account, what in changes.items():
            if what is None:
                known.people.pop(account, None)
            else:
                known.people[account] = what
        return set(changes)

    def forget_silent(self, now_s: float) -> set[str]:
        """Remove the processes that have been silent for SILENT_S."""
        gone = [name for name, o in self._others.items() if now_s - o.heard_s > SILENT_S]
        return set[str]().union(*(self._others.pop(name).people for name in gone))

    def forget_others(self) -> set[str]:
        """Remove all other processes, because their messages may have been missed."""
        gone = set[str]().union(*(o.people for o in self._others.values()))
        self._others.clear()
        return gone
