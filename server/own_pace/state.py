"""What the states of all own-pace races have in common. Pure; times are server time in ms.

An own-pace race is an event whose contestants play the same deals, each alone in rooms of their own
and when they like. Its deals follow from one secret, which is disclosed at the end. At its close no
further deal begins. An outage, a time in which no process could store anything, is refunded: the
race closes later by it.

A decision is a function that takes a race and returns the changed race, or raises Refusal. If
another change was stored meanwhile, the service applies the decision again to the new state.
"""

from collections.abc import Iterable
from typing import ClassVar, Self, TypeVar

from pydantic import BaseModel, ConfigDict

from engine.races.fairness import commitment, sub_secret
from server.rooms.events import OfSession


class StoredValue(BaseModel):
    """Base class of the immutable models of an own-pace race that are stored as JSON."""

    model_config = ConfigDict(frozen=True, extra="forbid")


class OwnPaceRace(StoredValue):
    """An own-pace race as stored. Each kind of race is a subclass.

    `held_ms` is the total length of the outages between the start and the server time `held_until`.
    `over_at` is the server time at which the race ended, None before its end. `told` says whether
    the secret is disclosed in all its rooms.
    """

    PREFIX: ClassVar[str]
    """Prefix of the names by which deal seeds and records refer to races of this kind."""

    code: str
    secret: str
    held_ms: int = 0
    held_until: int = 0
    over_at: int | None = None
    told: bool = False

    @property
    def name(self) -> str:
        """The name of the race in the deal seeds and records of its deals."""
        return f"{self.PREFIX}{self.code}"

    @property
    def commitment(self) -> str:
        """The hash of the secret. It is published before anybody plays, so that the server cannot
        change the deals."""
        return commitment(bytes.fromhex(self.secret))

    @property
    def closes_at(self) -> int | None:
        """The server time at which the race closes, with the refunded outages; None if it is not
        known yet."""
        raise NotImplementedError

    @property
    def deadline(self) -> int | None:
        """The server time at which the race must be checked next; None if it has no time of closing
        yet, and None if nothing remains to be done."""
        if self.over_at is not None:
            return None if self.told else self.over_at
        return self.closes_at

    @property
    def nonces(self) -> dict[int, str]:
        """The random numbers of contestants that are used for the deals, by the number of the
        contestant. Empty if the deals follow from the secret alone."""
        return {}

    @property
    def accounts(self) -> list[str]:
        """The ids of the accounts in whose lists of races this race is."""
        raise NotImplementedError

    @property
    def pending(self) -> list[str]:
        """The codes of the rooms whose deals are in progress."""
        raise NotImplementedError

    @property
    def rooms(self) -> list[str]:
        """The codes of the rooms of all deals assigned so far."""
        raise NotImplementedError

    @property
    def is_kept(self) -> bool:
        """Whether the race is stored for the whole time for which races are kept. One that has not
        begun is stored for three days only."""
        return True

    def news_since(self, before: "Self | None") -> dict[str, str]:  # noqa: ARG002
        """Return what the feed says about the change from `before` to this race, besides that the
        race has changed. `before` is None for a new race."""
        return {}

    def deal(self, number: int) -> tuple[OfSession, bytes]:
        """Return what a record (the document of a finished race) of deal `number` (from 1) says
        about this race, and the secret of this deal."""
        secret = sub_secret(bytes.fromhex(self.secret), number)
        session = OfSession(
            name=self.name, deal=number, commitment=self.commitment, nonces=self.nonces
        )
        return session, secret

    def has_closed(self, now: int) -> bool:
        """Return whether the race has closed at server time `now`; False if it has no time of
        closing yet."""
        return self.closes_at is not None and now >= self.closes_at


R = TypeVar("R", bound=OwnPaceRace)


def held(race: R, outages: Iterable[tuple[int, int]]) -> R:
    """Return the race with its closing time moved later by the given outages, each as (from, until)
    in server time. Outages that were refunded earlier are skipped."""
    for since, until in outages:
        closes_at = race.closes_at
        begun = max(since, race.held_until)
        if closes_at is None or race.over_at is not None or not begun < min(until, closes_at):
            continue
        race = with_(race, held_ms=race.held_ms + until - begun, held_until=until)
    return race


def told(race: R) -> R:
    """Return the race with `told` set, which means that its secret is disclosed in all its rooms. A
    race that is not over is returned unchanged."""
    return race if race.over_at is None else with_(race, told=True)


def with_(race: R, **fields: object) -> R:
    """Return the race with these fields changed."""
    return race.model_copy(update=fields)
