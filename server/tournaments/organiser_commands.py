"""Organiser commands: open, start, pause, add time, void or replay rounds, remove, invite, stop.

The organiser is the account that runs a tournament. It can let other accounts, its helpers, give
most commands too. Entrants are the accounts and guests that take part. To void a round is to
declare that its results do not count. Entrants' commands are in `entrants.py`.

Pure decisions: a command takes a tournament and returns a changed copy, or raises Refusal. `by` is
the id of the account that gives the command; Refusal is raised if it does not organise the
tournament. Entrants and rounds are named by their numbers. `now` is server time in ms, and `fresh`
makes random codes and secrets. Many decisions take effect only in the next call of
`transitions.due`, so the caller must have the tournament checked afterwards.

A stage of a tournament is the wait before its start, the lobby before a race (the time in which
entrants take their seats), the time after a race in which the table of the standings is shown, or
the time in which deals can begin if everybody plays at their own pace. `meant` is the number of the
stage for which a command was given (`_is_past` numbers the stages), None for the present stage. If
this stage is over, the command is a late repetition.
"""

from hmac import compare_digest

from protocol.tournaments.plan import TournamentPlan, with_present_solver
from server.errors import Refusal
from server.tournaments import transitions
from server.tournaments.effects import RaiseLimits
from server.tournaments.entrants import Asker, entered, without
from server.tournaments.external_events import later_window
from server.tournaments.state import (
    NEWS_KEPT,
    Announcement,
    Entrant,
    FreshSecrets,
    Hall,
    StoredRound,
    Tournament,
)
from server.tournaments.steps import adding, put, put_entrant, refuse_over, voided, with_

LONGEST_NEWS = 200
"""The maximum number of characters of an announcement."""
MOST_ADDED_MS = 3_600_000
"""The maximum milliseconds that one command can add."""


MOST_HELPERS = 10
"""The maximum number of accounts that help the organiser of a tournament."""
HALL_MS = 12 * 3_600_000
"""Milliseconds for which the limits of a hall's address are raised. They end earlier if the
tournament does."""


def drafted(
    code: str,
    plan: TournamentPlan,
    organiser: str,
    secret: bytes,
    now: int,
    invited: tuple[str, ...] | None = None,
) -> Tournament:
    """Return a new tournament, which is a draft until it is opened for entries.

    `secret` is the secret from which its deals are made. `invited` are the ids of the accounts that
    the plan invites; None if anybody may enter.
    """
    return Tournament(
        code=code,
        organiser=organiser,
        plan=plan,
        secret=secret.hex(),
        invited=invited,
        made_at=now,
        touched_at=now,
    )


# Commands. --------------------------------------------------------------------------------------


def redefine(
    tournament: Tournament,
    by: str,
    plan: TournamentPlan,
    now: int,
    invited: tuple[str, ...] | None = None,
) -> Tournament:
    """Replace the plan of a draft."""
    _organised(tournament, by)
    if tournament.status != "draft":
        raise Refusal("tournament_open", "Only a draft can be defined anew.")
    return with_(tournament, plan=plan, invited=invited, touched_at=now)


def open_it(tournament: Tournament, by: str, now: int) -> Tournament:
    """Open a draft for entries. Nothing changes if it is open already."""
    _organised(tournament, by)
    if tournament.status == "open":
        return tournament
    if tournament.status != "draft":
        raise Refusal("tournament_begun", "This tournament has begun.")
    if tournament.starts_at is not None and tournament.starts_at <= now:
        raise Refusal("start_passed", "It was to start before now; give it another start first.")
    plan = with_present_solver(tournament.plan)
    return with_(tournament, status="open", plan=plan, touched_at=now)


def start(
    tournament: Tournament, by: str, now: int, fresh: FreshSecrets, meant: int | None = None
) -> Tournament:
    """Start the tournament. If it has begun, end at once the present lobby, or the present time in
    which the table is shown. If everybody plays at their own pace, let deals begin at once.

    Nothing changes if the stage `meant` is over. Raise Refusal if nobody has checked in, that is,
    said to be present, or if there is nothing to start or to end.
    """
    _organised(tournament, by)
    if _is_past(tournament, meant, now):
        return tournament
    refuse_over(tournament)
    if tournament.status == "draft":
        raise Refusal("tournament_draft", "Open it first, so that somebody can enter.")
    if tournament.status == "paused":
        raise Refusal("tournament_paused", "Go on first.")
    if tournament.status == "open":
        if not any(one.checked_in and one.gone is None for one in tournament.entrants):
            raise Refusal("nobody_there", "Nobody has checked in yet.")
        return transitions.begun(with_(tournament, touched_at=now), now, fresh)
    if tournament.window is not None and now < tournament.window[0]:
        opens_at, closes_at = tournament.window
        return with_(tournament, window=(now, closes_at - (opens_at - now)), touched_at=now)
    current = tournament.current
    if current is None or current.state not in ("lobby", "table"):
        raise Refusal("tournament_begun", "It has begun, and nobody waits for anything.")
    sooner = current.model_copy(update={"until": min(now, current.until or now)})
    return transitions.due(with_(put(tournament, sooner), touched_at=now), now, fresh)


def pause(tournament: Tournament, by: str, now: int) -> Tournament:
    """Pause the tournament: no round begins until the organiser resumes the tournament. A race
    under way is played to its end."""
    _organised(tournament, by)
    _running(tournament)
    if tournament.status == "paused":
        return tournament
    return with_(tournament, status="paused", paused_at=now, touched_at=now)


def resume(tournament: Tournament, by: str, now: int) -> Tournament:
    """Resume a paused tournament. The present stage lasts longer by the length of the pause.
    Nothing changes if the tournament is not paused."""
    _organised(tournament, by)
    _running(tournament)
    since = tournament.paused_at
    if tournament.status != "paused" or since is None:
        return tournament
    resumed = with_(tournament, status="running", paused_at=None, held_until=now, touched_at=now)
    if resumed.window is not None:
        return with_(resumed, window=later_window(resumed.window, since, now))
    current = resumed.current
    if current is None or current.until is None:
        return resumed
    later = current.until + now - max(since, current.since)
    return put(resumed, current.model_copy(update={"until": later}))


def add_time(
    tournament: Tournament, by: str, ms: int, now: int, meant: int | None = None
) -> Tournament:
    """Make the present stage of the tournament `ms` milliseconds longer. Before the start, this
    makes the planned start later. Raise Refusal if the stage `meant` is over, if a race is under
    way, or if no clock runs."""
    _organised(tournament, by)
    if _is_past(tournament, meant, now):
        raise Refusal("nothing_waits", "That clock has run out.")
    if not 0 < ms <= MOST_ADDED_MS:
        raise Refusal("bad_request", "Time is added from a millisecond to an hour at once.")
    current = tournament.current
    if tournament.status == "open" and tournament.starts_at is not None:
        return with_(tournament, put_off_ms=tournament.put_off_ms + ms, touched_at=now)
    _running(tournament)
    if tournament.window is not None:
        opens_at, closes_at = tournament.window
        return with_(tournament, window=(opens_at, closes_at + ms), touched_at=now)
    if current is None or current.until is None:
        raise Refusal("nothing_waits", "There is no clock that time could be added to.")
    if current.state == "racing":
        raise Refusal("race_running", "The time limit of a race is fixed once it has begun.")
    more = current.model_copy(update={"until": current.until + ms})
    return with_(put(tournament, more), touched_at=now)


def void_round(tournament: Tournament, by: str, number: int, now: int) -> Tournament:
    """Void a round, whether it is under way or over. Nothing changes if it is void already.

    In a knockout only the last round can be voided, because later rounds depend on the results of
    earlier ones. The voided round is then played again.
    """
    _organised(tournament, by)
    each = _round(tournament, number)
    if each.state == "voided":
        return tournament
    if each.state == "closed" and not each.heats:
        raise Refusal("nothing_played", "Nothing was played in that round.")
    if tournament.plan.format == "knockout":
        return _void_of_knockout(tournament, each, now)
    return with_(voided(tournament, each, now), touched_at=now)


def _void_of_knockout(tournament: Tournament, each: StoredRound, now: int) -> Tournament:
    _running(tournament)
    if each.turn < tournament.turn:
        raise Refusal("bracket_stands", "The rounds after it have been drawn by its results.")
    if each.decides is None:  # not a sprint: void the sprints that decided its ties too
        for sprint in tournament.rounds:
            if sprint.decides == each.number and sprint.state != "voided":
                tournament = voided(tournament, sprint, now)
        tournament = with_(tournament, again=(*tournament.again, each.turn))
    return with_(voided(tournament, each, now), touched_at=now)


def replay_round(tournament: Tournament, by: str, number: int, now: int) -> Tournament:
    """Void a round, and have it played again on a new deal after the present round. Raise Refusal
    if everybody plays at their own pace, or if the round is a sprint, an additional deal that
    breaks a tie."""
    _organised(tournament, by)
    _running(tournament)
    each = _round(tournament, number)
    if tournament.plan.own_pace:
        raise Refusal("own_pace", "Where everybody goes on at their own pace nothing is replayed.")
    if each.decides is not None:
        raise Refusal("a_sprint", "Void the sprint: while there is a tie, there is another.")
    turn = each.turn
    voided = void_round(tournament, by, number, now)
    if turn in voided.again or voided.of_turn(turn) is not None:
        return voided
    return with_(voided, again=(*voided.again, turn), touched_at=now)


def remove(tournament: Tournament, by: str, number: int, now: int) -> Tournament:
    """Remove an entrant from the tournament. Its results no longer count, and it may not enter
    again by itself."""
    _organised(tournament, by)
    return without(tournament, _numbered(tournament, number), "removed", now)


def withdraw(tournament: Tournament, by: str, number: int, now: int) -> Tournament:
    """Withdraw an entrant, for instance one who is away. Its results stay. Nothing changes if it
    has left already."""
    _organised(tournament, by)
    refuse_over(tournament)
    one = _numbered(tournament, number)
    return tournament if one.gone is not None else without(tournament, one, "withdrawn", now)


def reinstate(tournament: Tournament, by: str, number: int, now: int) -> Tournament:
    """Let an entrant who has withdrawn or was removed take part again from the next round on. Its
    earlier results count again."""
    _organised(tournament, by)
    refuse_over(tournament)
    one = _numbered(tournament, number)
    return with_(put_entrant(tournament, one.model_copy(update={"gone": None})), touched_at=now)


def admit(tournament: Tournament, by: str, who: Asker, now: int) -> Tournament:
    """Enter the account or guest `who`, even if uninvited or late, but not after the start of a
    round robin or a knockout, which draws who meets whom. The entrant still has to check in."""
    _organised(tournament, by)
    return entered(tournament, who, None, now, admitted=True)


def invite(tournament: Tournament, by: str, accounts: tuple[str, ...], now: int) -> Tournament:
    """Add accounts, given by their ids, to the list of invited accounts. Raise Refusal if the
    tournament has no such list, because anybody may enter."""
    _organised(tournament, by)
    refuse_over(tournament)
    if tournament.invited is None:
        raise Refusal("open_to_all", "Anybody may enter this tournament.")
    more = [each for each in dict.fromkeys(accounts) if each not in tournament.invited]
    return with_(tournament, invited=(*tournament.invited, *more), touched_at=now)


def announce(tournament: Tournament, by: str, text: str, now: int) -> Tournament:
    """Add an announcement, which is sent to everybody who follows the tournament. Raise Refusal if
    the text is empty or too long."""
    _organised(tournament, by)
    refuse_over(tournament)
    line = " ".join(text.split())
    if not 1 <= len(line) <= LONGEST_NEWS or not line.isprintable():
        raise Refusal("bad_request", f"An announcement has 1 to {LONGEST_NEWS} characters.")
    news = (*tournament.news, Announcement(at=now, text=line))[-NEWS_KEPT:]
    return with_(tournament, news=news, touched_at=now)


def hand_over(tournament: Tournament, by: str, to: str, now: int) -> Tournament:
    """Make the account `to` the organiser."""
    _owned(tournament, by)
    refuse_over(tournament)
    helpers = tuple(one for one in tournament.helpers if one != to)
    return with_(tournament, organiser=to, helpers=helpers, touched_at=now)


def share(tournament: Tournament, by: str, hashed: str | None, now: int) -> Tournament:
    """Set the hash of the secret word by which accounts become helpers (see `helped`). An earlier
    word no longer counts. If `hashed` is None, there is no word any more and all helpers are
    removed. Raise Refusal unless `by` is the organiser."""
    _owned(tournament, by)
    refuse_over(tournament)
    helpers = () if hashed is None else tournament.helpers
    return with_(tournament, shared=hashed, helpers=helpers, touched_at=now)


def helped(tournament: Tournament, account: str, hashed: str, now: int) -> Tournament:
    """Make an account a helper of the organiser. The link that the organiser gives to helpers has a
    secret word; `hashed` is the hash of the word that the account sent. Nothing changes if the
    account organises the tournament already. Raise Refusal if the word is wrong, or if there are
    MOST_HELPERS helpers."""
    refuse_over(tournament)
    if tournament.is_organised_by(account):
        return tournament
    if tournament.shared is None or not compare_digest(tournament.shared, hashed):
        raise Refusal("wrong_word", "That link lets nobody organise any more; ask for another.")
    if len(tournament.helpers) >= MOST_HELPERS:
        raise Refusal("too_many", f"{MOST_HELPERS} help to organise it already.")
    return with_(tournament, helpers=(*tournament.helpers, account), touched_at=now)


def open_hall(tournament: Tournament, by: str, address: str, people: int, now: int) -> Tournament:
    """Make `address` the hall of the tournament, the network address from which `people` people
    take part: its rate limits are raised for so many. An earlier hall is closed. Raise Refusal if
    the tournament is a draft or over."""
    _organised(tournament, by)
    refuse_over(tournament)
    if tournament.status == "draft":
        raise Refusal("tournament_draft", "This tournament is not open yet.")
    hall = Hall(address=address, people=people, since=now, until=now + HALL_MS)
    return adding(with_(tournament, hall=hall, touched_at=now), RaiseLimits())


def close_hall(tournament: Tournament, by: str, now: int) -> Tournament:
    """Close the hall of the tournament: the rate limits of its address are no longer raised.
    Nothing changes if there is no hall."""
    _organised(tournament, by)
    if tournament.hall is None:
        return tournament
    return adding(with_(tournament, hall=None, touched_at=now), RaiseLimits())


def stop(
    tournament: Tournament, by: str, now: int, fresh: FreshSecrets, *, for_good: bool
) -> Tournament:
    """End the tournament. Games in progress are first played to their end. If a race has just
    ended, its table of points is first shown as long as usual. If no game is in progress and no
    table is shown, or if the time of the table is paused, the tournament ends at once.

    If the tournament is repeated by a schedule, the next one follows, unless `for_good` is True.
    """
    _organised(tournament, by)
    refuse_over(tournament)
    if for_good and tournament.plan.schedule is not None:
        once = tournament.plan.schedule.model_copy(update={"repeat": None})
        plan = tournament.plan.model_copy(update={"schedule": once})
        tournament = with_(tournament, plan=plan)
    tournament = with_(tournament, touched_at=now)
    if tournament.status in ("draft", "open"):
        return transitions.finished(tournament, "stopped", now, fresh)
    current, since = tournament.current, tournament.paused_at
    tournament = with_(tournament, stopping=True, status="running", paused_at=None, again=())
    if tournament.window is not None:
        tournament = with_(tournament, window=(min(now, tournament.window[0]), now))
    elif current is not None and current.state in ("pairing", "lobby"):
        tournament = voided(tournament, current, now)
    elif since is not None and current is not None and current.state == "table":
        tournament = put(tournament, current.model_copy(update={"until": now}))
    return transitions.due(tournament, now, fresh)


# Shared helpers. --------------------------------------------------------------------------------


def _owned(tournament: Tournament, by: str) -> None:
    """Raise Refusal unless `by` is the organiser. For commands that helpers may not give."""
    if tournament.organiser != by:
        raise Refusal("not_organiser", "Only the first organiser of this tournament can do that.")


def _organised(tournament: Tournament, by: str) -> None:
    """Raise Refusal unless `by` is the organiser or a helper."""
    if not tournament.is_organised_by(by):
        raise Refusal("not_organiser", "Only the organiser of this tournament can do that.")


def _is_past(tournament: Tournament, meant: int | None, now: int) -> bool:
    """Return whether the stage of the tournament with the number `meant` is over; False if `meant`
    is None. Raises Refusal if the stage has not begun.

    Stage 0 is the time before the start. Stage n is the lobby of round n (the time before its race)
    or its table (the time after the race); while the race runs, the stage counts as over. If
    everybody plays at their own pace, stage 1 is the wait until deals can begin, and stage 2 is the
    time in which they can begin.
    """
    current, window = tournament.current, tournament.window
    if tournament.status in ("draft", "open"):
        stage = 0
    elif window is not None and not tournament.is_over:
        stage = 1 if now < window[0] else 2
    elif current is None:
        stage = len(tournament.rounds) + 1
    else:
        stage = current.number + (current.state == "racing")
    if meant is not None and meant > stage:
        raise Refusal("unknown_round", "There is no such round yet.")
    return meant is not None and meant < stage


def _running(tournament: Tournament) -> None:
    """Raise Refusal unless the tournament has begun and is not over."""
    refuse_over(tournament)
    if tournament.status in ("draft", "open"):
        raise Refusal("tournament_not_begun", "This tournament has not begun yet.")


def _round(tournament: Tournament, number: int) -> StoredRound:
    """Return a round by its number. Raise Refusal if there is none."""
    if not 1 <= number <= len(tournament.rounds):
        raise Refusal("unknown_round", "There is no such round yet.")
    return tournament.rounds[number - 1]


def _numbered(tournament: Tournament, number: int) -> Entrant:
    """Return an entrant by its number. Raise Refusal if there is none."""
    if not 0 <= number < len(tournament.entrants):
        raise Refusal("unknown_entrant", "Nobody has entered under that number.")
    return tournament.entrants[number]
