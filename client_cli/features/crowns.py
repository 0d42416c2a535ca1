"""Crown runs: requests to the server, how much time is left of a limit, and sentences for the
player.

Whoever wins three different great games, out of five, in a row wins the Triple Crown; with all
five, the Quintuple Crown. The games won so far are the run. A break is a pause between two games,
or during a game with the board covered or the connection lost. The server limits each break and all
breaks of a run together.
"""

from typing import TYPE_CHECKING, NamedTuple

from client_cli.messages.game import clock
from engine.crowns.facts import GREAT_GAMES, QUICKEST_FIRST
from engine.rules import RULES
from protocol import codes
from protocol.crowns import BreakTaken, Crown, CrownGame, CrownLimits, GameWon, GetCrown, GiveUpRun
from protocol.from_server import Done
from protocol.texts import _, ngettext

if TYPE_CHECKING:
    from client_cli.net.one_shot_client import (
        OneShotClient,  # a websocket module: not needed for solo games
    )


CROWNS = {"triple": _("Triple Crown"), "quintuple": _("Quintuple Crown")}
BREAKS = {
    "between": _("between games"),
    "declared": _("the board covered"),
    "line_lost": _("the line lost"),
}
LIMITS = {
    "between": _("between two games"),
    "within": _("one break during a game"),
    "total": _("all breaks of a run together"),
    "idle": _("one move, connected and without a break"),
}
NUMBERS = ("no", "one", "two", "three", "four", "five")


class CrownStatus(NamedTuple):
    """A crown run as the server has sent it. `at_ms` is the local time at which it arrived.

    The server does not send the run again after every move. Therefore `moved_ms` is the local time
    of the player's last move since the run arrived, None if there was none. Methods take the
    present time, `now_ms`, from the same clock. All times are in milliseconds.
    """

    crown: Crown
    at_ms: int
    moved_ms: int | None = None

    def passed_ms(self, now_ms: int) -> int:
        """Return the milliseconds since the crown run arrived from the server."""
        return max(0, now_ms - self.at_ms)

    def _metered(self, now_ms: int) -> int:
        """Return the milliseconds since the run arrived that count against a limit: none while the
        player waits for others, or before the first win of the run."""
        return 0 if self.crown.waiting or not self.crown.won else self.passed_ms(now_ms)

    def pause_ms(self, now_ms: int) -> int | None:
        """Return how many milliseconds the present break has lasted so far; None if there is no
        break."""
        pause = self.crown.pause
        return None if pause is None else pause.ms + self._metered(now_ms)

    def spent_ms(self, now_ms: int) -> int:
        """Return how many milliseconds all breaks of the run together have lasted so far."""
        running = self.crown.pause is not None
        return self.crown.spent_ms + (self._metered(now_ms) if running else 0)

    def total_left_ms(self, now_ms: int) -> int:
        return max(0, 1000 * self.crown.limits.total_s - self.spent_ms(now_ms))

    def left_ms(self, now_ms: int) -> int | None:
        """Return the milliseconds until the run ends because of a time limit; None if no time limit
        applies now."""
        left = self.crown.left_ms
        if left is not None and self.moved_ms is not None and self.crown.limit == "idle":
            return max(0, 1000 * self.crown.limits.idle_s - (now_ms - self.moved_ms))
        return None if left is None else max(0, left - self._metered(now_ms))

    def pause_left_ms(self, now_ms: int) -> int | None:
        """Return the milliseconds until the present break is longer than one break may be; None if
        there is no break."""
        pause = self.pause_ms(now_ms)
        return None if pause is None else max(0, self.pause_limit_ms - pause)

    @property
    def pause_limit_ms(self) -> int:
        pause, limits = self.crown.pause, self.crown.limits
        between = pause is None or pause.kind == "between"
        return 1000 * (limits.between_s if between else limits.within_s)


# Requests. ------------------------------------------------------------------------------------


async def standing(client: "OneShotClient") -> Crown:
    """Return the player's crown run. Raises Failure if the server refuses or cannot be reached."""
    await client.authenticate()
    return await client.ask(Crown, lambda n: GetCrown(id=n))


async def give_up(client: "OneShotClient") -> Crown:
    """Give up the player's crown run, and return the state after it. Raises Failure if the server
    refuses or cannot be reached."""
    await client.authenticate()
    await client.ask(Done, lambda n: GiveUpRun(id=n))
    return await client.ask(Crown, lambda n: GetCrown(id=n))


# Sentences. -----------------------------------------------------------------------------------


def title(slug: str) -> str:
    return _(RULES[slug].book.title) if slug in RULES else slug


def next_game(crown: Crown) -> str:
    """Return the slug of the great game that is the quickest to play among those not yet won in
    this run."""
    won = {each.game for each in crown.won}
    return next((slug for slug in QUICKEST_FIRST if slug not in won), QUICKEST_FIRST[0])


def goal(crown: Crown) -> int:
    """Return how many games in all the run must win for the next crown: three while a Triple Crown
    can still be won in this run, otherwise five."""
    return 3 if len(crown.won) + crown.triple_after == 3 else 5


def shields(crown: Crown, full: str, empty: str) -> str:
    """Return a row of symbols, such as `♛♛·`: `full` for each game won in the run, then `empty` for
    each game still to be won for the next crown."""
    won = len(crown.won)
    return full * won + empty * (goal(crown) - won)


def crown_lines(told: CrownStatus, now_ms: int) -> list[str]:
    """Return the state of a crown run as lines: the games won, the games still needed, the game in
    progress, the breaks and the time limits."""
    crown = told.crown
    if not crown.won:
        return [*ended_lines(told, now_ms), NO_RUN, *_playing(crown)]
    return [
        *won_lines(told, now_ms),
        after_words(crown),
        *_playing(crown),
        *break_lines(told, now_ms),
        *meter_lines(told, now_ms),
    ]


NO_RUN = _("You have no run: whoever wins one of the five great games has begun one.")


def won_lines(told: CrownStatus, now_ms: int) -> list[str]:
    """Return a line for each game won in the run, such as `1. Auntie Allis in 12:40, race KQ74TX-1,
    3 minutes ago.`"""
    passed = told.passed_ms(now_ms)
    return [
        _(
            "{n}. {game} in {time}, race {race}, {ago}.",
            n=n,
            game=title(each.game),
            time=clock(each.took_ms),
            race=race_words(each),
            ago=ago(each.ago_ms + passed),
        )
        for n, each in enumerate(told.crown.won, 1)
    ]


def race_words(won: GameWon | CrownGame) -> str:
    """Return the race in which a game was won, written as the command `patience replay` takes it,
    such as `KQ7-4TX-1`."""
    found = codes.split_race(won.race)
    return won.race if found is None else f"{codes.spoken(found[0])}-{found[1] or 1}"


def after_words(crown: Crown) -> str:
    """Return a sentence that says how many games in a row are won, and how many more the Triple and
    the Quintuple Crown need."""
    return _(
        "{won} in a row: a Triple Crown after {triple} more, a Quintuple Crown after {quintuple}"
        " more.",
        won=NUMBERS[len(crown.won)].capitalize(),
        triple=_number(crown.triple_after),
        quintuple=_number(crown.quintuple_after),
    )


def _number(count: int) -> str:
    return NUMBERS[count] if 0 <= count <= 5 else str(count)


def _playing(crown: Crown) -> list[str]:
    playing = crown.playing
    if playing is None:
        return []
    counts = "" if playing.counts else _("; solving it would not count")
    sentences = [
        _(
            "You are playing {game}, race {race}{counts}.",
            game=title(playing.game),
            race=race_words(playing),
            counts=counts,
        )
    ]
    return [*sentences, _("Your board is covered.")] if crown.covered else sentences


def ended_lines(told: CrownStatus, now_ms: int) -> list[str]:
    """Return a sentence about when and why the player's last run ended. The list is empty if none
    has ended."""
    ended = told.crown.ended
    if ended is None:
        return []
    when = ago(ended.ago_ms + told.passed_ms(now_ms))
    return [
        _("Your last run ended {when}: {why}.", when=when, why=why(ended.why, told.crown.limits))
    ]


def why(reason: str, limits: CrownLimits) -> str:
    """Return the reason for which a crown run has ended, in words that can end a sentence. `reason`
    is the server's code for it, and `limits` are the server's time limits."""
    reasons = {
        "lost": _("a game was lost"),
        "resigned": _("a game was given up"),
        "timeout": _("time was up before the game was finished"),
        "abandoned": _("a game was left for another, or the host sent you away"),
        "between": _(
            "more than {time} went by between two games", time=clock(1000 * limits.between_s)
        ),
        "within": _(
            "a break during a game was longer than {time}", time=clock(1000 * limits.within_s)
        ),
        "total": _(
            "all breaks together were longer than {time}", time=clock(1000 * limits.total_s)
        ),
        "idle": _("no move was made for {time}", time=clock(1000 * limits.idle_s)),
        "gave_up": _("you gave it up"),
        "quintuple": _("all five games were won, and with them the Quintuple Crown"),
    }
    return reasons.get(reason, reason)


def break_lines(told: CrownStatus, now_ms: int) -> list[str]:
    """Return a numbered line for each finished break of a crown run."""
    passed = told.passed_ms(now_ms)
    return [
        _(
            "Break {n}: {taken}, {ago}.",
            n=n,
            taken=break_words(each),
            ago=ago(each.ago_ms + passed),
        )
        for n, each in enumerate(told.crown.breaks, 1)
    ]


def break_words(taken: BreakTaken) -> str:
    """Return the kind and length of a break in words, such as `between games, 2:31`."""
    return f"{BREAKS[taken.kind]}, {clock(taken.ms)}"


def meter_lines(told: CrownStatus, now_ms: int) -> list[str]:
    """Return a line about the break or time limit that runs now, and a line about the time limit
    for all breaks of the run together."""
    return [
        now_words(told, now_ms),
        _(
            "All breaks: {time} of {limit}, {left} left.",
            time=clock(told.spent_ms(now_ms)),
            limit=clock(1000 * told.crown.limits.total_s),
            left=clock(told.total_left_ms(now_ms)),
        ),
    ]


def now_words(told: CrownStatus, now_ms: int) -> str:
    """Return a sentence about the break or time limit that runs now, such as `A break, between
    games: 2:31 of 10:00, 7:29 left.`"""
    crown, left = told.crown, told.left_ms(now_ms)
    if crown.waiting:
        return _("You are kept waiting: nothing is counted.")
    pause, pause_left = told.pause_ms(now_ms), told.pause_left_ms(now_ms)
    if crown.pause is not None and pause is not None and pause_left is not None:
        return _(
            "A break, {kind}: {time} of {limit}, {left} left.",
            kind=BREAKS[crown.pause.kind],
            time=clock(pause),
            limit=clock(told.pause_limit_ms),
            left=clock(pause_left),
        )
    if left is not None and crown.limit == "idle":
        return _("You play; a move within {time}.", time=clock(left))
    return _("You play.")


def ago(ms: int) -> str:
    """Return in words how long ago something was: `just now`, `3 minutes ago`, `2 hours ago`, `5
    days ago`."""
    if ms >= 86_400_000:
        return ngettext("{n} day ago", "{n} days ago", ms // 86_400_000)
    if ms >= 3_600_000:
        return ngettext("{n} hour ago", "{n} hours ago", ms // 3_600_000)
    if ms >= 60_000:
        return ngettext("{n} minute ago", "{n} minutes ago", ms // 60_000)
    return _("just now")


def rules_lines(limits: CrownLimits) -> list[str]:
    """Return a summary of the rules for crowns as lines, with the time limits of the server."""
    told = {
        "between": limits.between_s,
        "within": limits.within_s,
        "total": limits.total_s,
        "idle": limits.idle_s,
    }
    refused = ngettext(
        "{n} untouched deal may be refused in a run.",
        "{n} untouched deals may be refused in a run.",
        limits.refusals,
    )
    return [
        _(
            "Win three different games of the five on the trot: the Triple Crown. All five: the "
            "Quintuple Crown. Any order will do, and a run may go through the one to the other."
        ),
        _("The five: {games}.", games=", ".join(map(title, GREAT_GAMES))),
        _(
            "A game that is lost, given up or left ends the run, and so does a break that is too"
            " long:"
        ),
        *(f"- {LIMITS[name]}: {clock(1000 * limit)}" for name, limit in told.items()),
        _(
            "There may be any number of breaks. F9, or break in line mode, covers your board; the"
            " line lost is a break, too."
        ),
        *([refused] if limits.refusals else []),
    ]
