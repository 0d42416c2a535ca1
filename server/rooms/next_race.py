"""The next race of a room: the host asks for a rematch, or the people in the room vote for a game.

`rematch` and `vote` are commands: they return the events to store, and change nothing themselves
(`commands.py`). A standing has the figures of one contestant in a race, such as the number of moves
and the result. The terms of a race are its format, take-back rule and such. The server's secret of
a race is its part of the shuffle.
"""

from collections import Counter
from collections.abc import Mapping
from typing import Literal, NamedTuple

from engine.errors import EngineError
from engine.races.terms import Terms, terms
from engine.rules import Rules
from engine.rules import rules as rules_of
from engine.solver.winnable_deals import renewed_terms
from protocol.chosen_terms import ChosenRace
from protocol.rooms.races import usual_bell_ms
from server.boards.seat_standing import StoredStanding
from server.errors import Refusal
from server.rooms import computer_players, series_deals
from server.rooms.commands import Change, held, host_only, rules_and_terms
from server.rooms.events import RacePrepared, VoteCast
from server.rooms.reducer import after
from server.rooms.score import winners
from server.rooms.state import Race, Room

Standings = Mapping[int, StoredStanding]


class NextRules(NamedTuple):
    """The game of the next race with its options, its terms and its bell. If `goes_on` is true and
    a series of Racing Demon can go on, the race is its next round."""

    rules: Rules
    terms: Terms
    bell_ms: int
    goes_on: bool


def rematch(
    room: Room,
    seat: int,
    standings: Standings,
    secret: bytes,
    now: int,
    chosen: ChosenRace | None = None,
) -> Change:
    """Return the events that prepare the next race at the host's request, with the new secret
    `secret`. The race has the game, options, terms and bell of the last race or, unless it is None,
    of `chosen`. `standings` are the final standings of the last race, by seat.

    Raises Refusal if the seat is not the host's, the last race is not over, the room is only for
    that one race (a daily deal, a race against the record of a finished game, or a deal of a
    tournament or of a crown race, in which everybody plays the same five deals), or if the game,
    the options or the terms of `chosen` are wrong.
    """
    host_only(room, seat)
    race = _over(room)
    following = NextRules(race.rules, race.terms, race.bell_ms, goes_on=True)
    if chosen is not None:
        following = NextRules(*rules_and_terms(chosen), chosen.bell_ms, goes_on=False)
    return _prepared(room, following, standings, secret, now, "host")


def vote(room: Room, seat: int, slug: str, standings: Standings, secret: bytes, now: int) -> Change:
    """Return the event of a vote for `slug`, the name of a game, as the game of the next race. If
    the votes have then decided on a game, also return the events that prepare a race of it. The
    game of the last race keeps its options, terms and bell; another game has the usual ones.
    `standings` are the final standings of the last race, by seat.

    A vote for the game of the last race is a vote for a rematch. Raises Refusal if the seat takes
    no part in races at present or is a bot's, there is no such game, the last race is not over, or
    the room is only for that one race (see `rematch`).
    """
    race, voter = _over(room), held(room, seat)
    if voter.aside:
        raise Refusal("aside", "You stand aside; take part again first.")
    if voter.bot:
        raise Refusal("no_bots", "Bots have no vote.")
    try:
        slug = rules_of(slug).slug
    except EngineError as error:
        raise Refusal(error.code, str(error)) from None
    cast = VoteCast(at=now, by="seat", n=race.n, seat=seat, game=slug)
    decided = decision(after(room, cast))
    events: Change = () if race.votes.get(seat) == slug else (cast,)
    if decided is None:
        return events
    following = NextRules(race.rules, race.terms, race.bell_ms, goes_on=True)
    if decided != race.rules.slug:
        rules = rules_of(decided)
        usual = terms(rules, {})
        following = NextRules(rules, usual, usual_bell_ms(rules, usual.call_ms), goes_on=False)
    return (*events, *_prepared(room, following, standings, secret, now, "server"))


def decision(room: Room) -> str | None:
    """Return the name of the game that the votes have decided on; None while the vote is open.

    The voters are the people who have a connection and take part in races. A game that more than
    half of them want wins at once. When all have voted, the game with the most votes wins; if
    several games have the most, the game whose first vote came earliest wins.
    """
    voters = {
        number
        for number, seat in room.seats.items()
        if seat.connection is not None and not (seat.left or seat.aside or seat.bot)
    }
    cast = [slug for number, slug in room.race.votes.items() if number in voters]
    if not cast:
        return None
    slug, most = Counter(cast).most_common(1)[0]  # if equal, the first voted for
    return slug if 2 * most > len(voters) or len(cast) == len(voters) else None


def _over(room: Room) -> Race:
    race = room.race
    if race.status != "over":
        raise Refusal("race_not_over", "The race is not over yet.")
    if race.daily is not None:
        raise Refusal("daily_tried", "A daily deal is tried once.")
    if race.ghost is not None:
        raise Refusal("dealt_once", "This room is for one race against a ghost.")
    if race.session is not None:
        raise Refusal("dealt_once", "This room is for one deal of a session.")
    return race


def _prepared(
    room: Room,
    following: NextRules,
    standings: Standings,
    secret: bytes,
    now: int,
    by: Literal["host", "server"],
) -> Change:
    """Return the events that prepare the next race, with the rules, terms and bell of
    `following`."""
    race = room.race
    rules, chosen, bell_ms, goes_on = following
    if chosen.winnable is not None:  # the server may have another version of the solver now
        chosen = chosen._replace(winnable=renewed_terms(rules, chosen.winnable))
    n = race.n + 1
    series = series_deals.following(race, standings) if goes_on else None
    if series is None:
        series, secret = series_deals.begun(rules, n, secret)
    else:
        secret = series_deals.continued(series, n, secret)
    prepared = RacePrepared(
        at=now,
        by=by,
        n=n,
        game=rules.slug,
        options=dict(rules.chosen),
        terms=chosen.to_json(),
        bell_ms=bell_ms,
        secret=secret.hex(),
        won_before=winners(room, standings),
        series=series,
    )
    return (prepared, *computer_players.all_ready(room, prepared))
