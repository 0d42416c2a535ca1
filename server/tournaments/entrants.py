"""Entrant commands: enter, check in, withdraw, and claim the entry of a guest.

An entrant is an account, or a guest without an account, that takes part in a tournament. To check
in is to say that one is present. At the check-in the client sends a nonce, a random number from
which, with those of others, the deals are shuffled, and the token that proves the right to the
entrant's seats. An account can claim the entry of a guest; its results then belong to the account.

Pure decisions: a command takes a tournament and returns a changed copy, or raises Refusal. `now` is
server time in ms.
"""

from typing import Literal, NamedTuple

from protocol.tournaments.plan import DUELS
from server.accounts.name_rules import called, keys_of
from server.errors import Refusal
from server.tournaments.effects import UnseatEntrant
from server.tournaments.state import Entrant, Tournament
from server.tournaments.steps import (
    adding,
    mine,
    put_entrant,
    refuse_claimed,
    refuse_over,
    with_,
)

MOST_NUMBERED = 4_000
"""The maximum number of entrants of a tournament, including those who have left it."""


Gone = Literal["withdrawn", "removed"]


class Asker(NamedTuple):
    """Somebody who asks to enter a tournament. `account` is the id of the account or of the guest,
    `bot` says whether it is a bot, and `name` is the name of the guest in the form in which it is
    stored, None for an account."""

    account: str
    bot: bool = False
    name: str | None = None


def enter(tournament: Tournament, who: Asker, team: str | None, now: int) -> Tournament:
    """Enter an account or a guest into a tournament, and into a team unless `team` is None. If
    `who` takes part already, nothing changes except perhaps the team.

    Raise Refusal if `who` may not enter, or may not join the team.
    """
    return entered(tournament, who, team, now, admitted=False)


def entered(
    tournament: Tournament, who: Asker, team: str | None, now: int, *, admitted: bool
) -> Tournament:
    """Enter an account or a guest into a tournament, and into a team unless `team` is None.
    `admitted` says that the organiser lets the entrant in, even late or uninvited. If `who` takes
    part already, nothing changes except perhaps its team and its mark `admitted`.

    Raise Refusal if `who` may not enter, or may not join the team.
    """
    refuse_over(tournament)
    refuse_claimed(tournament, who.account)
    known = tournament.entrant(who.account)
    if known is not None and known.name and who.name and not _alike(known.name, who.name):
        raise Refusal("one_seat", f"This device has a seat here already, that of {known.name}.")
    if known is not None and known.gone == "removed":
        raise Refusal("removed", "The organiser has removed you from this tournament.")
    if known is not None and known.gone is None and team in (None, known.team):
        return put_entrant(
            tournament, known.model_copy(update={"admitted": known.admitted or admitted})
        )
    if known is None and who.name is not None:
        _refuse_guest(tournament, who.name)
    if known is None or known.gone is not None:
        _may_enter(tournament, who, admitted=admitted or (known is not None and known.admitted))
    named = _team(tournament, who.account, team)
    if known is not None:
        update = {"gone": None, "team": named or known.team}
        return with_(put_entrant(tournament, known.model_copy(update=update)), touched_at=now)
    number = len(tournament.entrants)
    if number >= MOST_NUMBERED:
        raise Refusal("tournament_full", "Too many have entered and left this tournament.")
    one = Entrant(
        number=number,
        account=who.account,
        guest=None if who.name is None else who.account,
        name=who.name,
        bot=who.bot,
        team=named,
        admitted=admitted,
    )
    return with_(tournament, entrants=(*tournament.entrants, one), touched_at=now)


def _alike(name: str, other: str) -> bool:
    return bool(keys_of(name) & keys_of(other))


def _refuse_guest(tournament: Tournament, name: str) -> None:
    """Raise Refusal if the tournament takes no guests, or if another guest's name looks like
    `name`. The caller has checked that no account has the name."""
    if not tournament.plan.guests:
        raise Refusal(
            "no_guests", "Who takes part in this tournament has an account: log in first."
        )
    wanted = keys_of(name)
    if any(one.name is not None and keys_of(one.name) & wanted for one in tournament.entrants):
        raise Refusal("name_taken", f"Somebody here is called {name}, or looks like it.")


def _may_enter(tournament: Tournament, who: Asker, *, admitted: bool) -> None:
    """Raise Refusal if `who` may not enter the tournament at present. `admitted` says that the
    organiser lets them in."""
    if tournament.status == "draft":
        raise Refusal("tournament_draft", "This tournament is not open yet.")
    if tournament.status != "open":
        _not_too_late(tournament, admitted=admitted)
    if who.bot and not tournament.plan.bots:
        raise Refusal("no_bots", "Bots take no part in this tournament.")
    uninvited = tournament.invited is not None and who.account not in tournament.invited
    if uninvited and not admitted and who.account != tournament.organiser:
        raise Refusal("not_invited", "This tournament is by invitation.")
    if sum(one.gone is None for one in tournament.entrants) >= tournament.plan.most:
        raise Refusal("tournament_full", f"{tournament.plan.most} take part already.")


def _not_too_late(tournament: Tournament, *, admitted: bool) -> None:
    """Raise Refusal if it is too late to join a tournament that has begun. `admitted` says that the
    organiser lets the entrant in."""
    plan = tournament.plan
    if plan.format in DUELS and plan.format != "swiss":
        raise Refusal("too_late", "It has begun, and who meets whom is drawn.")
    if not admitted and plan.late is not None and _next_turn(tournament) > plan.late:
        raise Refusal("too_late", "It has begun, and is closed to those who come late.")


def _next_turn(tournament: Tournament) -> int:
    """Return the number of the turn (round as planned, without sprints and replays) from which on
    an entrant plays who checks in now."""
    return 1 if tournament.plan.own_pace else tournament.turn + 1


def _team(tournament: Tournament, account: str, team: str | None) -> str | None:
    """Return the stored name of the team that an account asks to join; None if it asks for none.

    Raise Refusal if the tournament has no teams, the account can no longer change its team, or the
    team is unknown or full.
    """
    teams = tournament.plan.teams
    if team is None:
        return None
    if teams is None:
        raise Refusal("no_teams", "There are no teams in this tournament.")
    if tournament.status not in ("draft", "open"):
        known = tournament.entrant(account)
        if known is not None and known.since is not None and known.team is not None:
            raise Refusal("tournament_begun", "Teams stay as they are once it has begun.")
    others = [o.team for o in tournament.entrants if o.team is not None and o.account != account]
    wanted = keys_of(team)
    alike = (one for one in (teams.names or others) if keys_of(one) & wanted)
    name = next(alike, None if teams.names else called(team))
    if name is None:
        raise Refusal("unknown_team", f"The teams are {', '.join(teams.names)}.")
    if teams.most is not None and others.count(name) >= teams.most:
        raise Refusal("team_full", f"That team has {teams.most} already.")
    return name


def check_in(
    tournament: Tournament, account: str, nonce: str, token_hash: str, now: int
) -> Tournament:
    """Check in an entrant. `account` is the id of its account or of the guest, and `token_hash` the
    hash of the token that proves the right to its seats. Checking in again only replaces this hash.

    An entrant who checks in after the start plays from the next round on, and its nonce is not used
    for any deal. Raise Refusal if `account` has not entered or has withdrawn, or if it is too late.
    """
    refuse_over(tournament)
    one = mine(tournament, account)
    if one.gone is not None:
        raise Refusal("withdrawn", "You take part no more; enter again.")
    if tournament.status == "draft":
        raise Refusal("tournament_draft", "This tournament is not open yet.")
    update: dict[str, object] = {"token_hash": token_hash}
    if not one.checked_in:
        update["nonce"] = nonce
    if tournament.status != "open" and one.since is None:
        _not_too_late(tournament, admitted=one.admitted)
        update["since"] = _next_turn(tournament)
    return with_(put_entrant(tournament, one.model_copy(update=update)), touched_at=now)


def withdraw(tournament: Tournament, account: str, now: int) -> Tournament:
    """Withdraw an entrant from the tournament. `account` is the id of its account or of the guest.
    Its results stay. Nothing changes if it has left already. Raise Refusal if it has not entered,
    or if the tournament is over."""
    one = mine(tournament, account)
    if one.gone is not None:
        return tournament
    return without(tournament, one, "withdrawn", now)


def claimed(tournament: Tournament, guest: str, account: str, now: int) -> Tournament:
    """Give the entry of the guest with the id `guest` to an account. This is possible after the end
    of the tournament too. Nothing changes if the account has the entry already.

    Raise Refusal if there is no such entry, another account has claimed it, or the account has an
    entry of its own.
    """
    one = next((one for one in tournament.entrants if one.guest == guest), None)
    if one is None:
        raise Refusal("not_entered", "Nobody has entered this tournament on this device.")
    if one.account == account:
        return tournament
    if one.claimed_by is not None:
        raise Refusal("seat_claimed", "This entry belongs to an account already.")
    if tournament.entrant(account) is not None:
        raise Refusal("account_entered", "Your account has entered this tournament by itself.")
    update = {"account": account, "name": None}
    return with_(put_entrant(tournament, one.model_copy(update=update)), touched_at=now)


def without(tournament: Tournament, one: Entrant, how: Gone, now: int) -> Tournament:
    """Mark the entrant `one` as gone: `how` says whether it has withdrawn or was removed. Add the
    effects (work to be done after this change is stored) that make the entrant leave races that are
    not over. Raise Refusal if the tournament is over."""
    refuse_over(tournament)
    after = put_entrant(tournament, one.model_copy(update={"gone": how}))
    for each in tournament.rounds:
        heat = each.heat_of(one.number)
        under_way = each.state in ("pairing", "lobby", "racing")
        if heat is not None and not heat.is_over and under_way:
            after = adding(after, UnseatEntrant(round=each.number, entrant=one.number))
    return with_(after, touched_at=now)
