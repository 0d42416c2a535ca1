"""Looking on: the leader's board beside the standings, and bars where boards are not shown."""

from typing import Any

from client_cli.screens.pages.rooms.race import RacePage
from client_cli.screens.pages.rooms.spectate import SpectatePage
from client_cli.solo.game import SoloGame
from engine.moves import Resign
from protocol import from_server as said
from protocol.rooms.room_settings import RaceJoined, Settings, SettingsChanged
from tests.client_cli.screens.made_up import MadeUpRoom
from tests.client_cli.screens.pilots import check_golden, shows, text_of, until


def board(room: MadeUpRoom, seat: int, moves: int = 0, delay_ms: int = 0, **other: Any) -> None:
    """What the server says of a watched board after so many deals."""
    state = SoloGame(room.rules, 5).state
    for _ in range(moves):
        state = room.rules.play(state, room.rules.legal(state).moves[-1]).state
    message = said.WatchedTable(
        id=None,
        race=1,
        seat=seat,
        ply=moves,
        clock_ms=0,
        delay_ms=delay_ms,
        view=room.rules.view(state),
        progress=room.rules.progress(state),
        points=None,
        over=None,
    )
    room.hear(message.model_copy(update=other))


async def test_a_spectator_sees_the_leaders_board_and_follows_who_leads() -> None:
    room = MadeUpRoom("aces_up", ["Ann", "Bob", "Cleo"], seat=None)
    async with room.racing() as (app, pilot):
        room.progress(1, 12)
        await pilot.pause()
        assert shows(app, SpectatePage)
        app.tick()
        assert room.asked[-1] == "watch 1"
        board(room, 1, moves=2)
        await pilot.pause()
        check_golden("watch-aces_up-80x24", text_of(app))
        room.progress(2, 20)
        await pilot.pause()
        app.tick()
        assert room.asked[-1] == "watch 2"
        board(room, 1, moves=3)  # one more of the board left behind
        await pilot.pause()
        assert "leading: Cleo" in text_of(app)
        board(room, 2, delay_ms=60_000)
        await pilot.pause()
        assert "1:00 ago" in text_of(app)
        await pilot.press("d")
        assert "Boards are seen 1:00 after they are played." in text_of(app)


async def test_who_has_done_best_of_all_is_shown_the_best_of_the_others() -> None:
    room = MadeUpRoom("aces_up", ["Ann", "Bob", "Cleo"])
    async with room.racing() as (app, pilot):
        room.progress(0, 48, "won")
        room.progress(1, 12)
        room.play(Resign())
        room.settle()
        await pilot.pause()
        await pilot.press("w")
        app.tick()
        await pilot.pause()
        assert room.asked[-1] == "watch 1"
        assert "best of the others: Bob" in text_of(app)
        assert "leading" not in text_of(app)


async def test_digits_choose_a_player_and_0_goes_back_to_the_leader() -> None:
    room = MadeUpRoom("aces_up", ["Ann", "Bob", "Cleo"], seat=None)
    async with room.racing() as (_, pilot):
        room.progress(1, 12)
        await pilot.pause()
        await pilot.press("3")
        chosen = room.asked[-1]
        assert chosen in ("watch 0", "watch 2")
        room.progress(1, 30)
        await pilot.pause()
        await pilot.press("9")  # nobody is ninth
        assert room.asked[-1] == chosen
        await pilot.press("0")
        assert room.asked[-1] == "watch 1"


async def test_bars_alone_where_boards_are_not_shown() -> None:
    room = MadeUpRoom("cribbage_patience", seat=None)
    async with room.racing() as (app, pilot):
        room.progress(0, 7)
        room.progress(1, 16, "complete")
        error = "In this room boards are seen when the race is over."
        room.hear(said.Refused(id=1, code="not_for_you", error=error))
        await pilot.pause()
        asked = list(room.asked)
        app.tick()
        await pilot.pause()
        check_golden("watch-80x24", text_of(app))
        assert room.asked == asked


async def test_nothing_is_drawn_while_there_is_nothing_to_be_seen() -> None:
    room = MadeUpRoom("kings", ["Ann", "Bob"], seat=None)
    async with room.racing() as (app, pilot):
        board(room, 0, delay_ms=5_000, view=None)
        await pilot.pause()
        assert "♠" not in text_of(app)
        await pilot.press("d")
        assert "Boards are seen 5 s after they are played." in text_of(app)


async def test_who_is_done_watches_the_others_from_the_own_table_and_comes_back() -> None:
    room = MadeUpRoom("aces_up", ["Ann", "Bob"])
    async with room.racing() as (app, pilot):
        await pilot.press("w")
        assert shows(app, RacePage)
        room.play(Resign())
        room.settle()
        await pilot.pause()
        assert "w watch them" in text_of(app)
        await pilot.press("w")
        await pilot.pause()
        assert shows(app, SpectatePage)
        app.tick()
        assert room.asked[-1] == "watch 1"
        board(room, 1, moves=1)
        await pilot.pause()
        assert "Ann" not in text_of(app).splitlines()[3]
        await pilot.press("q")
        await pilot.pause()
        assert shows(app, RacePage)


async def test_whoever_may_come_late_is_offered_a_key_for_it() -> None:
    room = MadeUpRoom("aces_up", ["Ann", "Bob", "Cleo"], seat=2)
    async with room.sitting() as (app, pilot):
        room.event(said.Countdown, race=1, starts_in_ms=5_000, racing=[0, 1])
        room.now.ms += 5_000
        room.event(said.Started, race=1)
        await pilot.pause()
        assert shows(app, SpectatePage)
        await pilot.press("j")
        assert "join the race" not in text_of(app)
        room.event(SettingsChanged, settings=Settings(late=True, boards="nobody"))
        await pilot.pause()
        app.tick()
        assert "j join the race" in text_of(app)
        await pilot.press("j")
        await until(pilot, lambda: "join_race" in room.asked)
        room.event(RaceJoined, race=1, seat=2)
        room.table()
        await pilot.pause()
        assert shows(app, RacePage)


NAMES = ["Ann", "Bob", "Cleo", "Dot"]


async def test_a_wide_screen_shows_all_boards_side_by_side() -> None:
    room = MadeUpRoom("aces_up", NAMES, seat=None)
    async with room.racing(size=(180, 50)) as (app, pilot):
        room.progress(1, 12)
        await pilot.pause()
        app.tick()
        assert room.asked[-1] == "watch 0 1 2 3"
        for seat in range(4):
            board(room, seat, moves=seat + 1, delay_ms=5_000)
        await pilot.pause()
        app.tick()
        await pilot.pause()
        check_golden("watch-four-aces_up-180x50", text_of(app))
        assert len(room.asked) == 1  # one that leads now moves nowhere
        await pilot.press("d")
        assert "Boards are seen 5 s after they are played." in text_of(app)
        # One is looked at alone, and then all again.
        await pilot.press("1")
        await pilot.pause()
        assert room.asked[-1] == "watch 1"
        assert "a all boards" in text_of(app)
        await pilot.press("a")
        await pilot.pause()
        assert room.asked[-1] == "watch 0 1 2 3"
        await pilot.press("0")
        await pilot.pause()
        assert room.asked[-1] == "watch 1"


async def test_only_as_many_boards_as_fit() -> None:
    room = MadeUpRoom("kings", [*NAMES, "Eve", "Fay"], seat=None)
    async with room.racing(size=(160, 30)) as (app, pilot):
        room.progress(4, 12)
        room.progress(5, 11)
        await pilot.pause()
        app.tick()
        seats = room.asked[-1].split()[1:]
        assert 2 <= len(seats) < 6
        assert {"4", "5"} <= set(seats)


async def test_one_board_below_the_width_and_for_a_server_that_knows_no_more() -> None:
    for size, known in (((159, 50), True), ((180, 50), False)):
        room = MadeUpRoom("aces_up", NAMES, seat=None)
        async with room.racing(size=size) as (app, pilot):
            room.progress(1, 12)
            await pilot.pause()
            if not known:
                app.tick()
                error = "There is no message of that type."
                room.hear(said.Refused(id=9, code="bad_message", error=error))
                await pilot.pause()
            app.tick()
            await pilot.pause()
            assert room.asked[-1] == "watch 1"
            assert "all boards" not in text_of(app)


async def test_the_contestant_who_is_done_sees_the_others_side_by_side() -> None:
    room = MadeUpRoom("aces_up", NAMES)
    async with room.racing(size=(180, 50)) as (app, pilot):
        room.play(Resign())
        room.settle()
        await pilot.pause()
        await pilot.press("w")
        app.tick()
        assert room.asked[-1] == "watch 1 2 3"


async def test_boards_that_may_not_be_seen_are_not_seen_side_by_side_either() -> None:
    room = MadeUpRoom("aces_up", NAMES, seat=None)
    async with room.racing(size=(180, 50)) as (app, pilot):
        room.progress(1, 12)
        await pilot.pause()
        board(room, 1, moves=3)
        error = "In this room boards are seen when the race is over."
        room.hear(said.Refused(id=9, code="not_for_you", error=error))
        await pilot.pause()
        assert error in text_of(app)
        assert "♠" not in text_of(app)
