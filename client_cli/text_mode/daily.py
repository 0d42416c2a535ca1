"""The daily deals on the command line: what there is, one's own try, and the places."""

import asyncio

from client_cli.exit_codes import Failure
from client_cli.features import daily
from client_cli.local.account_store import account_on
from client_cli.text_mode.rooms import seated
from client_cli.text_mode.server_command import Visit, visiting
from protocol import dailies as said
from protocol.codes import spoken
from protocol.texts import _


def show(visit: Visit) -> None:
    """Today's deals and how one stands with them; tomorrow's are sealed."""
    found = visiting(visit, daily.days)
    visit.voice.put(found.model_dump(mode="json"))
    if not visit.voice.as_json:
        visit.voice.say(map(_today, found.today))
        visit.voice.say(map(daily.sealed, found.tomorrow))


def _today(deal: said.DailyInfo) -> str:
    sentence = _("Today: {game}, {times}", game=daily.title(deal), times=daily.times(deal))
    if deal.code is None:
        return _("{told}: patience daily {slot}", told=sentence, slot=deal.slot)
    begun = _("begun: patience resume {code}", code=spoken(deal.code))
    return f"{sentence}; {daily.state(deal) if deal.done else begun}."


def attempt(visit: Visit, slot: str) -> None:
    """Play one's one try of today's deal. Raises Failure where there is none left."""
    if account_on(visit.storage, visit.server) is None:
        raise Failure.refused(_("A daily deal is tried once an account; patience login --new."))
    begin(visit, _name_of(visit, slot))


def begin(visit: Visit, name: str) -> None:
    """Play one's one try of the deal of that name. Raises Failure where there is none left."""
    asyncio.run(seated(visit, lambda room: room.take_seat_by(said.TryDaily, name=name)))


def _name_of(visit: Visit, slot: str) -> str:
    names = [deal.name for deal in visiting(visit, daily.days).today if deal.slot == slot]
    if not names:
        raise Failure.not_found(
            _("There is no daily deal {slot}; there are sprint and long.", slot=repr(slot))
        )
    return names[0]


def board(visit: Visit, which: str) -> None:
    """How everybody did: of today's sprint or long deal, or of a deal by its name."""
    name = which if which.startswith("daily-") else _name_of(visit, which)
    told = visiting(visit, lambda line: daily.results(line, name))
    visit.voice.put(told.model_dump(mode="json"))
    if not visit.voice.as_json:
        visit.voice.say(daily.board_lines(told))
