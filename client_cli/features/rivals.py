"""Rivals (people whom the player has raced) and streaks: requests to the server, and sentences that
show its answers."""

from typing import NamedTuple

from client_cli.features.crowns import ago, title
from client_cli.features.leaderboards import NOBODY
from client_cli.net.one_shot_client import OneShotClient
from protocol.rivals import (
    DailyStreaks,
    GameStreak,
    GetRivals,
    GetStreaks,
    GetVersus,
    Rival,
    Rivals,
    Streaks,
    Tally,
    Versus,
)
from protocol.texts import _

NO_RIVALS = _("You have raced nobody who has an account.")
NO_STREAKS = _("No game solved yet.")


class RivalPair(NamedTuple):
    """The names of two people in a sentence about their races against each other. `one` is `You` if
    it is the reader."""

    one: str
    other: str

    @property
    def first(self) -> str:
        """The name `one` as written in the middle of a sentence: `you` instead of `You`."""
        return "you" if self.one == "You" else self.one


# Requests. ------------------------------------------------------------------------------------


async def rivals(client: OneShotClient, offset: int = 0, count: int = 20) -> Rivals:
    """Return a page of the people whom the player has raced, each with the results of the races
    against the player. Raises Failure if the server refuses or cannot be reached."""
    await client.authenticate()
    return await client.ask(Rivals, lambda n: GetRivals(id=n, offset=offset, count=count))


async def versus(client: OneShotClient, one: str | None, other: str) -> Versus:
    """Return the results of the accounts `one` and `other` in races against each other. If `one` is
    None, it is the player. Raises Failure if the server refuses or cannot be reached."""
    if one is None:
        await client.authenticate()
    return await client.ask(Versus, lambda n: GetVersus(id=n, one=one, other=other))


async def streaks(client: OneShotClient, name: str | None) -> Streaks:
    """Return the streaks (wins in a row) of the account called `name`, or of the player if `name`
    is None. Raises Failure if the server refuses or cannot be reached."""
    if name is None:
        await client.authenticate()
    return await client.ask(Streaks, lambda n: GetStreaks(id=n, name=name))


# Sentences. -----------------------------------------------------------------------------------


def rival_line(rival: Rival) -> str:
    """Return the player's results against a rival in one line, such as `Ben: 14 to 11, 2 tied; you
    won the last 3; 2 days ago`."""
    return f"{name(rival)}: {rival_words(rival)}"


def name(rival: Rival) -> str:
    return (NOBODY if rival.name is None else rival.name) + _(", a bot") * rival.bot


def rival_words(rival: Rival) -> str:
    pair = RivalPair(_("You"), rival.name or _("they"))
    return f"{score(rival.tally)}{run_words(pair, rival.tally)}; {ago(rival.ago_ms)}"


def versus_lines(book: Versus, *, mine: bool) -> list[str]:
    """Return a sentence about all races of two people against each other, then a sentence for each
    game. If `mine` is True, the reader of the sentences is the first of the two people."""
    pair = RivalPair(_("You") if mine else book.one, book.other)
    if not book.games:
        return [_("{one} and {other} have not raced each other.", one=pair.one, other=pair.other)]
    tied = _(", {ties} tied", ties=book.tally.ties) if book.tally.ties else ""
    won = _(
        "{one} won {wins}, {other} {losses}{tied}",
        one=pair.one,
        wins=book.tally.wins,
        other=pair.other,
        losses=book.tally.losses,
        tied=tied,
    )
    games = [
        f"{title(each.game)}: {score(each.tally)}{run_words(pair, each.tally)}."
        for each in book.games
    ]
    return [f"{won}{run_words(pair, book.tally)}.", *games]


def score(tally: Tally) -> str:
    """Return wins, losses and ties of one person against another in words, such as `14 to 11, 2
    tied`."""
    wins, losses, ties = tally.wins, tally.losses, tally.ties
    if ties:
        return _("{wins} to {losses}, {ties} tied", wins=wins, losses=losses, ties=ties)
    return _("{wins} to {losses}", wins=wins, losses=losses)


def run_words(pair: RivalPair, tally: Tally) -> str:
    """Return who of the two has won the latest races in a row, such as `; you won the last 3`.
    The text is empty if that row is shorter than two races."""
    if abs(tally.run) < 2:
        return ""
    who = pair.first if tally.run > 0 else pair.other
    return "; " + _("{name} won the last {n}", name=who, n=abs(tally.run))


def streak_line(streak: GameStreak) -> str:
    """Return somebody's wins in a row in one game as a line, such as `Aces Up: 3 in a row, at most
    7`: three now, and seven at most so far."""
    return _(
        "{game}: {streak} in a row, at most {longest}",
        game=title(streak.game),
        streak=streak.streak,
        longest=streak.longest,
    )


def streak_lines(found: Streaks) -> list[str]:
    """Return sentences about somebody's streaks: wins in a row in each game, and the number of days
    in a row on which they played a daily deal."""
    games = [f"{streak_line(streak)}." for streak in found.streaks]
    return [*(games or [NO_STREAKS]), *daily_lines(found.daily)]


def daily_lines(daily: DailyStreaks | None) -> list[str]:
    """Return sentences about the days in a row on which somebody played, and won, a daily deal. The
    list is empty for somebody who has played none."""
    if daily is None:
        return []
    played, won = daily.played, daily.won
    return [
        _(
            "Days in a row with a daily deal played: {streak}, at most {longest}.",
            streak=played.streak,
            longest=played.longest,
        ),
        _(
            "Days in a row with a daily deal solved: {streak}, at most {longest}.",
            streak=won.streak,
            longest=won.longest,
        ),
    ]
