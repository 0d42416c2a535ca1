"""The page of statistics: figures and small charts about the games that the player has played."""

from collections import Counter
from datetime import UTC, datetime
from textwrap import wrap

from client_cli.features.history import (
    GameStatistics,
    counted,
    own,
    races_words,
    tallies,
    tally_line,
)
from client_cli.features.rivals import daily_lines, streaks
from client_cli.local.record_store import Kept, all_kept
from client_cli.messages.table_text import flowed
from client_cli.screens.page import PAGE_FRAME, WIDEST_PAGE, ReadingPage
from client_cli.screens.pages.server_page import ServerPage
from client_cli.screens.widgets.list_page import ListRow
from client_cli.solo.saved_games import left_sentences
from client_cli.terminal import charts
from protocol.rivals import DailyStreaks, Streaks
from protocol.texts import _, ngettext

NOTHING = _("You have finished no game yet.")
WEEK_MS = 7 * 24 * 3600 * 1000
MOST_WEEKS = 52
HEIGHT = 6
PARTS = 8
"""The number of intervals into which results are divided for a chart."""
MARGIN = 8


class StatsPage(ServerPage):
    """The list of games that the player has played, each with a chart of its results; Enter shows
    details. Above the list stand the account's streaks (the days in a row on which it played a
    daily deal), once the server has answered, unless the player hides streaks."""

    heading = _("Statistics")

    def __init__(self) -> None:
        super().__init__()
        self._games: list[Kept] = []
        self._tallies: list[GameStatistics] = []
        self._left: list[str] = []
        self._daily: DailyStreaks | None = None

    def on_mount(self) -> None:
        self._read()
        super().on_mount()
        if self._shows_streaks() and self.account() is not None:
            self.request_quietly(lambda client: streaks(client, None), self._take)

    def _take(self, found: Streaks) -> None:
        self._daily = found.daily
        self.redraw()

    def _shows_streaks(self) -> bool:
        return self.patience.choice("streaks") == "shown"

    def on_screen_resume(self) -> None:
        self._read()
        super().on_screen_resume()

    def _read(self) -> None:
        storage = self.patience.storage
        self._games = counted(all_kept(storage)) if storage is not None else []
        self._tallies = tallies(self._games)
        left = left_sentences(storage) if storage is not None else []
        self._left = [*left, ""] if left else []

    # The list. ------------------------------------------------------------------------------

    def above(self) -> list[str]:
        return [*self._of_all_games(), *self._left, *self._daily_streaks()]

    def _daily_streaks(self) -> list[str]:
        """Return the lines about the account's streaks (days in a row with a daily deal), and an
        empty line after them. Return no lines if the streaks are hidden or not yet known."""
        if not self._shows_streaks() or self._daily is None:
            return []
        room = self.app.size.width - MARGIN
        lines = [line for told in daily_lines(self._daily) for line in wrap(told, room)]
        return [*lines, ""]

    def _of_all_games(self) -> list[str]:
        if not self._games:
            return ["", NOTHING]
        weeks = self._weeks()
        room = self.app.size.width - 2 * MARGIN
        chart = charts.spark(weeks, max(weeks), room, not self.look.ascii)
        outs = sum(tally.out for tally in self._tallies)
        games = ngettext(
            "{n} game, {out} solved", "{n} games, {out} solved", len(self._games), out=outs
        )
        races, won, shared = (
            sum(counts)
            for counts in zip(*((t.races, t.won, t.shared) for t in self._tallies), strict=True)
        )
        games += f", {races_words(races, won, shared)}" if races else ""
        return [_("{games}. Games a week:", games=games), f"|{chart}|", ""]

    def _weeks(self) -> list[int]:
        """Return how many games the player has played in each week, oldest week first, for at most
        MOST_WEEKS weeks up to the present one."""
        storage = self.patience.storage
        now = storage.now_ms() if storage is not None else 0
        ago = Counter(max(0, now - kept.at) // WEEK_MS for kept in self._games)
        return [ago[week] for week in range(min(max(ago), MOST_WEEKS), -1, -1)]

    def rows(self) -> list[ListRow]:
        return [self._row_of(tally) for tally in self._tallies]

    def _row_of(self, tally: GameStatistics) -> ListRow:
        streak = _(
            "streak {streak} (longest {longest})", streak=tally.streak, longest=tally.longest
        )
        told = tally_line(tally).removeprefix(f"{tally.title}: ").partition(f", {streak}")[0]
        room = self.app.size.width - MARGIN
        chart = charts.spark(
            self._results_in_order(tally), self._chart_top(tally), room, not self.look.ascii
        )
        return ListRow(f"{tally.title}:", told, f"|{chart}|")

    def _results_in_order(self, tally: GameStatistics) -> list[int]:
        """Return the result of each time that the player has played the game of `tally`, oldest
        first, for a chart. The results are points in a game that is played for points, otherwise
        the best progress."""
        found = [own(kept) for kept in self._games if kept.record.game.identity == tally.game]
        standings = [placed.standing for placed in found if placed is not None]
        by_points = tally.best_points is not None
        return [(s.points or 0) if by_points else s.best for s in standings]

    def _chart_top(self, tally: GameStatistics) -> int:
        """Return the result that fills the whole height of a chart of a game: the goal of the game
        or, in a game played for points, the most points that the player has made."""
        return tally.goal if tally.best_points is None else max([1, *self._results_in_order(tally)])

    def key_pairs(self) -> list[tuple[str, str]]:
        return [*([(_("Enter"), _("more of it"))] if self._tallies else []), ("q", _("back"))]

    def command(self, char: str) -> bool:
        if char == "q":
            self.back()
        return char == "q"

    # Details of a game. ---------------------------------------------------------------------

    def choose(self) -> None:
        tally = self._tallies[self.at]
        width = min(self.app.size.width, WIDEST_PAGE) - PAGE_FRAME
        self.app.push_screen(ReadingPage(f" {tally.title} ", "\n".join(self._more(tally, width))))

    def _more(self, tally: GameStatistics, width: int) -> list[str]:
        symbols, course, top = (
            not self.look.ascii,
            self._results_in_order(tally),
            self._chart_top(tally),
        )
        drawn = charts.columns(course, top, width - MARGIN, HEIGHT, symbols)
        shown = min(len(course), width - MARGIN)
        labels = {0: str(top), HEIGHT - 1: "0"}
        latest = ngettext("The last {n} game:", "The last {n} games:", shown)
        told = tally_line(tally, streaks=self._shows_streaks())
        lines = [flowed(told, width), "", latest, ""]
        lines += [f"{labels.get(i, ''):>5} |{line}" for i, line in enumerate(drawn)]
        lines += ["", *self._distribution(tally, course, top, width)]
        lines += ["", _("When they were played:"), ""]
        return [*lines, *charts.bars(self._hours(tally), width - 4, self.look.glyphs.bar)]

    def _distribution(
        self, tally: GameStatistics, course: list[int], top: int, width: int
    ) -> list[str]:
        """Return the lines of a bar chart that counts results. The range of points or progress is
        divided into intervals, and a bar shows how many of the results `course` lie in each. `top`
        is the best result; points may be below 0."""
        if tally.best_points is not None:
            lowest = min(0, *course)
            step = (top - lowest) // PARTS + 1
            parts = Counter(value // step for value in course)
            made = [
                (_from_to(part * step, (part + 1) * step - 1), parts[part])
                for part in range(lowest // step, top // step + 1)
            ]
            bars = charts.bars(made, width - 4, self.look.glyphs.bar)
            return [_("How many points they made:"), "", *bars]
        step = max(1, -(-tally.goal // PARTS))
        parts = Counter(value // step for value in course if value < tally.goal)
        reach = [
            (_from_to(part * step, min(tally.goal, (part + 1) * step) - 1), parts[part])
            for part in range(-(-tally.goal // step))
        ]
        complete = _("{goal}, all", goal=f"{tally.goal:>3}")
        reach.append((complete, sum(value >= tally.goal for value in course)))
        bars = charts.bars(reach, width - 4, self.look.glyphs.bar)
        return [_("How far they came:"), "", *bars]

    def _hours(self, tally: GameStatistics) -> list[tuple[str, int]]:
        """Return the parts of the day with the number of games played in each, as (name,
        number)."""
        names = (_("night"), _("morning"), _("afternoon"), _("evening"))
        games = [kept for kept in self._games if kept.record.game.identity == tally.game]
        hours = Counter(_hour(kept) // 6 for kept in games)
        return [(name, hours[part]) for part, name in enumerate(names)]


def _from_to(first: int, last: int) -> str:
    """Return the interval from `first` to `last` as text for a chart, with both numbers
    right-aligned."""
    return _("{first} to {last}", first=f"{first:>3}", last=f"{last:>3}")


def _hour(kept: Kept) -> int:
    """Return the hour, in local time, at which the game of a record was played."""
    return datetime.fromtimestamp(kept.at / 1000, UTC).astimezone().hour
