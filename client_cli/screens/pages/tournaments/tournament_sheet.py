"""The page of the result tables of a tournament: the standings with the points of each deal, the
teams, and each round. The player can save a table as CSV."""

from functools import partial
from pathlib import Path

from client_cli.exit_codes import Failure
from client_cli.net.one_shot_client import OneShotClient
from client_cli.screens.pages.server_page import ServerPage
from client_cli.screens.widgets.form import Filled, Form, FormField
from client_cli.screens.widgets.list_page import MARGIN, ListRow
from client_cli.tournament import export, requests
from client_cli.tournament import state as known_as
from client_cli.tournament.export import TableSheet
from protocol.texts import _
from protocol.tournaments.live import Tournament

GAP = 2
"""Cells between two columns."""


class SheetPage(ServerPage):
    """The result tables of a tournament, one at a time. The keys `n` and `b` show the next and the
    previous table; left and right scroll its columns."""

    def __init__(self, tournament: Tournament) -> None:
        super().__init__()
        self._tournament = tournament
        self.heading = known_as.title(tournament)
        self._pages: list[int | None] = [0, None] if known_as.has_teams(tournament) else [0]
        self._pages += [
            each.number
            for each in tournament.rounds
            if each.state in ("table", "closed", "voided")
            or (known_as.own_pace(tournament) and tournament.status == "finished")
        ]
        """The tables to show: 0 for the standings, None for the teams, and the numbers of
        rounds."""
        self._page = 0
        self._shift = 0
        self.sheet: TableSheet | None = None

    def on_mount(self) -> None:
        super().on_mount()
        self._ask()

    def _ask(self) -> None:
        self.sheet, self.at, self._shift = None, 0, 0
        work = partial(_fetch, tournament=self._tournament, page=self._pages[self._page])
        self.ask(work, self.take)

    def take(self, sheet: TableSheet) -> None:
        """Show a result table that has arrived from the server."""
        self.sheet = sheet
        self.redraw()

    # The list. ------------------------------------------------------------------------------

    def above(self) -> list[str]:
        if self.sheet is None:
            return [""]
        return [self.sheet.title, "", f"  {self._cells(self.sheet.head)}"]

    def rows(self) -> list[ListRow]:
        if self.sheet is None:
            return []
        return [ListRow(self._cells(row)) for row in self.sheet.rows]

    def columns(self) -> list[int]:
        """Return the indices of the visible columns of the table: first the columns that never
        scroll, then as many of the other columns as fit, from the scroll position on."""
        if self.sheet is None:
            return []
        widths, room = self.sheet.widths(), self.app.size.width - MARGIN - 1
        shown = list(range(self.sheet.fixed))
        used = sum(widths[i] + GAP for i in shown)
        for i in range(self.sheet.fixed + self._shift, len(widths)):
            used += widths[i]
            if used > room and len(shown) > self.sheet.fixed:
                break
            shown.append(i)
            used += GAP
        return shown

    def _cells(self, row: tuple[str, ...]) -> str:
        if self.sheet is None:
            return ""
        cells = self.sheet.cells(row)
        return (" " * GAP).join(cells[i] for i in self.columns()).rstrip()

    def key_pairs(self) -> list[tuple[str, str]]:
        pairs = [("n", _("next")), ("b", _("before"))] if len(self._pages) > 1 else []
        if self.sheet is not None and len(self.columns()) < len(self.sheet.head):
            pairs.append((_("left right"), _("columns")))
        return [*pairs, ("w", _("write a file")), ("q", _("back"))]

    def choose(self) -> None:
        """Show the whole selected row on the status line, also the columns that are not visible."""
        if self.sheet is not None and self.at < len(self.sheet.rows):
            both = zip(self.sheet.head, self.sheet.rows[self.at], strict=True)
            self.tell(", ".join(f"{head} {cell}" for head, cell in both if cell))

    def typed(self, key: str, char: str) -> bool:
        if key in ("left", "right") and self.sheet is not None:
            last = len(self.sheet.head) - self.sheet.fixed - 1
            step = 1 if key == "right" and self.columns()[-1] < len(self.sheet.head) - 1 else 0
            self._shift = min(max(0, self._shift + (step if key == "right" else -1)), max(0, last))
            self.redraw()
            return True
        return super().typed(key, char)

    def command(self, char: str) -> bool:
        if char == "q":
            self.back()
        elif char in ("n", "b"):
            step = 1 if char == "n" else -1
            self._page = (self._page + step) % len(self._pages)
            self._ask()
        elif char == "w" and self.sheet is not None:
            name = f"{known_as.title(self._tournament).lower().replace(' ', '-')}.csv"
            form = Form(_("Write a file"), [FormField(_("Into the file"), name)], _checked)
            self.app.push_screen(form, self._write)
        else:
            return False
        return True

    def _write(self, form: Filled | None) -> None:
        if form is None or self.sheet is None:
            return
        try:
            Path(form.texts[0]).write_text(self.sheet.csv(), encoding="utf-8", newline="")
        except OSError as error:
            self.tell(
                _("Cannot write {path}: {reason}.", path=form.texts[0], reason=error.strerror)
            )
        else:
            self.tell(_("Written to {path}.", path=form.texts[0]))


def _checked(texts: list[str]) -> None:
    """Raise Failure if the file name in the form for saving a table is empty."""
    if not texts[0]:
        raise Failure.usage(_("Type the name of the file."))


async def _fetch(client: OneShotClient, tournament: Tournament, page: int | None) -> TableSheet:
    await requests.introduce(client)
    if page:
        return export.deal(tournament, await requests.round_of(client, tournament.code, page))
    table = await requests.table(client, tournament.code)
    if page is None:
        return export.teams(tournament, table)
    return export.standings(tournament, table)
