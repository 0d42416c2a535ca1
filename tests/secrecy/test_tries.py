"""Tries of daily deals: nobody who has yet to play gets anything of a deal, nor its secret that
day."""

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from itertools import count
from typing import Any

import pytest

from server.daily import store
from server.rooms import state as rooms
from server.views import board_view, event_view, visibility
from tests.secrecy.known import Leak
from tests.secrecy.recorder import Pages, RoomRecord
from tests.secrecy.running import Running
from tests.secrecy.scan import scan, scan_pages
from tests.secrecy.tries import play_tries

pytestmark = [pytest.mark.asyncio(loop_scope="module"), pytest.mark.slow]

FRESH = count(1_000, 3)
"""Nobody tries a deal twice, so each run has accounts of its own."""


async def tried(running: Running) -> tuple[list[RoomRecord], list[Leak]]:
    """Three tries of either deal of today, and every leak in them."""
    running.log.truncate(running.log.seek(0))
    pages, first = Pages(running.url), next(FRESH)
    tries = await play_tries(running.app, running.url, pages, range(first, first + 3))
    records = [room.record for room in tries]
    leaks = [leak for record in records for leak in scan(record)]
    return records, leaks + scan_pages(records, [*pages.texts, running.log.getvalue()])


async def test_a_try_tells_nothing_to_those_who_have_yet_to_play(running: Running) -> None:
    records, leaks = await tried(running)
    assert not leaks, "\n".join(map(str, leaks[:5]))
    told = [e.text for r in records for tape in r.tapes for e in tape.entries if e.kind == "frame"]
    for kind in ("dailies", "daily_board", "over", "table", "moved"):
        assert any(f'"type":"{kind}"' in text for text in told), kind
    for code in ("not_opened", "not_for_you", "daily_tried", "not_today", "no_seat"):
        assert any(f'"code":"{code}"' in text for text in told), code


def opened_when_over(real: Any, self: rooms.Race, now: int) -> bool:
    del real, now
    return self.status == "over"


def as_of_any_deal(real: Any, room: rooms.Room, *who: Any) -> Any:
    races = {n: replace(race, daily=None) for n, race in room.races.items()}
    settings = room.settings.model_copy(update={"boards": "everybody"})
    return real(replace(room, races=races, settings=settings), *who)


def numbers_for_all(real: Any, *who: Any) -> Any:
    return real(*who)._replace(standings=None)


def talk_for_all(real: Any, *who: Any) -> Any:
    return real(*who)._replace(talk=None)


async def as_if_done(real: Any, self: Any, codes: Any) -> list[str]:
    del real, self
    return [*codes]


PLANTS: list[tuple[Any, str, Callable[..., Any], str]] = [
    (rooms.Race, "opened", opened_when_over, "the secret of race 1"),
    (
        board_view,
        "why_boards_closed",
        as_of_any_deal,
        "a board of others where the room shows none",
    ),
    (visibility, "deal_secrecy_of", numbers_for_all, "numbers of a daily deal for somebody"),
    (event_view, "deal_secrecy_of", numbers_for_all, "an end before the end"),
    (visibility, "deal_secrecy_of", talk_for_all, "talk for somebody who has yet to play the deal"),
    (store.DailyStore, "over", as_if_done, "a daily board for somebody who has not finished"),
]


@pytest.mark.parametrize(
    ("owner", "name", "plant", "what"),
    PLANTS,
    ids=[f"{owner.__name__.split('.')[-1]}-{plant.__name__}" for owner, _, plant, _ in PLANTS],
)
async def test_a_planted_leak_is_found(
    running: Running,
    monkeypatch: pytest.MonkeyPatch,
    owner: Any,
    name: str,
    plant: Callable[..., Any],
    what: str,
) -> None:
    real = getattr(owner, name)

    def method(self: Any, *arguments: Any) -> Any:
        return plant(real, self, *arguments)

    monkeypatch.setattr(owner, name, method if isinstance(owner, type) else partial(plant, real))
    _, leaks = await tried(running)
    assert any(what in leak.what for leak in leaks), {leak.what for leak in leaks}
