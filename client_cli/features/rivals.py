"""Rivals and streaks: requests and sentences."""

from typing import NamedTuple

from client_cli.features.crowns import ago, title
from client_cli.features.leaderboards import NOBODY
from client_cli.net.one_shot_client import OneShotClient
from protocol.rivals import (
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

NO_RIVALS = "You have raced nobody who has an account."
NO_STREAKS = "No game out yet."


class RivalPair(NamedTuple):
    """Two people in a sentence; `one` is `You` for the reader."""

    one: str
    other: str

    @property
    def first(self) -> str:
        """The first name in the middle of a sentence."""
        return "you" if self.one == "You" else self.one


# Requests. ------------------------------------------------------------------------------------


async def rivals(line: OneShotClient, offset: int = 0, count: int = 20) -> Rivals:
    """A page of the people the player has raced. Raises Failure."""
    await line.authenticate()
    return await line.ask(Rivals, lambda n: GetRivals(id=n, offset=offset, count=count))


async def versus(line: OneShotClient, one: str | None, other: str) -> Versus:
    """The results of two people against each other; `one` is the player by default. Raises
    Failure."""
    if one is None:
        await line.authenticate()
    return await line.ask(Versus, lambda n: GetVersus(id=n, one=one, other=other))


async def streaks(line: OneShotClient, name: str | None) -> Streaks:
    """Somebody's streaks of wins, by default the player's own. Raises Failure."""
    if name is None:
        await line.authenticate()
    return await line.ask(Streaks, lambda n: GetStreaks(id=n, name=name))


# Sentences. -----------------------------------------------------------------------------------


def rival_line(rival: Rival) -> str:
    """`Ben: 14 to 11, 2 tied; you won the last 3; 2 days ago`"""
    return f"{name(rival)}: {rival_words(rival)}"


def name(rival: Rival) -> str:
    return (NOBODY if rival.name is None else rival.name) + ", a bot" * rival.bot


def rival_words(rival: Rival) -> str:
    pair = RivalPair("You", rival.name or "they")
    return f"{score(rival.tally)}{run_words(pair, rival.tally)}; {ago(rival.ago_ms)}"


def versus_lines(book: Versus, *, mine: bool) -> list[str]:
    """The results of two people: one sentence in total and one a game."""
    pair = RivalPair("You" if mine else book.one, book.other)
    if not book.games:
        return [f"{pair.one} and {pair.other} have not raced each other."]
    tied = f", {book.tally.ties} tied" if book.tally.ties else ""
    won = f"{pair.one} won {book.tally.wins}, {pair.other} {book.tally.losses}{tied}"
    games = [
        f"{title(each.game)}: {score(each.tally)}{run_words(pair, each.tally)}."
        for each in book.games
    ]
    return [f"{won}{run_words(pair, book.tally)}.", *games]


def score(tally: Tally) -> str:
    """`14 to 11, 2 tied`"""
    return f"{tally.wins} to {tally.losses}" + (f", {tally.ties} tied" if tally.ties else "")


def run_words(pair: RivalPair, tally: Tally) -> str:
    """Who won the latest races, if one has won several in a row."""
    if abs(tally.run) < 2:
        return ""
    who = pair.first if tally.run > 0 else pair.other
    return f"; {who} won the last {abs(tally.run)}"


def streak_line(streak: GameStreak) -> str:
    """`Aces Up: 3 in a row, at most 7`"""
    return f"{title(streak.game)}: {streak.streak} in a row, at most {streak.longest}"
