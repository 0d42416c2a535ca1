"""The page of the leaderboards of a game: accounts ordered by a measure, such as the fastest win,
over a period. The server sends updates while the page is open."""

from typing import NamedTuple

from client_cli.exit_codes import Failure
from client_cli.features import leaderboards
from client_cli.features.leaderboards import BoardSelection
from client_cli.screens import registry
from client_cli.screens.page import begin
from client_cli.screens.pages.server_page import ASKING, ServerPage
from client_cli.screens.widgets.list_page import ListRow
from engine.solver.difficulty_classes import Difficulty
from engine.solver.winnable_deals import has_winnable_deals, offered_difficulties
from protocol.leaderboards import Board, BoardPlace, Measure, Part, Side
from protocol.names import LONGEST_NAME
from protocol.texts import _

MOST = 100
"""Rows of a leaderboard requested at a time."""
NEW_MS = 5_000
"""Milliseconds for which a row with a new result is marked."""
WIDE = 70
"""Screen width in cells from which on a row takes one line instead of two."""
PARTS: tuple[Part, ...] = ("all", "around_me", "friends")
PARTS_TOLD: dict[Part, str] = {
    "all": _("everybody"),
    "around_me": _("around you"),
    "friends": _("you and your friends"),
}
NEEDS_ACCOUNT = _("Who you are, and who your friends are, an account says: see 'Your name'.")


class Ranked(NamedTuple):
    """What a leaderboard ranks accounts by: `measure` in one game or, with `overall`, the rating
    over all games together."""

    measure: Measure
    overall: bool = False


class Deals(NamedTuple):
    """Of which deals a leaderboard is: with `winnable`, of those that the solver has won, and of
    the class `difficulty` unless that is None."""

    difficulty: Difficulty | None = None
    winnable: bool = True


ANY_DEALS = Deals(winnable=False)
RANKED = (*(Ranked(measure) for measure in leaderboards.MEASURES), Ranked("rating", overall=True))


class BoardPage(ServerPage):
    """One leaderboard of a game at a time. Keys select another measure or period. The server sends
    updates while the page is open."""

    heading = _("Leaderboards")

    def __init__(self, slug: str) -> None:
        super().__init__()
        self._slug = slug
        self._ranked = RANKED.index(Ranked("best"))
        self._period = leaderboards.KINDS.index("all")
        self._part: Part = "all"
        self._side: Side = "people"
        self._offset = 0
        self._deals = [ANY_DEALS]
        if has_winnable_deals(slug):
            self._deals += [Deals(), *map(Deals, offered_difficulties(slug))]
        self._deal = 0
        self.board: Board | None = None
        self._new: dict[BoardPlace, int] = {}
        """The rows with new results, and for each row the time of the app's clock until which it is
        marked."""

    def on_mount(self) -> None:
        super().on_mount()
        self._follow()

    # Live updates. --------------------------------------------------------------------------

    def _wanted(self) -> BoardSelection:
        """Return what to request from the server: the leaderboard of a game, measure and period,
        and which part of its rows. Raise Failure if the player's stored options of the game are
        invalid."""
        ranked = RANKED[self._ranked]
        game = "overall" if ranked.overall else self._slug
        deals = ANY_DEALS if ranked.measure == "rating" else self._deals[self._deal]
        return leaderboards.named(game, [], self.storage, ranked.measure)._replace(
            **deals._asdict(),
            period=leaderboards.KINDS[self._period],
            side=self._side,
            part=self._part,
            offset=self._offset,
            most=MOST,
        )

    def _follow(self) -> None:
        """Subscribe to updates of the selected leaderboard, and end the subscription to the
        leaderboard shown before."""
        self.board, self.at = None, 0
        self._new.clear()

        async def run() -> None:
            try:
                address, storage = self.patience.address(), self.storage
                wanted = self._wanted()
                await leaderboards.follow(address, storage, wanted, self._take, self.line_is)
            except Failure as failure:
                self.failed(failure)

        self.tell(ASKING)
        begin(self, run, exclusive=True)

    def _take(self, board: Board) -> None:
        until = self.patience.now() + NEW_MS
        if self.board is not None:
            self._new.update(dict.fromkeys(leaderboards.fresh(self.board, board), until))
        chosen = self._chosen()
        self.board = board
        if chosen is not None:  # the selection stays with the same player
            names = [row.name for row in board.places]
            self.at = names.index(chosen.name) if chosen.name in names else self.at
        self.tell("")

    def tick(self) -> None:
        now = self.patience.now()
        if any(until <= now for until in self._new.values()):
            self._new = {row: until for row, until in self._new.items() if until > now}
            self.redraw()

    # The list. ------------------------------------------------------------------------------

    def above(self) -> list[str]:
        if self.board is None:
            return [""]
        sentences = [f"{leaderboards.title(self.board)}; {PARTS_TOLD[self._part]}.", ""]
        if not self.board.places:
            sentences.append(leaderboards.NONE[self._part if self.board.total else "all"])
        return sentences

    def rows(self) -> list[ListRow]:
        board, account = self.board, self.account()
        mine = account.name if account is not None else ""
        return [] if board is None else [self._row_of(board, row, mine) for row in board.places]

    def _row_of(self, board: Board, row: BoardPlace, mine: str) -> ListRow:
        parts = [leaderboards.result(board, row)]
        parts += [_("you")] if row.name == mine else []
        parts += [_("new")] if row in self._new else []
        words, result = f"{row.place:>4}  {leaderboards.name(row)}", ", ".join(parts)
        if self.app.size.width < WIDE:
            return ListRow(words, "", f"      {result}")
        return ListRow(f"{words:<{LONGEST_NAME + 6}}", result)

    def _chosen(self) -> BoardPlace | None:
        places = self.board.places if self.board is not None else []
        return places[self.at] if self.at < len(places) else None

    def key_pairs(self) -> list[tuple[str, str]]:
        pairs = [("m", _("what ranks")), ("p", _("period")), ("a", _("whose"))]
        pairs.append(("b", _("people") if self._side == "bots" else _("bots")))
        pairs += [("d", _("which deals"))] if self._has_deals() else []
        if self.board is not None and self._part != "around_me":
            more = self.board.offset + len(self.board.places) < self.board.total
            pairs += [("n", _("next"))] if more and self._part == "all" else []
            pairs += [("f", _("first"))] if self._offset else []
        return [*pairs, ("w", _("side by side")), ("r", _("rivals")), ("q", _("back"))]

    def _has_deals(self) -> bool:
        """Return whether there are leaderboards of other deals too. Ratings have none."""
        return len(self._deals) > 1 and RANKED[self._ranked].measure != "rating"

    def choose(self) -> None:
        row = self._chosen()
        if row is not None and self.board is not None:
            self.tell(leaderboards.row_line(self.board, row))

    def command(self, char: str) -> bool:
        match char:
            case "q":
                self.back()
            case "r":
                registry.RIVALS.open(self.app)
            case "w":
                registry.LIVE_BOARDS.open(self.app, self._slug, RANKED[self._ranked].measure)
            case _:
                return self._select(char)
        return True

    def _select(self, char: str) -> bool:
        """If the key `char` selects another measure, period, group of accounts or range of rows,
        request the leaderboard with this selection from the server. Return whether the key has an
        effect."""
        offset, self._offset = self._offset, 0
        match char:
            case "m":
                self._ranked = (self._ranked + 1) % len(RANKED)
            case "p":
                self._period = (self._period + 1) % len(leaderboards.KINDS)
            case "d" if self._has_deals():
                self._deal = (self._deal + 1) % len(self._deals)
            case "b":
                self._side = "people" if self._side == "bots" else "bots"
            case "a" if self.account() is None:
                self.tell(NEEDS_ACCOUNT)
                return True
            case "a":
                self._part = PARTS[(PARTS.index(self._part) + 1) % len(PARTS)]
            case "n" if "n" in dict(self.key_pairs()):
                self._offset = offset + MOST
            case "f" if offset:
                pass
            case _:
                self._offset = offset
                return False
        self._follow()
        return True
