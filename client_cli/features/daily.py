"""The daily deals: what there is today, one's one try, and how everybody did."""

import asyncio

from client_cli.exit_codes import Failure
from client_cli.local.account_store import account_on
from client_cli.messages.game import clock, score
from client_cli.net.one_shot_client import AccountLine
from client_cli.text_mode.accounts import visiting
from client_cli.text_mode.rooms import Visit, seated
from engine.games import game
from engine.ranking import Standing
from protocol import dailies as said
from protocol.codes import spoken

# What is asked. -------------------------------------------------------------------------------


async def days(line: AccountLine) -> said.Dailies:
    """The deals of today and of tomorrow; today's with one's own try, if one has an account."""
    if line.is_known:
        await line.authenticate()
    return await line.ask(said.Dailies, lambda n: said.ListDailies(id=n))


async def results(line: AccountLine, name: str) -> said.DailyBoard:
    """How everybody did with the deal of that name. Refused to those who may still try it."""
    if line.is_known:
        await line.authenticate()
    return await line.ask(said.DailyBoard, lambda n: said.GetDailyBoard(id=n, name=name))


# What is told. --------------------------------------------------------------------------------


def title(deal: said.DailyInfo) -> str:
    return f"{deal.slot}, {game(deal.game, deal.options).book.title}"


def state(deal: said.DailyInfo) -> str:
    """How one stands with a deal of today."""
    if deal.done:
        return "finished"
    return "not tried" if deal.code is None else "begun"


def times(deal: said.DailyInfo) -> str:
    """How long a try lasts, and how long one may still begin it; once done, when all is opened."""
    if deal.done:
        return f"bell {clock(deal.bell_ms)}, opened to all in {clock(deal.told_in_ms)}"
    return f"bell {clock(deal.bell_ms)}, closes in {clock(deal.closes_in_ms)}"


def sealed(deal: said.DailyInfo) -> str:
    return f"Tomorrow: {title(deal)}, sealed {deal.commitment[:16]}…"


def board_lines(told: said.DailyBoard) -> list[str]:
    """The places of people, beneath them those of bots, and the secret if it is told."""
    nobody = "Nobody has finished this deal." if told.closed else "Nobody has finished it yet."
    lines = _places(told.results) or [nobody]
    if told.bots:
        lines += ["", "Bots, among themselves:", *_places(told.bots)]
    return [*lines, *([f"Opened: {told.opened.secret}"] if told.opened is not None else [])]


def _places(rows: list[said.DailyResult]) -> list[str]:
    lines = []
    for row in rows:
        standing = Standing(**row.standing.model_dump(exclude={"progress"}))
        lines.append(f"{row.place}. {row.name}: {score(None, standing)}")
    return lines


# On the command line. -------------------------------------------------------------------------


def show(visit: Visit) -> None:
    """Today's deals and how one stands with them; tomorrow's are sealed."""
    found = visiting(visit, days)
    visit.voice.put(found.model_dump(mode="json"))
    if not visit.voice.as_json:
        visit.voice.say(map(_today, found.today))
        visit.voice.say(map(sealed, found.tomorrow))


def _today(deal: said.DailyInfo) -> str:
    told = f"Today: {title(deal)}, {times(deal)}"
    if deal.code is None:
        return f"{told}: patience daily {deal.slot}"
    begun = f"begun: patience resume {spoken(deal.code)}"
    return f"{told}; {state(deal) if deal.done else begun}."


def attempt(visit: Visit, slot: str) -> None:
    """Play one's one try of today's deal. Raises Failure where there is none left."""
    if account_on(visit.storage, visit.server) is None:
        raise Failure.refused("A daily deal is tried once an account; patience login --new.")
    begin(visit, _name_of(visit, slot))


def begin(visit: Visit, name: str) -> None:
    """Play one's one try of the deal of that name. Raises Failure where there is none left."""
    asyncio.run(seated(visit, lambda room: room.sit_by(said.TryDaily, name=name)))


def _name_of(visit: Visit, slot: str) -> str:
    names = [deal.name for deal in visiting(visit, days).today if deal.slot == slot]
    if not names:
        raise Failure.not_found(f"There is no daily deal {slot!r}; there are sprint and long.")
    return names[0]


def board(visit: Visit, which: str) -> None:
    """How everybody did: of today's sprint or long deal, or of a deal by its name."""
    name = which if which.startswith("daily-") else _name_of(visit, which)
    told = visiting(visit, lambda line: results(line, name))
    visit.voice.put(told.model_dump(mode="json"))
    if not visit.voice.as_json:
        visit.voice.say(board_lines(told))
