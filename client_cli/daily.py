"""The daily deals: what there is today, one's one try, and how everybody did."""

import asyncio

from client_cli.account import AccountLine, visiting
from client_cli.account_store import account_on
from client_cli.exits import Failure
from client_cli.online import Visit, seated
from client_cli.room import RoomLine
from client_cli.sentences import clock, score
from engine.games import game
from engine.ranking import Standing
from protocol import dailies as said
from protocol.codes import spoken


async def _today(line: AccountLine) -> said.Dailies:
    if account_on(line.visit.storage, line.visit.server) is not None:
        await line.authenticate()
    return await line.ask(said.Dailies, lambda n: said.ListDailies(id=n))


def show(visit: Visit) -> None:
    """Today's deals and how one stands with them; tomorrow's are sealed."""

    async def work(line: AccountLine) -> None:
        days = await _today(line)
        visit.voice.put(days.model_dump(mode="json"))
        if not visit.voice.as_json:
            visit.voice.say([_told(deal) for deal in days.today])
            visit.voice.say(
                [
                    f"Tomorrow: {_title(deal)}, sealed {deal.commitment[:16]}…"
                    for deal in days.tomorrow
                ]
            )

    visiting(visit, work)


def _title(deal: said.DailyInfo) -> str:
    return f"{deal.slot}, {game(deal.game, deal.options).book.title}"


def _told(deal: said.DailyInfo) -> str:
    rest = f"bell {clock(deal.bell_ms)}, closes in {clock(deal.closes_in_ms)}"
    if deal.code is None:
        return f"Today: {_title(deal)}, {rest}: patience daily {deal.slot}"
    state = "finished" if deal.done else f"begun: patience resume {spoken(deal.code)}"
    return f"Today: {_title(deal)}, {rest}; {state}."


def attempt(visit: Visit, slot: str) -> None:
    """Play one's one try of today's deal. Raises Failure where there is none left."""
    if account_on(visit.storage, visit.server) is None:
        raise Failure.refused("A daily deal is tried once an account; patience login --new.")
    name = _name_of(visit, slot)
    asyncio.run(seated(visit, lambda room: _enter(room, name)))


async def _enter(room: RoomLine, name: str) -> None:
    await room.try_daily(name)


def _name_of(visit: Visit, slot: str) -> str:
    names: list[str] = []

    async def work(line: AccountLine) -> None:
        days = await _today(line)
        names.extend(deal.name for deal in days.today if deal.slot == slot)

    visiting(visit, work)
    if not names:
        raise Failure.not_found(f"There is no daily deal {slot!r}; there are sprint and long.")
    return names[0]


def board(visit: Visit, which: str) -> None:
    """How everybody did: of today's sprint or long deal, or of a deal by its name."""
    name = which if which.startswith("daily-") else _name_of(visit, which)

    async def work(line: AccountLine) -> None:
        if account_on(visit.storage, visit.server) is not None:
            await line.authenticate()
        told = await line.ask(said.DailyBoard, lambda n: said.GetDailyBoard(id=n, name=name))
        visit.voice.put(told.model_dump(mode="json"))
        if visit.voice.as_json:
            return
        for row in told.results:
            standing = Standing(**row.standing.model_dump(exclude={"progress"}))
            visit.voice.say([f"{row.place}. {row.name}: {score(None, standing)}"])
        if not told.results:
            visit.voice.say(["Nobody has finished this deal yet."])
        if told.opened is not None:
            visit.voice.say([f"Opened: {told.opened.secret}"])

    visiting(visit, work)
