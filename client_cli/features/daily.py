"""Daily deals, which are the same for everybody, with one try for each account: requests to the
server, and sentences that show its answers."""

from datetime import date, timedelta

from client_cli.messages.game import clock, score
from client_cli.messages.race_terms import WINNABLE
from client_cli.net.one_shot_client import OneShotClient
from engine.games import game
from engine.races.ranking import Standing
from protocol import dailies as said
from protocol.texts import _

# Requests. ------------------------------------------------------------------------------------


async def days(client: OneShotClient) -> said.Dailies:
    """Return the daily deals of today and tomorrow. If an account is logged in, each deal says
    whether the player has begun or finished their try of it. Raises Failure if the server refuses
    or cannot be reached."""
    if client.is_known:
        await client.authenticate()
    return await client.ask(said.Dailies, lambda n: said.ListDailies(id=n))


async def results(client: OneShotClient, name: str) -> said.DailyBoard:
    """Return the results of the daily deal with this name. The server refuses them to players who
    may still try the deal. Raises Failure if the server refuses or cannot be reached."""
    if client.is_known:
        await client.authenticate()
    return await client.ask(said.DailyBoard, lambda n: said.GetDailyBoard(id=n, name=name))


# Sentences. -----------------------------------------------------------------------------------


def title(deal: said.DailyInfo) -> str:
    """Return the slot and the game of a daily deal: `sprint, Aces Up`. For a winnable deal it says
    so."""
    named = f"{deal.slot}, {_(game(deal.game, deal.options).book.title)}"
    return f"{named} ({WINNABLE})" if deal.winnable else named


def state(deal: said.DailyInfo) -> str:
    """Return in words how far the player's try of a daily deal is: `not tried`, `begun` or
    `finished`."""
    if deal.done:
        return _("finished")
    return _("not tried") if deal.code is None else _("begun")


def times(deal: said.DailyInfo) -> str:
    """Return two times in words: how long a try of a daily deal may take (its bell), and how long a
    try may still be begun. After the player's try, the second is the time until everybody may see
    the results."""
    if deal.done:
        return _(
            "time limit {bell}, opened to all in {time}",
            bell=clock(deal.bell_ms),
            time=clock(deal.told_in_ms),
        )
    return _(
        "time limit {bell}, closes in {time}",
        bell=clock(deal.bell_ms),
        time=clock(deal.closes_in_ms),
    )


def sealed(deal: said.DailyInfo) -> str:
    return _(
        "Tomorrow: {game}, sealed {commitment}…",
        game=title(deal),
        commitment=deal.commitment[:16],
    )


def day_before(name: str) -> str:
    """Return the name of the daily deal that had the slot of the deal called `name` on the day
    before, such as `daily-2026-11-20-sprint` for `daily-2026-11-21-sprint`."""
    day, slot = name.removeprefix("daily-").rsplit("-", 1)
    return f"daily-{date.fromisoformat(day) - timedelta(days=1)}-{slot}"


def board_lines(told: said.DailyBoard) -> list[str]:
    """Return the results of a daily deal as lines: the places of people, then those of bots, then
    the secret from which the deal was made, if it is published already."""
    nobody = (
        _("Nobody has finished this deal.") if told.closed else _("Nobody has finished it yet.")
    )
    lines = _places(told.results) or [nobody]
    if told.bots:
        lines += ["", _("Bots, among themselves:"), *_places(told.bots)]
    return [
        *lines,
        *([_("Opened: {secret}", secret=told.opened.secret)] if told.opened is not None else []),
    ]


def _places(rows: list[said.DailyResult]) -> list[str]:
    lines = []
    for row in rows:
        standing = Standing(**row.standing.model_dump(exclude={"progress"}))
        lines.append(f"{row.place}. {row.name}: {score(None, standing)}")
    return lines
