"""Standings of a crown race, and the messages that show them. Pure.

A crown race is an event in which several accounts, its candidates, play the same five deals, each
alone in rooms of their own, and try to win a crown. Progress is the figure by which unfinished
games are compared, such as the number of cards on the foundations.
"""

from collections.abc import Iterable, Mapping
from functools import cached_property
from typing import NamedTuple

from protocol import crown_races as say
from protocol.codes import race_id
from protocol.crowns import CrownKind
from protocol.message import encode
from protocol.rooms.standings import Opened
from server.crown_races.state import CrownRace, DealTry, RaceCandidate

GREATER: tuple[CrownKind, ...] = ("triple", "quintuple")
"""The kinds of crowns, the greater one last."""


class CandidateStanding(NamedTuple):
    """The figures by which a candidate is ranked: the greatest crown won within the crown race, the
    number of deals won, and the milliseconds taken for the deals won."""

    crown: CrownKind | None
    won: int
    took_ms: int

    @property
    def order(self) -> tuple[int, int, int]:
        """The key by which standings are sorted; a better standing has a smaller key."""
        crown = 0 if self.crown is None else 1 + GREATER.index(self.crown)
        return -crown, -self.won, self.took_ms


class CrownRaceFacts(NamedTuple):
    """A crown race, and the other values that the message about it shows.

    `names` are the candidates' names and `crowns` the greatest crowns that they have won within the
    crown race, both by account id. `progress` is, by room code, the highest progress so far in each
    deal that is being played. `void` are the codes of the rooms whose race the operator has
    declared void, so that it does not count.
    """

    race: CrownRace
    names: Mapping[str, str]
    crowns: Mapping[str, CrownKind]
    progress: Mapping[str, int]
    void: frozenset[str] = frozenset()


def crowns_within(
    race: CrownRace, awards: Iterable[list[str]], void: frozenset[str] = frozenset()
) -> dict[str, CrownKind]:
    """Return, by account id, the greatest crown that the account has won only with deals of this
    crown race. Accounts without such a crown are left out.

    Each of `awards` is a list about one crown: the account's id, the kind of the crown, then the
    ids of the races with which it was won. `void` are the codes of the rooms whose race the
    operator has declared void; deals in these rooms do not count.
    """
    found: dict[str, CrownKind] = {}
    for account, crown, *races in awards:
        one = race.candidate(account)
        tries = one.tries if one else ()
        mine = {race_id(each.room, 1) for each in tries if each.room not in void}
        for kind in GREATER:  # the greater crown comes last, so it replaces the other
            if crown == kind and set(races) <= mine and found.get(account) != GREATER[-1]:
                found[account] = kind
    return found


def stand_of(one: RaceCandidate, known: CrownRaceFacts) -> CandidateStanding:
    """Return the standing of a candidate. Deals that the operator has declared void do not
    count."""
    count = [each.end for each in one.tries if each.room not in known.void]
    won = [end for end in count if end is not None and end.how == "won"]
    return CandidateStanding(
        known.crowns.get(one.account), len(won), sum(end.took_ms for end in won)
    )


def placed(known: CrownRaceFacts) -> list[tuple[int, RaceCandidate, CandidateStanding]]:
    """Return (place, candidate, standing) of all candidates, best first. Candidates with equal
    standings share a place and are in the order in which they joined."""
    stands = [(one, stand_of(one, known)) for one in known.race.candidates]
    stands.sort(key=lambda each: each[1].order)
    orders = [stand.order for _, stand in stands]
    return [(orders.index(stand.order) + 1, one, stand) for one, stand in stands]


class CrownRaceMessages:
    """Builds the message about a crown race for each reader.

    Most of the message is the same for all readers and is built once. Only the times, and the line
    of the standings that is the reader's own, are made for each reader. `accounts` are the ids of
    the candidates' accounts, in the order of the lines of the standings.
    """

    def __init__(self, known: CrownRaceFacts) -> None:
        race, places = known.race, placed(known)
        over = race.status == "over"
        self.accounts = [one.account for _, one, _ in places]
        self._rooms = [[each.room for each in one.tries] for _, one, _ in places]
        self._closes_at = race.closes_at
        self.told = say.CrownRace(
            id=None,
            code=race.code,
            status=race.status,
            host=known.names.get(race.host),
            games=list(race.games),
            commitment=race.commitment,
            opened=_opened(race) if over else None,
            closes_in_ms=None,
            mine=None,
            racers=[
                say.CrownRacer(
                    name=known.names.get(one.account),
                    place=place,
                    crown=stand.crown,
                    won=stand.won,
                    took_ms=stand.took_ms,
                    quit=one.quit,
                    games=_games(known, one, codes=over),
                )
                for place, one, stand in places
            ],
        )

    def message(self, reader: str | None, request: int | None, now: int) -> say.CrownRace:
        """Return the message for the account with the id `reader`, None for a spectator. `request`
        is the id of the request that the message answers, None if it is sent because the crown race
        has changed. `now` is server time in ms."""
        mine = self._place_of(reader)
        racers = self.told.racers
        if mine is not None:
            racers = [*racers[:mine], self._own(mine), *racers[mine + 1 :]]
        return self._with(mine, request, now, racers)

    def encoded(self, reader: str | None, now: int) -> bytes:
        """Return the encoded message that the account with the id `reader` (None for a spectator)
        is sent when the crown race has changed. A line of the standings that is the same for
        several readers is encoded only once. `now` is server time in ms."""
        mine, racers = self._place_of(reader), self._racers
        if mine is not None:
            racers = [*racers[:mine], encode(self._own(mine)), *racers[mine + 1 :]]
        head = encode(self._with(mine, None, now, [])).removesuffix(b"]}")
        return head + b",".join(racers) + b"]}"  # `racers` is the last field of the message

    @cached_property
    def _racers(self) -> list[bytes]:
        """The encoded lines of the standings as everybody may see them: without those codes of
        rooms that only the candidate may know."""
        return [encode(racer) for racer in self.told.racers]

    def _place_of(self, reader: str | None) -> int | None:
        """Return the index of the line that an account has in the standings; None if the account is
        no candidate."""
        return self.accounts.index(reader) if reader in self.accounts else None

    def _with(
        self, mine: int | None, request: int | None, now: int, racers: list[say.CrownRacer]
    ) -> say.CrownRace:
        closes_in_ms = None if self._closes_at is None else max(0, self._closes_at - now)
        return self.told.model_copy(
            update={"id": request, "closes_in_ms": closes_in_ms, "mine": mine, "racers": racers}
        )

    def _own(self, mine: int) -> say.CrownRacer:
        """Return the line of the standings at index `mine`, as the candidate whose line it is sees
        it: with the codes of the candidate's rooms."""
        racer = self.told.racers[mine]
        games = [
            game.model_copy(update={"code": room})
            for game, room in zip(racer.games, self._rooms[mine], strict=True)
        ]
        return racer.model_copy(update={"games": games})


def _opened(race: CrownRace) -> Opened:
    """Return the secret of a crown race that is over, with the nonces of its candidates, as they
    are shown to everybody."""
    nonces = {str(place): nonce for place, nonce in race.nonces.items()}
    return Opened(secret=race.secret, nonces=nonces)


def _games(known: CrownRaceFacts, one: RaceCandidate, *, codes: bool) -> list[say.GameRaced]:
    """Return the deals of a candidate in the form in which they are sent to clients. The codes of
    their rooms are included only if `codes` is True."""
    return [
        say.GameRaced(
            game=game,
            result=_result(each, known),
            progress=known.progress.get(each.room, 0) if each.end is None else each.end.best,
            took_ms=None if each.end is None else each.end.took_ms,
            code=each.room if codes else None,
        )
        for game, each in zip(known.race.games, one.tries, strict=False)
    ]


def _result(each: DealTry, known: CrownRaceFacts) -> say.CrownResult:
    if each.room in known.void:
        return "void"
    return "playing" if each.end is None else each.end.how
