"""Tournaments in which everybody plays at their own pace: the formats `arena` and `crowns`.

Each entrant gets the next deal after ending the last. In `crowns` there is one deal of each of the
five great games. Deal k is the same for all entrants, and belongs to round k of the tournament.
Each entrant plays it alone in a room of their own, which is a heat of the round. The code of a room
is stored before the room is made, so that a repeated request leads to the same room.

Pure decisions: a function that changes a tournament returns a changed copy. `now` is server time in
ms.
"""

from server.errors import Refusal
from server.tournaments.formats import pairing
from server.tournaments.formats.round_generator import MOST_DEALS, most_deals
from server.tournaments.state import StoredHeat, StoredRound, Tournament
from server.tournaments.steps import mine, put, with_


def in_progress(tournament: Tournament, number: int) -> tuple[StoredRound, StoredHeat] | None:
    """Return the round and the heat of the deal that the entrant with this number is playing; None
    if no deal is in progress. A deal is in progress until its result is stored in the
    tournament."""
    for each in reversed(tournament.rounds):
        heat = each.heat_of(number)
        if heat is not None and not heat.is_over and each.state == "racing":
            return each, heat
    return None


def claim(tournament: Tournament, account: str, code: str, now: int) -> Tournament:
    """Note in the tournament that an entrant plays its next deal in the room with the code `code`.
    `account` is the id of the entrant's account or of the guest. Nothing changes if a deal of the
    entrant is in progress.

    Raise Refusal if the entrant may not begin a deal.
    """
    one = mine(tournament, account)
    if not tournament.plan.own_pace:
        raise Refusal("not_own_pace", "In this tournament everybody plays at the same time.")
    if in_progress(tournament, one.number) is not None:
        return tournament
    refuse_closed(tournament, now)
    if not one.plays:
        raise Refusal("not_checked_in", "You are not checked in to this tournament.")
    number = _next_of(tournament, one.number)
    heat = StoredHeat(room=code, entrants=(one.number,))
    if number <= len(tournament.rounds):
        each = tournament.rounds[number - 1]
        return put(tournament, each.model_copy(update={"heats": (*each.heats, heat)}))
    new = _round(tournament, number, (heat,), now)
    return with_(tournament, rounds=(*tournament.rounds, new))


def round_after(tournament: Tournament, number: int) -> StoredRound | None:
    """Return the round after round `number`, as it will begin if nobody has begun it yet. Return
    None if there is none."""
    if number >= most_deals(tournament.plan):
        return None
    return _round(tournament, number + 1, (), 0)


def _round(
    tournament: Tournament, number: int, heats: tuple[StoredHeat, ...], now: int
) -> StoredRound:
    """Return round `number` with its first heats."""
    kind = _kind(tournament, number)
    return StoredRound(
        number=number, turn=number, kind=kind, heats=heats, state="racing", since=now
    )


def refuse_closed(tournament: Tournament, now: int) -> None:
    """Raise Refusal if nobody can begin a deal of the tournament at server time `now`."""
    if tournament.status == "finished":
        raise Refusal("tournament_over", "This tournament is over.")
    if tournament.status == "paused":
        raise Refusal("tournament_paused", "The organiser has called a pause.")
    if tournament.window is None or now < tournament.window[0]:
        raise Refusal("tournament_not_begun", "This tournament has not begun yet.")
    if tournament.stopping or now >= tournament.window[1]:
        raise Refusal("tournament_closed", "Time is up: no deal begins any more.")


def _next_of(tournament: Tournament, number: int) -> int:
    """Return the number of the next deal of entrant `number` that is not voided. Raise Refusal if
    there is none."""
    played = [each.number for each in tournament.rounds if number in each.entrants]
    following = max(played, default=0) + 1
    voided = {each.number for each in tournament.rounds if each.state == "voided"}
    while following in voided:
        following += 1
    if following > most_deals(tournament.plan):
        raise Refusal("deals_played", "You have played all deals.")
    return following


def _kind(tournament: Tournament, number: int) -> int:
    """Return the index, in the plan of the tournament, of the round that says which game and terms
    deal `number` has."""
    kinds = len(tournament.plan.rounds)
    seed = tournament.draw_seed("queue") if tournament.plan.queue == "drawn" else None
    return pairing.arena_order(kinds, MOST_DEALS, seed)[number - 1]
