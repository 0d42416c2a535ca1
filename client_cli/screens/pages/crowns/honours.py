"""The page of the roll of honour: the list of all crowns that players have won, with a certificate
for each. A player wins a crown by winning three or all of the five "great games" in a row."""

from functools import partial
from pathlib import Path

from client_cli.exit_codes import Failure
from client_cli.features import roll_of_honour
from client_cli.features.crowns import CROWNS, break_words, race_words, title
from client_cli.messages.game import clock
from client_cli.replay.certificate import drawn, write
from client_cli.screens.page import ReadingPage
from client_cli.screens.pages.server_page import ServerPage
from client_cli.screens.widgets.form import Filled, Form, FormField
from client_cli.screens.widgets.list_page import ListRow
from protocol.crowns import Honour, Roll
from protocol.names import LONGEST_NAME
from protocol.texts import _

AT_ONCE = 50
WIDE = 70
"""Screen width in cells from which on a row takes one line instead of two."""


class HonoursPage(ServerPage):
    """The list of all crowns that players have won, oldest first. Keys show the next part of the
    list and write the certificate of the selected crown."""

    heading = _("Roll of honour")

    def __init__(self) -> None:
        super().__init__()
        self.roll: Roll | None = None
        self._offset = 0

    def on_mount(self) -> None:
        super().on_mount()
        self._fetch()

    def _fetch(self) -> None:
        offset = self._offset
        self.ask(lambda client: roll_of_honour.page(client, offset, AT_ONCE), self._take)

    def _take(self, roll: Roll) -> None:
        self.roll, self.at = roll, 0
        self.redraw()

    @property
    def _honours(self) -> list[Honour]:
        return self.roll.honours if self.roll is not None else []

    # The list. ------------------------------------------------------------------------------

    def above(self) -> list[str]:
        return [_("Every crown that was won, and the one the book tells of."), ""]

    def rows(self) -> list[ListRow]:
        return [self._row_of(n, each) for n, each in enumerate(self._honours, self._offset + 1)]

    def _row_of(self, number: int, honour: Honour) -> ListRow:
        words = f"{number:>3}  {roll_of_honour.who_words(honour)}"
        took = "" if honour.took_ms is None else f", {clock(honour.took_ms)}"
        facts = f"{CROWNS[honour.crown]}, {roll_of_honour.day_words(honour.day)}{took}"
        if self.app.size.width < WIDE:
            return ListRow(words, "", f"     {facts}")
        return ListRow(f"{words:<{LONGEST_NAME + 6}}", facts)

    def key_pairs(self) -> list[tuple[str, str]]:
        pairs = [(_("Enter"), _("more of it")), ("c", _("certificate"))] if self._honours else []
        more = self.roll is not None and self._offset + len(self._honours) < self.roll.total
        pairs += [("n", _("next"))] if more else []
        pairs += [("f", _("first"))] if self._offset else []
        return [*pairs, ("q", _("back"))]

    def choose(self) -> None:
        honour = self._honours[self.at]
        self.app.push_screen(
            ReadingPage(f" {CROWNS[honour.crown]} ", "\n".join(honour_lines(honour)))
        )

    def command(self, char: str) -> bool:
        offered = {key for key, _meaning in self.key_pairs()}
        match char:
            case "q":
                self.back()
            case "c" if self._honours:
                write_certificate(self, str(self._offset + self.at + 1))
            case "n" if "n" in offered:
                self._offset += AT_ONCE
                self._fetch()
            case "f" if "f" in offered:
                self._offset = 0
                self._fetch()
            case _:
                return False
        return True


def honour_lines(honour: Honour) -> list[str]:
    """Return the lines of an entry of the roll of honour: who won the crown, when, and with which
    races."""
    lines = [f"{roll_of_honour.who_words(honour)}, {roll_of_honour.day_words(honour.day)}", ""]
    lines += [honour.text, ""] if honour.text else []
    for won in honour.games:
        race = _("race {race}", race=race_words(won))
        lines.append(f"{title(won.game):<16}  {clock(won.took_ms):>8}  {race}")
    lines += [""] if honour.games else []
    lines += [_("Break: {time}", time=break_words(each)) for each in honour.breaks]
    if honour.award is not None:
        lines.append(roll_of_honour.breaks_words(honour).capitalize() + ".")
        lines += ["", _("Each race is seen again by: patience replay CODE")]
    return lines


def write_certificate(page: ServerPage, which: str) -> None:
    """Fetch a won crown from the server, ask the player for a file name, and write the certificate
    of the crown to this file as SVG. `which` is the crown's number on the roll of honour, or `last`
    for the player's latest crown."""

    def asked(honour: Honour, form: Filled | None) -> None:
        if form is None:
            return
        path = Path(form.texts[0]).expanduser()
        try:
            write(path, drawn(honour))
        except Failure as failure:
            page.tell(str(failure))
        else:
            page.tell(_("Written to {path}.", path=path))

    def found(honour: Honour) -> None:
        field = FormField(_("Into the file"), roll_of_honour.file_name(honour))
        note = _("An SVG of one page, to be printed and hung up.")
        page.app.push_screen(
            Form(_("Certificate"), [field], lambda _texts: None, note), partial(asked, honour)
        )

    page.ask(lambda client: roll_of_honour.found(client, which), found)
