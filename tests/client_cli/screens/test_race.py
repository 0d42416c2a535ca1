"""A room on the screen, driven by real messages through a real session."""

import json

from client_cli.exits import DONE
from client_cli.link import Line
from client_cli.screens.countdown import CountdownPage
from client_cli.screens.lobby import LobbyPage
from client_cli.screens.prompt import HINT, ONLY, Prompt
from client_cli.screens.race_page import LEAVE, RECONNECTING, SEAT_KEPT, RacePage
from client_cli.screens.results import ResultsPage
from client_cli.voice import last_words
from engine.moves import Resign
from engine.takeback import UNDO
from protocol import from_server as said
from protocol.rooms import Settings, SettingsChanged, StoodAside, Watchers
from protocol.talk import Said
from tests.client_cli.screens.made_up import MadeUpRoom
from tests.client_cli.screens.pilots import (
    check_golden,
    shows,
    table_page,
    text_of,
    until,
)


async def test_lobby_ready_start_and_leave() -> None:
    room = MadeUpRoom("aces_up")
    async with room.sitting(invitation="wss://example.org/j/KQ74TX") as (app, pilot):
        await pilot.press("space")
        await until(pilot, lambda: room.asked == ["ready"])
        room.event(said.Joined, seat=2, name="Cleo")
        room.event(said.Presence, seat=1, here=False)
        await pilot.pause()
        check_golden("lobby-80x24", text_of(app))
        await pilot.press("space", "g", "q")
        await until(pilot, lambda: room.asked == ["ready", "unready", "start", "leave"])


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
        app.line_is(Line.DOWN)
        await pilot.pause()
        assert RECONNECTING in text_of(app)
        app.line_is(Line.UP)
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
        await pilot.press("m")
        await until(pilot, lambda: shows(app, LobbyPage))
        assert room.asked == ["rematch"]


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
        assert "with undo" in text_of(app)


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


async def test_the_lobby_keeps_the_room_and_talks() -> None:
    room = MadeUpRoom("aces_up")
    async with room.sitting() as (app, pilot):
        await pilot.press("l", "a")
        await until(pilot, lambda: room.asked == ["change_settings", "stand_aside"])
        room.event(SettingsChanged, settings=Settings(locked=True))
        room.event(StoodAside, seat=0, aside=True)
        await pilot.pause()
        assert "The room is locked." in text_of(app)
        assert "l unlock" in text_of(app)
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
        await until(pilot, lambda: isinstance(app.screen, Prompt))
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
    assert last_words() == [f"{SEAT_KEPT} Your clock runs on."]
    assert room.asked == [], "the seat is not given up"


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
    assert last_words() == [SEAT_KEPT]
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
        assert table_page(pilot).tally.told() == "Counted 1: 1."
        assert "Bob: Thank you." not in text_of(app)
