"""The registry of pages. A page opens another by its entry in this module, without importing its
module.

A page's module is imported when the page is first opened. If all were imported at once, the program
would start more slowly.
"""

from collections.abc import Callable, Collection
from importlib import import_module
from typing import TYPE_CHECKING, Any, Generic, ParamSpec, cast

if TYPE_CHECKING:
    from textual.app import App

    from client_cli.net.room_protocol import RoomProtocol
    from client_cli.screens.page import Page
    from client_cli.solo.game import SoloGame
    from client_cli.solo.ghost import RecordedGhost
    from client_cli.tournament.state import KnownTournament
    from protocol.leaderboards import Measure
    from protocol.rooms.computer_players import ComputerPlayer
    from protocol.tournaments.live import Tournament

P = ParamSpec("P")


class PageAt(Generic[P]):
    """A reference to a page class, which is imported when it is first used. `module` is the name of
    its module in `pages/`, and `name` the name of the class. `P` are the parameters of the page's
    constructor."""

    def __init__(self, module: str, name: str) -> None:
        self.module, self.name = module, name

    def load(self) -> "type[Page]":
        """Import the class of the page and return it."""
        found = import_module(f"client_cli.screens.pages.{self.module}")
        return cast("type[Page]", getattr(found, self.name))

    def __call__(self, *args: P.args, **kwargs: P.kwargs) -> "Page":
        """Import the page class if needed, and return a new page made with these arguments."""
        return cast("Callable[P, Page]", self.load())(*args, **kwargs)

    def open(self, app: "App[Any]", *args: P.args, **kwargs: P.kwargs) -> None:
        """Create a page with these arguments and show it over the present page."""
        app.push_screen(self(*args, **kwargs))


# Pages opened from the home page.
UNFINISHED: "PageAt[[]]" = PageAt("saved_games", "SavedGamesPage")
PLAY: "PageAt[[]]" = PageAt("games", "SoloGamesPage")
HOST: "PageAt[...]" = PageAt("rooms.race_entry", "HostPage")
JOIN: "PageAt[...]" = PageAt("rooms.race_entry", "JoinPage")
WATCH: "PageAt[...]" = PageAt("rooms.race_entry", "WatchPage")
DAILY: "PageAt[[]]" = PageAt("daily", "DailyPage")
CROWNS: "PageAt[[]]" = PageAt("crowns.crowns", "CrownsPage")
LEISURE_RACES: "PageAt[[]]" = PageAt("leisure_races", "LeisureRacesPage")
TOURNAMENTS: "PageAt[[]]" = PageAt("tournaments.tournament_list", "TournamentsPage")
BOARDS: "PageAt[[]]" = PageAt("games", "BoardsPage")
CALLS: "PageAt[[]]" = PageAt("calls.calls", "CallsPage")
HISTORY: "PageAt[[]]" = PageAt("history", "HistoryPage")
STATS: "PageAt[[]]" = PageAt("stats", "StatsPage")
FRIENDS: "PageAt[[]]" = PageAt("account.friends", "FriendsPage")
ACCOUNT: "PageAt[[]]" = PageAt("account.account", "AccountPage")
KEYMAP: "PageAt[[]]" = PageAt("account.keymap", "KeymapPage")
OPTIONS: "PageAt[[]]" = PageAt("account.options", "OptionsPage")
RULES: "PageAt[[]]" = PageAt("games", "RulesPage")
PRACTISE: "PageAt[[]]" = PageAt("practice_table", "PractisePage")

# Pages opened from other pages.
BOARD: "PageAt[[str]]" = PageAt("leaderboards", "BoardPage")
BRANCHES: "PageAt[[SoloGame, Callable[[int], None]]]" = PageAt("branches", "BranchesPage")
LIVE_BOARDS: "PageAt[[str, Measure]]" = PageAt("live_boards", "LiveBoardsPage")
RIVALS: "PageAt[[]]" = PageAt("rivals", "RivalsPage")
RING: "PageAt[...]" = PageAt("calls.call_composer", "CallComposerPage")
HONOURS: "PageAt[[]]" = PageAt("crowns.honours", "HonoursPage")
CROWN_RACES: "PageAt[[]]" = PageAt("crowns.crown_race", "CrownRaceEntryPage")
TOURNAMENT: "PageAt[[str]]" = PageAt("tournaments.tournament_page", "TournamentPage")
SHEET: "PageAt[[Tournament]]" = PageAt("tournaments.tournament_sheet", "SheetPage")
TABLES: "PageAt[[Callable[[], KnownTournament | None]]]" = PageAt(
    "tournaments.tournament_tables", "TournamentTablesPage"
)
WALL: "PageAt[[str]]" = PageAt("tournaments.tournament_wall", "WallPage")
COMPARE: "PageAt[...]" = PageAt("compare", "ComparePage")
SOLO: "PageAt[...]" = PageAt("solo", "SoloPage")
TABLE_REPLAY: "PageAt[...]" = PageAt("table_replay", "TableReplayPage")
GHOST: "PageAt[[SoloGame, RecordedGhost]]" = PageAt("ghost", "GhostPage")
CHALLENGE: "PageAt[[Collection[str], Callable[[str], None]]]" = PageAt(
    "rooms.challenge", "ChallengePage"
)
SEAT_BOT: "PageAt[[Callable[[ComputerPlayer], None]]]" = PageAt("bot_choices", "SeatBotPage")

# Pages of a room; each takes the room it shows.
LOBBY: "PageAt[[RoomProtocol]]" = PageAt("rooms.lobby", "LobbyPage")
COUNTDOWN: "PageAt[[RoomProtocol]]" = PageAt("rooms.countdown", "CountdownPage")
RACE: "PageAt[[RoomProtocol]]" = PageAt("rooms.race", "RacePage")
BREAK: "PageAt[[RoomProtocol]]" = PageAt("rooms.break_page", "BreakPage")
SPECTATE: "PageAt[[RoomProtocol]]" = PageAt("rooms.spectate", "SpectatePage")
RESULTS: "PageAt[[RoomProtocol]]" = PageAt("rooms.results", "ResultsPage")
COMMON_TABLE: "PageAt[[RoomProtocol]]" = PageAt("rooms.common_table", "CommonTablePage")
OF_ROOM = (LOBBY, COUNTDOWN, RACE, BREAK, SPECTATE, RESULTS, COMMON_TABLE)
