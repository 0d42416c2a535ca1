"""The score of a room: how many of its races each contestant has won. Pure functions."""

from collections.abc import Collection, Mapping

from engine.races.ranking import rank
from server.boards.seat_standing import StoredStanding
from server.rooms.state import Race, Room

FEWEST = 2
"""The fewest contestants of a race that counts."""


def winners(race: Race, standings: Mapping[int, StoredStanding]) -> tuple[int, ...]:
    """Return the seats that won a race that is over: those in first place. Nobody has won a race in
    which all share that place. `standings` are the final standings of its contestants, by seat."""
    if not _counts(race):
        return ()
    final = [stored.standing(seat, race.ended_ms) for seat, stored in standings.items()]
    placed = rank(final, race.rules.ranked_by, race.terms.winners)
    first = tuple(each.standing.seat for each in placed if each.place == 1)
    return first if len(first) < len(placed) else ()


def with_wins(wins: Mapping[int, int], race: Race, won: Collection[int]) -> dict[int, int]:
    """Return the wins by seat with those of one more race, in which `won` are in first place. Its
    other contestants are listed too."""
    raced = race.racing if _counts(race) else ()
    return {**wins, **{seat: wins.get(seat, 0) + (seat in won) for seat in raced}}


def score(room: Room, standings: Mapping[int, StoredStanding]) -> list[tuple[int, int]]:
    """Return (seat, wins) of everybody who has raced others in the room, most wins first, the
    current race included if it is over. `standings` are those of the current race, by seat."""
    race, wins = room.race, room.wins
    if race.status == "over":
        wins = with_wins(wins, race, winners(race, standings))
    return sorted(wins.items(), key=lambda pair: (-pair[1], pair[0]))


def _counts(race: Race) -> bool:
    """Return whether a race that is over counts. One does not that was called off, whose deal
    everybody plays in a room of their own, or in which the cards decide."""
    played = race.rules.has_choice() and not race.is_try and not race.called_off
    return played and len(race.racing) >= FEWEST
