"""Steps (changes) of a tournament that no person and no deadline causes.

The causes are: an effect was carried out, a result was corrected, a code is in use, an outage was
found. An effect is work that a step leaves to be done, such as making rooms. An outage is a time in
which no process could store anything; to refund it is to move clocks later by it. All functions are
pure. Those that take a tournament return a changed copy. `now` is server time in ms.
"""

from collections.abc import Iterable, Sequence

from engine.races.ranking import Standing
from protocol.tournaments.plan import with_present_solver
from server.tournaments.effects import OpenNextEdition
from server.tournaments.state import FreshSecrets, Tournament
from server.tournaments.steps import in_state, put, with_
from server.tournaments.transitions import ended

Outages = Iterable[tuple[int, int]]
"""Times when the server was away, as (from, until)."""


def noted(tournament: Tournament, number: int, now: int) -> Tournament:
    """Remove the effect with the number `number` from the tournament, because it was carried out.
    Nothing changes if the effect was removed before. If it has made the rooms of a round, the lobby
    of the round begins: the time in which entrants come to their seats."""
    found = [effect for effect in tournament.to_do if effect.id == number]
    if not found:
        return tournament
    left = tuple(effect for effect in tournament.to_do if effect.id != number)
    tournament = with_(tournament, to_do=left)
    each = next((r for r in tournament.rounds if r.number == found[0].round), None)
    if found[0].e == "open_rooms" and each is not None and each.state == "pairing":
        lobby = in_state(each, "lobby", now, now + tournament.plan.lobby_ms)
        tournament = put(tournament, lobby)
    return tournament


def corrected(
    tournament: Tournament, room: str, standings: Sequence[Standing], now: int
) -> Tournament:
    """Replace the result of the race in the room with the code `room`. If `standings` is empty, the
    race becomes void: it does not count.

    From then on the table of the tournament is computed from the new result. Rounds that were
    already paired by the old result stay as they are.
    """
    void = not standings
    for each in tournament.rounds:
        if any(heat.room == room and heat.is_over for heat in each.heats):
            heats = tuple(
                heat.ended(standings, void=void) if heat.room == room else heat
                for heat in each.heats
            )
            return put(tournament, each.model_copy(update={"heats": heats}))
    return ended(tournament, {room: standings}, now, void=void)


def replace_room_code(
    tournament: Tournament, number: int, taken: str, fresh: FreshSecrets
) -> Tournament:
    """Choose another code for a room of round `number` whose code is `taken`, because this code is
    in use. `fresh` makes random codes."""
    each = next((r for r in tournament.rounds if r.number == number), None)
    if each is None or each.state not in ("pairing", "racing"):
        return tournament
    heats = tuple(
        heat.model_copy(update={"room": fresh.code()})
        if heat.room == taken and not heat.is_over
        else heat
        for heat in each.heats
    )
    return put(tournament, each.model_copy(update={"heats": heats}))


def replace_edition_code(tournament: Tournament, taken: str, fresh: FreshSecrets) -> Tournament:
    """Choose another code for the next tournament of the series, because its code `taken` is in
    use. `fresh` makes random codes."""
    effects = tuple(
        effect.model_copy(update={"code": fresh.code()})
        if isinstance(effect, OpenNextEdition) and effect.code == taken
        else effect
        for effect in tournament.to_do
    )
    codes = [effect.code for effect in effects if isinstance(effect, OpenNextEdition)]
    return with_(tournament, to_do=effects, next=codes[0] if codes else tournament.next)


def held(tournament: Tournament, outages: Outages) -> Tournament:
    """Refund outages to a tournament. Outages that have been refunded to it are skipped.

    While a tournament runs, its present stage ends later by the length of the outage. A stage is
    the lobby before a race, the race, the time after it in which the table is shown, or the window
    of deals: the time in which deals can begin if everybody plays at their own pace. A planned
    start that falls into an outage, or shortly after one, is put off.
    """
    for since, until in outages:
        if tournament.status == "open":
            tournament = _start_put_off(tournament, since, until)
        begun_at = max(since, tournament.held_until)
        if tournament.status != "running" or begun_at >= until:
            continue
        tournament = with_(tournament, held_until=until)
        current = tournament.current
        if current is not None and current.until is not None:
            lost = until - max(begun_at, current.since)
            if begun_at < current.until and lost > 0:
                later = {"until": current.until + lost}
                tournament = put(tournament, current.model_copy(update=later))
        if tournament.window is not None and begun_at < tournament.window[1]:
            tournament = with_(tournament, window=later_window(tournament.window, begun_at, until))
    return tournament


def _start_put_off(tournament: Tournament, since: int, until: int) -> Tournament:
    """Put off a planned start so that, after the outage from `since` to `until`, entrants have as
    much time to check in as the lobby before a race lasts."""
    starts_at, soonest = tournament.starts_at, until + tournament.plan.lobby_ms
    if starts_at is None or until <= tournament.touched_at or not since < starts_at < soonest:
        return tournament
    return with_(tournament, put_off_ms=tournament.put_off_ms + soonest - starts_at)


def later_window(window: tuple[int, int], since: int, until: int) -> tuple[int, int]:
    """Return the window of deals after moving it later by the time from `since` to `until`, in
    which no deal could begin. The window is the time in which deals can begin if everybody plays at
    their own pace, as (opening, closing) in server time. If the window has opened
    by `since`, only its closing moves."""
    opens_at, closes_at = window
    if since < opens_at:
        return opens_at + until - since, closes_at + until - since
    return opens_at, closes_at + until - since


def next_edition(tournament: Tournament, following: OpenNextEdition, now: int) -> Tournament:
    """Return the tournament that the effect `following` creates: the next tournament, open for
    entries, of the series to which `tournament` belongs."""
    schedule = tournament.plan.schedule
    if schedule is not None:
        schedule = schedule.model_copy(update={"starts_at": following.starts_at})
    return Tournament(
        code=following.code,
        organiser=tournament.organiser,
        plan=with_present_solver(tournament.plan.model_copy(update={"schedule": schedule})),
        secret=following.secret,
        invited=tournament.invited,
        helpers=tournament.helpers,
        status="open",
        edition=tournament.edition + 1,
        made_at=now,
        touched_at=now,
    )
