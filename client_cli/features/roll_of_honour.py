"""The roll of honour, the list of all crowns won: requests to the server, and sentences that show
its answers.

A crown is won with three or five difficult games in a row. One entry of the list was not won on a
server: it is a crown that the rule book reports.
"""

from collections.abc import AsyncIterator

from client_cli.exit_codes import Failure
from client_cli.features.crowns import CROWNS, race_words, title
from client_cli.local.account_store import account_on
from client_cli.messages.game import clock
from client_cli.net.one_shot_client import OneShotClient
from protocol.crowns import GetRoll, Honour, Roll
from protocol.texts import _, ngettext

AT_ONCE = 100
"""The largest number of entries that the server sends in one answer."""
MONTHS = (
    *(_("January"), _("February"), _("March"), _("April"), _("May"), _("June"), _("July")),
    *(_("August"), _("September"), _("October"), _("November"), _("December")),
)
LAST = "last"
NOT_PLAYED_HERE = _("From the text, not played here.")


# Requests. ------------------------------------------------------------------------------------


async def page(client: OneShotClient, offset: int, count: int) -> Roll:
    """Return at most `count` entries of the roll, from number `offset` on, counted from 0; the
    oldest entry comes first. No account is needed. Raises Failure if the server refuses or cannot
    be reached."""
    return await client.ask(Roll, lambda n: GetRoll(id=n, offset=offset, count=count))


async def found(client: OneShotClient, which: str) -> Honour:
    """Return one entry of the roll. `which` is its number on the roll, counted from 1, the id of a
    crown, or `last`: the latest crown of the player, or of anybody if no account is logged in.
    Raises Failure if there is no such entry, or if the server refuses or cannot be reached."""
    if which.isdecimal():
        at = min(int(which), 2**40) - 1
        honours = (await page(client, at, 1)).honours if at >= 0 else []
        if honours:
            return honours[0]
    elif which == LAST:
        return await _last(client)
    else:
        async for honour in backwards(client):
            if honour.award == which:
                return honour
    raise Failure.not_found(
        _("There is no crown {which}; patience crowns lists them.", which=repr(which[:40]))
    )


async def _last(client: OneShotClient) -> Honour:
    known = account_on(client.storage, client.server)
    async for honour in backwards(client):
        mine = known is None or honour.name == known.name
        if honour.award is not None and mine:
            return honour
    raise Failure.not_found(_("No crown has been won yet.") if known is None else NONE_OF_YOURS)


NONE_OF_YOURS = _("You have won no crown yet; patience crown start begins a run.")


async def backwards(client: OneShotClient) -> AsyncIterator[Honour]:
    """Yield the entries of the roll, the latest first."""
    end = (await page(client, 0, 1)).total
    while end > 0:
        start = max(0, end - AT_ONCE)
        for honour in reversed((await page(client, start, end - start)).honours):
            yield honour
        end = start


# Sentences. -----------------------------------------------------------------------------------


def roll_lines(roll: Roll, offset: int) -> list[str]:
    """Return entries of the roll as lines, each with its number on the roll. `offset` is the number
    of entries of the roll before the first of these."""
    told = [sentence(n, honour) for n, honour in enumerate(roll.honours, offset + 1)]
    more = offset + len(roll.honours)
    if roll.honours and more < roll.total:
        told.append(_("More: patience crowns --offset {more}", more=more))
    return told or [_("There is nothing there on the roll of honour.")]


def sentence(number: int, honour: Honour) -> str:
    """Return an entry of the roll of honour as a sentence that begins with its number on the
    roll."""
    crown, when = CROWNS[honour.crown], day_words(honour.day)
    if honour.award is None:
        return f"{number}. {crown}, {when}. {_(honour.text or NOT_PLAYED_HERE)}"
    took = _(" in {time}", time=clock(honour.took_ms)) if honour.took_ms is not None else ""
    games = ", ".join(
        f"{title(won.game)} {clock(won.took_ms)} ({race_words(won)})" for won in honour.games
    )
    who = who_words(honour)
    return f"{number}. {who}: {crown}, {when},{took}: {games}; {breaks_words(honour)}."


def who_words(honour: Honour) -> str:
    """Return the winner's name. If there is none, return a remark in brackets: the account was
    deleted, or the rule book does not name the winner."""
    return honour.name or (_("(nobody any more)") if honour.award else _("(not named)"))


def breaks_words(honour: Honour) -> str:
    """Return how many breaks the winner took between and during the games of a crown, and how long
    they were together, such as `2 breaks, 7:12 together`."""
    if not honour.breaks:
        return _("without a break")
    together = clock(sum(each.ms for each in honour.breaks))
    return ngettext(
        "{n} break, {time}", "{n} breaks, {time} together", len(honour.breaks), time=together
    )


def day_words(day: str) -> str:
    """Return `21 November 2026` for `2026-11-21`. A text that is not a date is returned
    unchanged."""
    year, _dash, rest = day.partition("-")
    month, _dash, number = rest.partition("-")
    if month.isdecimal() and number.isdecimal() and 1 <= int(month) <= 12:
        name = MONTHS[int(month) - 1]
        return _("{day} {month} {year}", day=int(number), month=name, year=year)
    return day


def file_name(honour: Honour) -> str:
    """Return the default name of the file for a crown's certificate."""
    return f"{honour.crown}-crown-{honour.day}.svg"
