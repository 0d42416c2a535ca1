"""Building blocks of tournament steps (changes of a tournament): add effects, void rounds, replace
entrants and rounds.

An effect is work that a step leaves to be done, such as making rooms. To void a round is to declare
that it does not count. Entrants are accounts, or guests without an account; an account can claim
the entry of a guest.

Pure functions. A function that changes a tournament or a round returns a changed copy.
"""

from collections.abc import Callable

from server.errors import Refusal
from server.tournaments.effects import Effect, VoidRound
from server.tournaments.state import SAID_KEPT, Entrant, State, StoredRound, Tournament

Decision = Callable[[Tournament], Tournament]


def with_(tournament: Tournament, **fields: object) -> Tournament:
    """Return a copy of a tournament with other values in the given fields."""
    return tournament.model_copy(update=fields)


def once(tournament: Tournament, word: str | None, decision: Decision) -> Tournament:
    """Apply `decision`, which a request asks for, to a tournament, unless a request with the same
    token `word` was applied before: then the request is a repetition and changes nothing. If `word`
    is None, apply the decision in any case."""
    if word is not None and word in tournament.said:
        return tournament
    after = decision(tournament)
    return after if word is None else with_(after, said=(*after.said, word)[-SAID_KEPT:])


def adding(tournament: Tournament, effect: Effect) -> Tournament:
    """Return the tournament with `effect` added to the effects that are still to be carried out,
    and numbered."""
    number = tournament.numbered + 1
    effects = (*tournament.to_do, effect.model_copy(update={"id": number}))
    return with_(tournament, to_do=effects, numbered=number)


def put(tournament: Tournament, changed: StoredRound) -> Tournament:
    """Return the tournament with `changed` in place of the round with the same number."""
    rounds = [changed if one.number == changed.number else one for one in tournament.rounds]
    return with_(tournament, rounds=tuple(rounds))


def in_state(each: StoredRound, state: State, now: int, until: int | None = None) -> StoredRound:
    """Return the round after it has entered the state `state` at server time `now`. `until` is the
    server time at which the state ends, None if this is not known."""
    return each.model_copy(update={"state": state, "since": now, "until": until})


def voided(tournament: Tournament, each: StoredRound, now: int) -> Tournament:
    """Return the tournament after voiding the round `each`, whether it is under way or over.
    Effects of this round that have not been carried out are dropped, and the effect VoidRound is
    added."""
    left = tuple(effect for effect in tournament.to_do if effect.round != each.number)
    after = put(with_(tournament, to_do=left), in_state(each, "voided", now))
    return adding(after, VoidRound(round=each.number))


def put_entrant(tournament: Tournament, changed: Entrant) -> Tournament:
    """Return the tournament with `changed` in place of the entrant with the same number. Return the
    same tournament object if the entrant is unchanged."""
    entrants = list(tournament.entrants)
    if entrants[changed.number] == changed:
        return tournament
    entrants[changed.number] = changed
    return with_(tournament, entrants=tuple(entrants))


def mine(tournament: Tournament, account: str) -> Entrant:
    """Return the entrant that is the account or the guest with the id `account`. Raise Refusal if
    there is none, or if `account` is a guest whose entry an account has claimed."""
    refuse_claimed(tournament, account)
    one = tournament.entrant(account)
    if one is None:
        raise Refusal("not_entered", "You have not entered this tournament.")
    return one


def refuse_claimed(tournament: Tournament, guest: str) -> None:
    """Raise Refusal if an account has claimed the entry of the guest with the id `guest`. Then only
    the account may act for this entrant, and not the guest."""
    if any(one.guest == guest and one.claimed_by for one in tournament.entrants):
        raise Refusal("seat_claimed", "This seat belongs to an account now: log in to play on.")


def refuse_over(tournament: Tournament) -> None:
    """Raise Refusal if the tournament is over."""
    if tournament.status == "finished":
        raise Refusal("tournament_over", "This tournament is over.")
