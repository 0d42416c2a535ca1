"""The page of rivals: the player's results against each person raced before. Also streaks, which
are games won in a row, or days in a row on which a daily deal was played."""

from client_cli.features import rivals, together
from client_cli.net.one_shot_client import OneShotClient
from client_cli.screens.page import ReadingPage
from client_cli.screens.pages.paged_list import MOST, PagedListPage
from client_cli.screens.pages.server_page import ServerPage
from client_cli.screens.widgets.form import Filled, Form, FormField
from client_cli.screens.widgets.list_page import ListRow
from client_cli.text_mode.server_command import checked_name
from protocol.names import LONGEST_NAME
from protocol.rivals import Rival, Rivals, Streaks, Together, Versus
from protocol.texts import _

WIDE = 70
"""Screen width in cells from which on a row takes one line instead of two."""
NEEDS_ACCOUNT = _(
    "Rivals know each other by their accounts: claim your name under 'Your name' first."
)


class RivalsPage(PagedListPage[Rivals]):
    """The list of rivals of the player's account: the people who have raced against the player.
    Enter shows the results against the selected rival, race by race."""

    heading = _("Rivals")

    async def _listen(self, client: OneShotClient) -> Rivals:
        return await rivals.rivals(client, self._offset, MOST)

    def _take(self, page: Rivals) -> None:
        self._page, self.at = page, 0
        self.redraw()

    @property
    def _rivals(self) -> list[Rival]:
        return [] if self._page is None else self._page.rivals

    # The list. ------------------------------------------------------------------------------

    def above(self) -> list[str]:
        if not self._known:
            return ["", NEEDS_ACCOUNT]
        if self._page is None or self._rivals:
            return [_("Won and lost against each, and how the latest went."), ""]
        return ["", rivals.NO_RIVALS]

    def rows(self) -> list[ListRow]:
        return [self._row_of(rival) for rival in self._rivals]

    def _row_of(self, rival: Rival) -> ListRow:
        name, told = rivals.name(rival), rivals.rival_words(rival)
        if self.app.size.width < WIDE:
            return ListRow(name, "", told)
        return ListRow(f"{name:<{LONGEST_NAME}}", told)

    def key_pairs(self) -> list[tuple[str, str]]:
        pairs = [(_("Enter"), _("game by game"))] if self._rivals else []
        if self._known:
            pairs += [("s", _("streaks")), ("o", _("somebody else")), ("w", _("with several"))]
        return [*pairs, *self._turns(), ("q", _("back"))]

    def choose(self) -> None:
        name = self._rivals[self.at].name
        if name is None:
            self.tell(f"{rivals.rival_line(self._rivals[self.at])}.")
        else:
            open_versus(self, name)

    def command(self, char: str) -> bool:
        match char:
            case "q":
                self.back()
            case "s" if self._known:
                open_streaks(self, self._rivals[self.at].name if self._rivals else None)
            case "o" if self._known:
                form = Form(_("Against whom?"), [FormField(_("Their name"))], _check)
                self.app.push_screen(form, self._named)
            case "w" if self._known:
                field = FormField(_("Their names, with commas"))
                self.app.push_screen(Form(_("With whom?"), [field], _check_all), self._with)
            case _:
                return self._turn(char)
        return True

    def _with(self, form: Filled | None) -> None:
        if form is not None:
            open_together(self, _names(form.texts[0]))

    def _named(self, form: Filled | None) -> None:
        if form is not None:
            open_versus(self, checked_name(form.texts[0]))


def open_versus(page: ServerPage, name: str) -> None:
    """Fetch the player's results against the account `name` from the server, and show them in a
    dialog over the page."""

    def then(book: Versus) -> None:
        lines = rivals.versus_lines(book, mine=True)
        title = _("{one} and {other}", one=book.one, other=book.other)
        page.app.push_screen(ReadingPage(f" {title} ", "\n".join(lines)))

    page.ask(lambda client: rivals.versus(client, None, name), then)


def open_together(page: ServerPage, names: tuple[str, ...]) -> None:
    """Fetch what the player and the accounts `names` have raced together, and show it in a dialog
    over the page."""

    def then(found: Together) -> None:
        lines = together.together_lines(found)
        page.app.push_screen(ReadingPage(f" {_('Races together')} ", "\n".join(lines)))

    page.ask(lambda client: together.together(client, together.People(names)), then)


def open_streaks(page: ServerPage, name: str | None) -> None:
    """Fetch the streaks of the account `name` from the server, and show them in a dialog over the
    page: games won in a row, and days in a row with a daily deal. If `name` is None, show the
    player's own streaks."""

    def then(found: Streaks) -> None:
        title = _("{name}, games solved in a row", name=found.name)
        page.app.push_screen(ReadingPage(f" {title} ", "\n".join(rivals.streak_lines(found))))

    page.ask(lambda client: rivals.streaks(client, name), then)


def _names(text: str) -> tuple[str, ...]:
    return tuple(checked_name(name) for name in text.split(","))


def _check_all(texts: list[str]) -> None:
    _names(texts[0])


def _check(texts: list[str]) -> None:
    checked_name(texts[0])
