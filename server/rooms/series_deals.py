"""The deals of a series of Racing Demon in a room. Pure functions.

The secrets of all rounds are computed from one secret, the secret of the series. Its commitment
(its hash) is public before the first round, so the server cannot choose the deal of a round by what
has happened in the rounds before.
"""

from collections.abc import Mapping

from engine.races import fairness
from engine.races.record import Session, series_name
from engine.racing_demon.game import RacingDemon
from engine.rules import Rules
from server.boards.seat_standing import StoredStanding
from server.rooms.events import OfSeries, SeriesSession
from server.rooms.score import next_rounds
from server.rooms.state import Race, Room


def begun(rules: Rules, n: int, secret: bytes) -> tuple[OfSeries | None, bytes]:
    """Return the series that begins with race `n` of a room, and the secret of this race. `secret`
    is fresh. If the race begins a series, `secret` becomes the secret of the series, and that of
    the race is computed from it. Otherwise return None, and `secret` as the secret of the race."""
    if not isinstance(rules, RacingDemon) or not rules.chosen["target"]:
        return None, secret
    series = OfSeries(session=SeriesSession(first=n, secret=secret.hex()))
    return series, fairness.sub_secret(secret, 1)


def following(race: Race, standings: Mapping[int, StoredStanding]) -> OfSeries | None:
    """Return the rounds of the series up to and including a finished race, if another round can
    follow. Return None if somebody has won the series, if all people have left the room since the
    race began, or if the race is not of Racing Demon. People who come later begin a new series,
    because the secret of the old one may be known by then."""
    return None if race.deserted else next_rounds(race, standings)


def continued(series: OfSeries, n: int, secret: bytes) -> bytes:
    """Return the secret of race `n` of a room, which is the next round of a series. It is computed
    from the secret of the series. If a server of an earlier version began the series, each round
    has a secret of its own; then return `secret`, which is fresh."""
    if series.session is None:
        return secret
    return fairness.sub_secret(bytes.fromhex(series.session.secret), _deal(series.session, n))


def session_of(room: Room, race: Race, *, opened: bool) -> Session | None:
    """Return what the record of `race`, a round of a series, says about the series: its name, its
    commitment, the number that the deal of the round has in it and, if `opened`, its secret. Return
    None if the race belongs to no series, or to one that a server of an earlier version began."""
    session = race.series.session
    if session is None:
        return None
    secret = bytes.fromhex(session.secret)
    return Session(
        series_name(room.code, session.first),
        _deal(session, race.n),
        fairness.commitment(secret),
        secret if opened else None,
    )


def last_round(room: Room, race: Race) -> Race:
    """Return the last race of the room that belongs to the same series as `race`, a round."""
    rounds = [each for each in room.races.values() if each.series.session == race.series.session]
    return max(rounds, key=lambda each: each.n)


def may_open(room: Room, last: Race, standings: Mapping[int, StoredStanding]) -> bool:
    """Return whether the secret of a series may be public. It may if no further round can follow
    `last`, the last race of the series so far: another race came after it, or the series is over.
    `standings` are the final standings of `last`, by seat."""
    if last.n < room.race.n:
        return True
    return last.status == "over" and following(last, standings) is None


def _deal(session: SeriesSession, n: int) -> int:
    """Return the number, from 1, of the deal that race `n` of the room has in its series. A round
    that is called off has a number too, because its secret becomes public."""
    return n - session.first + 1
