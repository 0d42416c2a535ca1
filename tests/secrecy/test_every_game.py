"""Every game: a face-down card that is shown is found, and so is anything planted in any frame."""

import json
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from hashlib import sha256
from typing import Any

import pytest

from engine.cards import NAME
from engine.games import GAMES, AnyGame, game
from engine.table import State
from engine.view import PileView, View
from server.views import board_view
from server.views.view_inputs import BoardMove, Viewer, WholeBoard
from tests.secrecy.known import Room as Known
from tests.secrecy.listener import Listener
from tests.secrecy.recorder import Entry, Tape
from tests.secrecy.running import RECORDED, Running, leaks_of_a_kind, recorded
from tests.secrecy.scan import scan, scan_pages
from tests.secrecy.words import cards_in

pytestmark = [pytest.mark.asyncio(loop_scope="module"), pytest.mark.slow]


def piles_that_hide() -> list[tuple[str, str]]:
    """Every game with each group of piles in which cards lie face down."""
    return [
        (slug, group.prefix)
        for slug in GAMES
        for group in game(slug, SHOWING_MOST.get(slug)).layout.groups
        if group.faces != "up"
    ]


SHOWING_MOST = {"klondike": {"turn": 3}}
"""Options under which more groups of piles hide cards than by default."""


def with_one_more(rules: AnyGame, prefix: str, state: State[Any], view: View) -> View:
    """The view, or its changes, with the top face-down card of a pile added."""
    for i in rules.layout[prefix]:
        name, (down, up) = rules.layout.names[i], state.piles[i]
        if down and view.piles.get(name):
            cards = [NAME[c] for c in (down[-1], *up) if c is not None]
            return view._replace(piles={**view.piles, name: PileView(len(down) - 1, cards)})
    return view


@pytest.mark.parametrize(("slug", "prefix"), piles_that_hide())
async def test_a_covered_card_of_any_game_is_found(
    running: Running, monkeypatch: pytest.MonkeyPatch, slug: str, prefix: str
) -> None:
    real_table, real_moved = board_view.table, board_view.moved

    def table(what: WholeBoard, viewer: Viewer) -> Any:
        shown, rules = real_table(what, viewer), what.race.game
        more = with_one_more(rules, prefix, what.state, shown.view)
        return shown.model_copy(update={"view": more})

    def moved(what: BoardMove, viewer: Viewer) -> Any:
        shown, rules = real_moved(what, viewer), what.race.game
        more = with_one_more(rules, prefix, what.taken.after, shown.changed)
        return shown.model_copy(update={"changed": more})

    monkeypatch.setattr(board_view, "table", table)
    monkeypatch.setattr(board_view, "moved", moved)
    options = SHOWING_MOST.get(slug, {})
    assert await leaks_of_a_kind(running, "before it was turned up", slug, **options)


# Every frame of a room, one after the other, with something forbidden added.
# ------------------------


@pytest.mark.parametrize("slug", GAMES)
async def test_nothing_is_found_where_nothing_is_planted(running: Running, slug: str) -> None:
    running.log.truncate(running.log.seek(0))
    RECORDED.pop(slug, None)
    record, texts = await recorded(running, slug)
    assert scan(record) + scan_pages([record], [*texts, running.log.getvalue()]) == []


MORE: dict[str, Callable[[str], Any]] = {
    "a value": lambda word: {"zz": word},
    "a key": lambda word: {word: 0},
    "deep within": lambda word: {"zz": [{"zz": [f"so {word}."]}]},
}


def words(known: Known, tape: Tape) -> dict[str, str]:
    """What the owner of a tape must not read in race 1, by what it is."""
    race = known.races[1]
    seats = [seat for seat, token in enumerate(known.tokens) if token == tape.token]
    seat = seats[0] if seats else None
    rival = next(nonce for other, nonce in race.nonces.items() if other != seat)
    shown = cards_in(str(race.seen[seat].final_view() if seat is not None else ""))
    pack = Counter(NAME[c] for c in race.pack)
    return {
        # If every card is in sight, one of them: named outside the board, or once too often.
        "card": next(iter(pack - shown or pack)),
        "secret": race.secret.hex(),
        "seed": race.seed.hex(),
        "nonce": rival,
        "token": known.tokens[0],
        "hash": sha256(known.tokens[-1].encode()).hexdigest(),
    }


def before_the_end(tape: Tape) -> list[int]:
    """The places on a tape of the frames sent before the race was over."""
    places = []
    for i, entry in enumerate(tape.entries):
        if entry.kind == "frame":
            if '"type":"over"' in entry.text or '"status":"over"' in entry.text:
                break
            places.append(i)
    return places


@pytest.mark.parametrize("slug", GAMES)
async def test_it_is_found_in_every_frame(running: Running, slug: str) -> None:
    record, _ = await recorded(running, slug)
    assert not scan(record)
    known = Known(record)
    kinds = set()
    for tape in record.tapes:
        places = before_the_end(tape)
        for what, word in words(known, tape).items():
            for more in MORE.values():
                entries = list(tape.entries)
                for i in places:
                    message = json.loads(entries[i].text)
                    kinds.add(message["type"])
                    entries[i] = entries[i]._replace(text=json.dumps(message | more(word)))
                planted = replace(tape, entries=entries)
                leaks = Listener(known, planted).run()
                found = {leak.where for leak in leaks if word in leak.where}
                missed = [entries[i].text for i in places if entries[i].text not in found]
                assert not missed, (what, missed[0])
    assert kinds >= {
        "welcome", "done", "refused", "room", "joined", "presence", "ready_changed", "countdown",
        "started", "table", "moved", "progress",
    }, kinds  # fmt: skip


@pytest.mark.parametrize("slug", GAMES)
async def test_it_is_found_on_every_page_and_in_every_reason(running: Running, slug: str) -> None:
    record, pages = await recorded(running, slug)
    known = Known(record)
    for word in words(known, record.tapes[0]).values():
        assert scan_pages([record], [*pages, f'patience_moves_total{{outcome="{word}"}} 1.0'])
        for tape in record.tapes:
            ends = [i for i, entry in enumerate(tape.entries) if entry.kind == "closed"]
            entries = tape.entries[: before_the_end(tape)[-1]]
            entries.append(Entry(0, "closed", f"1008 {word}"))
            assert ends
            assert Listener(known, replace(tape, entries=entries)).run()
