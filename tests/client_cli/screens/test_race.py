"""A room on the screen, driven by real messages through a real session."""

import json
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from client_cli.exit_codes import DONE
from client_cli.local import preferences
from client_cli.local.storage import Storage
from client_cli.net.connection import ConnectionState
from client_cli.net.invitations import ServerAddress
from client_cli.screens.app import PatienceApp
from client_cli.screens.pages.rooms.countdown import CountdownPage
from client_cli.screens.pages.rooms.lobby import LobbyPage
from client_cli.screens.pages.rooms.race import LEAVE, RECONNECTING, SEAT_KEPT, RacePage
from client_cli.screens.pages.rooms.results import ResultsPage
from client_cli.screens.widgets.chat_input import HINT, ONLY, ChatInput
from client_cli.terminal.output import printed_after_exit
from engine.games import game
from engine.mechanics.counting import laid_counts
from engine.moves import Resign
from engine.takeback import UNDO
from protocol import from_server as said
from protocol.rooms.room_settings import Settings, SettingsChanged, StoodAside, Watchers
from protocol.rooms.talk import Said
from protocol.texts import _
from tests.client_cli.screens.made_up import MadeUpRoom
from tests.client_cli.screens.pilots import (
    check_golden,
    shows,
    table_page,
    text_of,
    until,
)

THERE = ServerAddress("ws://127.0.0.1:8765/ws", "ws://192.168.1.5:8765/ws")
"""A server of this computer, and where friends find it."""


def _tells(app: PatienceApp, words: str) -> bool:
    return words in text_of(app)


async def test_lobby_ready_start_and_leave() -> None:
    room = MadeUpRoom("aces_up")
    async with room.sitting(reach=THERE) as (app, pilot):
        await pilot.press("space")
        await until(pilot, lambda: room.asked == ["ready"])
        room.event(said.Joined, seat=2, name="Cleo")
        room.event(said.Presence, seat=1, here=False)
        await pilot.pause()
        check_golden("lobby-80x24", text_of(app))
        await pilot.press("space", "g", "q")
        await until(pilot, lambda: room.asked == ["ready", "unready", "start", "leave"])


async def test_the_lobby_tells_the_host_what_to_do_when_nobody_is_waited_for() -> None:
    starts, alone = "Everybody is ready: g starts the race.", "Nobody else is here yet"
    for names, seat, told in (
        (["Ann", "Bob"], 0, starts),
        (["Ann", "Bob"], 1, ""),
        (["Ann"], 0, alone),
    ):
        room = MadeUpRoom("aces_up", names, seat)
        async with room.sitting() as (app, pilot):
            for number in range(len(names)):
                assert not any(words in text_of(app) for words in (starts, alone))
                room.event(said.ReadyChanged, seat=number, ready=True)
                await pilot.pause()
            assert [words in text_of(app) for words in (starts, alone)] == [
                told == starts,
                told == alone,
            ]


async def test_the_lobby_says_plainly_that_nobody_else_reaches_the_server() -> None:
    room = MadeUpRoom("aces_up")
    async with room.sitting(reach=ServerAddress("ws://127.0.0.1:8799/ws", None)) as (app, pilot):
        check_golden("lobby-loopback-80x24", text_of(app))
        await pilot.press("c")
        await pilot.pause()
        assert "http://127" not in text_of(app)
        assert "█" not in text_of(app), "there is no square to point a phone at"
        assert "patience host aces-up --lan" in text_of(app)


async def test_countdown_then_the_table() -> None:
    room = MadeUpRoom("aces_up")
    async with room.sitting() as (app, pilot):
        room.event(said.Countdown, race=1, starts_in_ms=5_000, racing=[0, 1])
        await pilot.pause()
        assert shows(app, CountdownPage)
        room.now.ms += 2_000
        app.tick()
        await pilot.pause()
        check_golden("countdown-3", text_of(app))
        room.now.ms += 3_000
        room.event(said.Started, race=1)
        await pilot.pause()
        assert shows(app, CountdownPage), "until the cards are here there is nothing else to see"
        assert "Dealing" in text_of(app)
        room.table()
        await pilot.pause()
        assert shows(app, RacePage)
        assert room.asked == []


async def test_the_panel_tells_places_gaps_and_signs() -> None:
    room = MadeUpRoom("aces_up", ["Ann", "Bob", "Cleo", "Dick"])
    async with room.racing() as (app, pilot):
        room.progress(1, 12)
        room.progress(2, 48, "won")
        room.event(said.Presence, seat=3, here=False)
        await pilot.pause()
        check_golden("race-aces_up-80x24", text_of(app))
        await pilot.resize_terminal(60, 20)
        await pilot.pause()
        check_golden("race-aces_up-60x20", text_of(app))


@pytest.mark.parametrize(("size", "bar"), [((80, 24), 10), ((119, 40), 10), ((120, 40), 23)])
async def test_the_panel_grows_with_the_window(size: tuple[int, int], bar: int) -> None:
    room = MadeUpRoom("uncle_remus", ["Ann", "Bartholomew the Elder"])
    async with room.racing(size) as (app, pilot):
        await pilot.pause()
        rest = app.look.glyphs.rest * bar
        lines = [line.rstrip() for line in text_of(app).splitlines() if rest in line]
        assert len([line for line in lines if not line.startswith(" UNCLE REMUS")]) == 2
        assert f"{rest}{app.look.glyphs.rest}" not in "".join(lines[1:])
        assert ("Bartholomew the Elder" in text_of(app)) == (bar > 10)


async def test_header_and_panel_count_the_cards_that_the_deal_has_placed() -> None:
    room = MadeUpRoom("auntie_allis")
    async with room.racing() as (app, pilot):
        begins = room.rules.progress(room.state)
        assert begins == 5, "this deal begins with five cards that count"
        await pilot.pause()
        assert f" {begins}/104" in text_of(app).splitlines()[0]
        assert numbers_of_panel(app) == [["5"], ["5"]]
        room.progress(1, 7)
        await pilot.pause()
        assert numbers_of_panel(app) == [["7"], ["5", "-2"]]


def numbers_of_panel(app: PatienceApp) -> list[list[str]]:
    """What stands behind each bar of the panel."""
    panel = [line.split("▏")[-1] for line in text_of(app).splitlines()[1:]]
    return [line.split()[1:] for line in panel if "░" in line]


async def test_uncle_remus_and_the_panel_fit_a_small_terminal() -> None:
    room = MadeUpRoom("uncle_remus")
    async with room.racing() as (app, _):
        check_golden("race-uncle_remus-80x24", text_of(app))


async def test_a_move_that_turns_nothing_is_drawn_at_once_and_a_refusal_takes_it_back() -> None:
    room = MadeUpRoom("aces_up")
    async with room.racing() as (_, pilot):
        await pilot.press("d", "d")
        page = table_page(pilot)
        assert len(page.shown().piles[5].up) == 1, "drawn before the answer"
        assert room.session.board is not None
        assert room.session.board.ply == 0
        room.refuse("The race is over.")
        await pilot.pause()
        assert len(page.shown().piles[5].up) == 0
        assert page.say == "The race is over."
        await pilot.press("d", "d")
        room.settle()
        await pilot.pause()
        assert room.session.board.ply == 1
        assert len(page.shown().piles[5].up) == 1


async def test_a_deal_waits_for_the_server_and_further_keys_are_told_to_wait() -> None:
    room = MadeUpRoom("uncle_remus")
    async with room.racing() as (_, pilot):
        await pilot.press("space", "space")
        assert len(room.sent) == 1
        assert table_page(pilot).say == "Wait: a card is being turned."
        room.settle()
        await pilot.pause()
        await pilot.press("space")
        assert len(room.sent) == 1


async def test_the_lost_line_is_told_until_it_is_back() -> None:
    room = MadeUpRoom("aces_up")
    async with room.racing(size=(120, 24)) as (app, pilot):
        app.line_is(ConnectionState.DOWN)
        await pilot.pause()
        assert RECONNECTING in text_of(app)
        app.line_is(ConnectionState.UP)
        room.hear(said.Notice(code="storage_away", text="The store does not answer."))
        await pilot.pause()
        assert RECONNECTING not in text_of(app)
        assert "The store does not answer." in text_of(app)


async def test_results_and_rematch() -> None:
    room = MadeUpRoom("aces_up")
    async with room.racing() as (app, pilot):
        await pilot.press("d", "d")
        room.settle()
        room.progress(1, 12)
        room.over()
        await pilot.pause()
        assert shows(app, ResultsPage)
        check_golden("results-80x24", text_of(app))
        assert "patience verify KQ7-4TX-1" in text_of(app)
        await pilot.press("c")
        await until(pilot, lambda: "The record of the race has not come." in text_of(app))
        await pilot.press("n")
        await until(pilot, lambda: "WHICH GAME NEXT?" in text_of(app))
        await pilot.press("down", "enter")
        await until(pilot, lambda: shows(app, ResultsPage))
        wanted = room.asked[-1].removeprefix("vote ")
        assert f"{_(game(wanted).book.title)}: Ann" in text_of(app)
        await pilot.press("m")
        await until(pilot, lambda: shows(app, LobbyPage))
        assert room.asked == [f"vote {wanted}", "rematch"]


async def test_the_host_chooses_other_terms_for_the_next_race() -> None:
    room = MadeUpRoom("aces_up")
    async with room.racing() as (app, pilot):
        room.over()
        await until(pilot, lambda: "t other terms" in text_of(app))
        await pilot.press("t")
        await until(pilot, lambda: "NEXT RACE" in text_of(app))
        await pilot.press("enter")
        await until(pilot, lambda: "NEXT RACE: ACES UP" in text_of(app))
        assert "Local network" not in text_of(app), "the room is open already"
        await pilot.press("down", "right", "right", "up", "enter")
        await until(pilot, lambda: shows(app, LobbyPage))
        assert room.asked == ["rematch aces_up"]
        assert room.plan is not None
        assert room.plan.bell_ms == 300_000


async def test_only_the_host_chooses_the_terms() -> None:
    room = MadeUpRoom("aces_up", seat=1)
    async with room.racing() as (app, pilot):
        room.over()
        await until(pilot, lambda: "m rematch" in text_of(app))
        assert "other terms" not in text_of(app)
        await pilot.press("t")
        await pilot.pause()
        assert shows(app, ResultsPage)


async def test_a_race_that_ends_under_the_rules_page_shows_its_results() -> None:
    room = MadeUpRoom("aces_up")
    async with room.racing() as (app, pilot):
        await pilot.press("r")
        room.over()
        await until(pilot, lambda: shows(app, ResultsPage))


async def test_undo_waits_for_its_answer() -> None:
    room = MadeUpRoom("aces_up", take_back="free")
    async with room.sitting() as (app, pilot):
        assert "free take-back" in text_of(app)
        room.begin()
        await pilot.press("u")
        assert table_page(pilot).say == "There is no move to take back."
        await pilot.press("d", "d")
        room.settle()
        await pilot.pause()
        await pilot.press("u", "u")
        assert [move for _, move in room.sent] == [UNDO]
        assert table_page(pilot).say == "Wait: a move is being taken back."
        assert len(table_page(pilot).shown().piles[5].up) == 1, "nothing is drawn ahead"
        room.undone()
        await pilot.pause()
        assert table_page(pilot).say.startswith("Taken back.")
        assert len(table_page(pilot).shown().piles[5].up) == 0
        room.over()
        await until(pilot, lambda: shows(app, ResultsPage))
        assert "with help" in text_of(app)


async def test_the_time_for_a_called_card_runs_beside_the_bell() -> None:
    room = MadeUpRoom("cribbage_patience", format="caller")
    async with room.sitting() as (app, pilot):
        assert "called card by card, 15 seconds each" in text_of(app)
        room.begin()
        room.event(said.Called, race=1, call=1, call_ms=15_000)
        room.table()
        room.now.ms += 11_000
        app.tick()
        await pilot.pause()
        check_golden("race-caller-80x24", text_of(app))
        room.now.ms += 4_000
        room.laid_for_you()
        room.event(said.Called, race=1, call=2, call_ms=15_000)
        await pilot.pause()
        assert "Your time for the card was up." in text_of(app)
        assert "Card 2 of 16 is called" in text_of(app)


async def test_a_bot_is_chosen_from_lists_and_seated() -> None:
    room = MadeUpRoom("aces_up")
    async with room.sitting() as (app, pilot):
        await pilot.press("b")
        await until(pilot, lambda: "Strength" in text_of(app))
        assert "moves ahead" in text_of(app)
        rows = text_of(app).splitlines()
        starts = {
            row.index(word)
            for row in rows
            for word in ("it is ready", "tips  ", "steady")
            if word in row
        }
        assert len(starts) == 1, "the words after the labels form one column"
        await pilot.press("down", "right", "down", "enter", "home", "enter")
        await until(pilot, lambda: room.asked == ["seat_bot"])
        seated = room.requested[-1]
        assert (seated.strength, seated.pace) == ("ahead", "quick")
        assert shows(app, LobbyPage)


async def test_the_lobby_keeps_the_room_and_talks() -> None:
    room = MadeUpRoom("aces_up")
    async with room.sitting() as (app, pilot):
        await pilot.press("l", "a")
        await until(pilot, lambda: room.asked == ["change_settings", "stand_aside"])
        room.event(SettingsChanged, settings=Settings(locked=True))
        room.event(StoodAside, seat=0, aside=True)
        await pilot.pause()
        assert "The room is locked." in text_of(app)
        assert "l unlock the room" in text_of(app)
        room.hear(Watchers(watchers=3))
        await until(pilot, lambda: "3 watching" in text_of(app))
        assert "a take part" in text_of(app)
        await pilot.press("/", *"hm", "enter")
        await until(pilot, lambda: room.asked[-1] == "say")
        assert room.requested[-1].text == "hm"
        room.hear(Said(seat=1, text="Thank you.", phrase="thank_you"))
        await until(pilot, lambda: "Bob: Thank you." in text_of(app))
        await pilot.press("/", *"/help", "enter")
        await until(pilot, lambda: "send somebody away" in text_of(app))
        await pilot.press("escape", "/", "escape")
        await pilot.pause()
        assert shows(app, LobbyPage)


async def test_after_a_daily_deal_no_key_is_offered_that_leads_nowhere() -> None:
    room = MadeUpRoom("poker_patience", ["Ann"], deal="daily-2026-11-22-sprint")
    async with room.racing() as (app, pilot):
        room.play(Resign())
        room.settle()
        room.over()
        await until(pilot, lambda: shows(app, ResultsPage))
        assert text_of(app).splitlines()[-1] == " / say  r rules  q leave"
        for key, told in (("m", "raced once"), ("v", "yet to play"), ("s", "yet to play")):
            await pilot.press(key)
            await until(pilot, partial(_tells, app, told))
        assert room.asked == []


async def test_whoever_watched_is_offered_no_record_and_a_race_for_one_no_comparison() -> None:
    for names, seat, keys in (
        (["Ann", "Bob"], None, " / say  r rules  q leave"),
        (
            ["Ann"],
            0,
            " m rematch  n next game  t other terms  s share  c check  / say  r rules q leave",
        ),
    ):
        room = MadeUpRoom("aces_up", names, seat=seat)
        async with room.racing() as (app, pilot):
            room.progress(0, 12, "lost")
            room.over()
            await until(pilot, partial(shows, app, ResultsPage))
            below = " ".join(text_of(app).split("\n\n")[-1].split())
            assert below == " ".join(keys.split())


async def test_at_the_table_a_slash_and_a_number_say_a_phrase() -> None:
    room = MadeUpRoom("aces_up")
    async with room.racing() as (app, pilot):
        await pilot.press("/", "1", "enter")
        await until(pilot, lambda: room.asked == ["phrase"])
        assert room.requested[-1].phrase == "ace_please"
        room.hear(Said(seat=1, text="Thank you.", phrase="thank_you"))
        await until(pilot, lambda: "Bob: Thank you." in text_of(app))
        assert shows(app, RacePage)


async def test_who_plays_sees_the_phrases_and_loses_no_free_text() -> None:
    room = MadeUpRoom("aces_up")
    async with room.racing() as (app, pilot):
        await pilot.press("/")
        await until(pilot, lambda: isinstance(app.screen, ChatInput))
        await pilot.pause()
        assert "F2   1. Ace, please." in text_of(app)
        assert "    19. Shuffle" in text_of(app)
        assert "free text is for later" in text_of(app)
        await pilot.press(*"hm", "enter")
        await until(pilot, lambda: ONLY in text_of(app))
        assert "hm" in text_of(app).splitlines()[-2]
        room.play(Resign())
        room.settle()
        await pilot.press("enter")
        await until(pilot, lambda: room.asked == ["say"])
        await pilot.press("/")
        await until(pilot, lambda: HINT in text_of(app))


async def test_one_leaves_a_race_and_keeps_the_seat() -> None:
    room = MadeUpRoom("aces_up")
    async with room.racing() as (app, pilot):
        assert "q leave" in text_of(app)
        await pilot.press("q")
        assert table_page(pilot).say == LEAVE
        await pilot.press("v", "q")
        assert app.is_running, "another key plays on, and the question is asked anew"
        await pilot.press("q")
        await until(pilot, lambda: app.return_value == DONE)
    assert printed_after_exit() == [f"{SEAT_KEPT} Your clock runs on."]
    assert room.asked == [], "the seat is not given up"


async def test_giving_up_is_asked_and_any_other_key_does_nothing_else() -> None:
    room = MadeUpRoom("aces_up")
    async with room.racing() as (app, pilot):
        for other in ("f9", "f2", "r", "space"):
            await pilot.press("x")
            assert "Give up? Press x again" in text_of(app)
            await pilot.press(other)
            await pilot.pause()
            assert shows(app, RacePage)
            assert "Give up?" not in text_of(app)
        assert (room.asked, room.sent) == ([], [])
        await pilot.press("x")
        await pilot.click("#table", offset=(30, 15))
        await pilot.press("x")
        await pilot.pause()
        assert room.sent == [], "after a click it is asked anew"
        await pilot.press("x")
        await pilot.pause()
        assert [move for _, move in room.sent] == [Resign()]


async def test_whose_game_is_over_leaves_at_once() -> None:
    room = MadeUpRoom("aces_up")
    async with room.racing() as (app, pilot):
        room.play(Resign())
        room.settle()
        await pilot.pause()
        keys = " waiting for the others  w watch them  / say  r rules  q leave"
        assert text_of(app).splitlines()[-1] == keys
        await pilot.press("q")
        await until(pilot, lambda: app.return_value == DONE)
    assert printed_after_exit() == [SEAT_KEPT]
    assert room.asked == []


async def test_nobody_is_spoken_to_while_counting() -> None:
    room = MadeUpRoom("kings")
    async with room.racing() as (app, pilot):
        one = room.rules.frames(room.rules.pack(bytes(32)))[0]
        frame = {"type": "frame", "id": None, "race": 1, "clock_ms": 9, "frame": 1, "of": 9}
        told = said.parse(json.dumps({**frame, **one.shown, "view": one.view.to_json()}))
        room.hear(told)
        await until(pilot, lambda: "Round 1 of 9." in text_of(app))
        room.hear(Said(seat=1, text="Thank you.", phrase="thank_you"))
        await pilot.press("e", "f10")
        await until(pilot, lambda: "Bob: Thank you." in text_of(app))
        await pilot.press("escape")
        await until(pilot, lambda: shows(app, RacePage))
        assert table_page(pilot).tally.counts_sentence() == "Counted 1: 1."
        assert "Bob: Thank you." not in text_of(app)


async def test_counts_are_checked_while_the_server_deals_a_game_alone() -> None:
    room = MadeUpRoom("kings", ["Ann"], take_back="practice")
    pack = room.rules.pack(bytes(32))
    frames = room.rules.frames(pack)

    def show(n: int, ply: int) -> None:
        frame: dict[str, Any] = {
            "type": "frame",
            "id": None,
            "race": 1,
            "clock_ms": 9,
            "frame": n,
            "of": 9,
        }
        shown = {**frames[n - 1].shown, "view": frames[n - 1].view.to_json(), "ply": ply}
        room.hear(said.parse(json.dumps(frame | shown)))

    async with room.racing() as (app, pilot):
        room.session.board = None
        show(1, 0)
        await until(pilot, lambda: "! check the counts" in text_of(app))
        await pilot.press("e", "exclamation_mark")
        assert room.asked[-1:] == ["hint"]
        counts = list(laid_counts(frames[:1]))
        told = {"type": "deal_counts", "id": 7, "race": 1, "ply": 1, "counts": counts}
        room.hear(said.parse(json.dumps(told | {"stopped_counting": True})))
        counted = f"You counted 1: 1 of {counts[0]}."
        await until(pilot, lambda: counted in " ".join(text_of(app).split()))
        assert "no crown now" in text_of(app)
        show(2, 1)
        await until(pilot, lambda: "Round 2 of 9." in text_of(app))
        assert "Counted 1: 1." in text_of(app)
        view = room.rules.view(room.rules.deal(pack))
        table: dict[str, Any] = {
            "type": "table",
            "id": None,
            "race": 1,
            "ply": 1,
            "clock_ms": 30,
            "progress": 8,
        }
        table |= {"view": view.to_json(), "points": None, "over": None, "stopped_counting": True}
        room.hear(said.parse(json.dumps(table)))
        await pilot.pause()
        assert "Round 2 of 9." in text_of(app), "the table does not hide the last frame"


async def test_the_timer_can_be_hidden(tmp_path: Path) -> None:
    storage = Storage(tmp_path)
    preferences.merge(storage, [preferences.read_choice("timer=hidden", storage)])
    for known, told in ((None, True), (storage, False)):
        for size in ((80, 24), (60, 24)):
            room = MadeUpRoom("aces_up")
            async with room.racing(size, storage=known) as (app, pilot):
                await pilot.pause()
                assert ("0 left " in text_of(app)) is told
