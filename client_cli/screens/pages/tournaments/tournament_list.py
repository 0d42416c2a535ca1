"""The page of tournaments on the server: the player opens one from the list or by its code, or
makes a new one."""

import time
from random import SystemRandom

from client_cli.exit_codes import Failure
from client_cli.messages import tournaments as words
from client_cli.messages.displayed_code import displayed
from client_cli.messages.race_terms import difficulty_named
from client_cli.screens import registry
from client_cli.screens.pages.server_page import ServerPage
from client_cli.screens.widgets.form import Filled, Form, FormField
from client_cli.screens.widgets.list_page import ListRow
from client_cli.tournament import requests
from client_cli.tournament.definition_file import plan_of, with_winnable_deals
from engine.solver.difficulty_classes import Difficulty
from protocol import codes
from protocol.texts import _
from protocol.tournaments.live import Tournament
from protocol.tournaments.plan import TournamentPlan
from protocol.tournaments.tables import TournamentEntry, Tournaments

NEEDS_ACCOUNT = _("Who organises has an account: claim your name under 'Your name' first.")
CODE = FormField(_("The code, such as KQ7-4TX, or the link"))
NOT_WINNABLE = ("no", "")
"""The texts of the field for winnable deals with which any deals are dealt."""
WITHOUT_CLASS = (*NOT_WINNABLE, "yes")
WIDE = 70
"""Screen width in cells from which on a row takes one line instead of two."""
TITLE = 24


class TournamentsPage(ServerPage):
    """The list of tournaments that are open, running or recently finished."""

    heading = _("Tournaments")

    def __init__(self) -> None:
        super().__init__()
        self.found: list[TournamentEntry] | None = None

    def on_screen_resume(self) -> None:
        super().on_screen_resume()
        if not self.waits:
            self.ask(requests.all_of, self.take)

    def take(self, told: Tournaments) -> None:
        """Show the list of tournaments that has arrived from the server."""
        self.found = told.tournaments
        self.redraw()

    def above(self) -> list[str]:
        told = [_("Several deals, the same for all, and one table."), ""]
        if self.found == []:
            told += [_("There is none just now: n makes one."), ""]
        return told

    def rows(self) -> list[ListRow]:
        return [self._row_of(entry) for entry in self.found or []]

    def _row_of(self, entry: TournamentEntry) -> ListRow:
        code, told = displayed(entry.code), words.entry_words(entry)
        if self.app.size.width < WIDE:
            return ListRow(f"{code} {entry.title}", "", told)
        return ListRow(f"{code}  {entry.title[:TITLE]:<{TITLE}}", "", f"         {told}")

    def key_pairs(self) -> list[tuple[str, str]]:
        pairs = [(_("Enter"), _("open it"))] if self.found else []
        return [
            *pairs,
            ("c", _("by its code")),
            ("n", _("a new one")),
            ("r", _("look again")),
            ("q", _("back")),
        ]

    def choose(self) -> None:
        if self.found and self.at < len(self.found):
            self._open(self.found[self.at].code)

    def command(self, char: str) -> bool:
        match char:
            case "q":
                self.back()
            case "r":
                self.ask(requests.all_of, self.take)
            case "c":
                code = CODE._replace(value=self._last_draft())
                form = Form(_("A tournament"), [code], lambda t: requests.code_of(t[0]))
                self.app.push_screen(form, self._by_code)
            case "n" if self.account() is None:
                self.tell(NEEDS_ACCOUNT)
            case "n":
                note = _(
                    "surprise:5 is five games by chance; a file says all of it in your own words."
                )
                form = Form(_("A new tournament"), NEW, _plan, note)
                self.app.push_screen(form, self._make)
            case _:
                return False
        return True

    def _last_draft(self) -> str:
        """Return the code of the last tournament that was drafted on this computer; empty if there
        is none. The server's list does not contain drafts."""
        code = requests.last_draft(self.storage, self.patience.address())
        return "" if code is None else codes.spoken(code)

    def _open(self, code: str) -> None:
        registry.TOURNAMENT.open(self.app, code)

    def _by_code(self, form: Filled | None) -> None:
        if form is not None:
            self._open(requests.code_of(form.texts[0]))

    def _make(self, form: Filled | None) -> None:
        if form is not None:
            try:
                plan = _plan(form.texts)
            except Failure as failure:
                self.tell(str(failure))
                return
            self.change(lambda client: requests.draft(client, plan), self._made)

    def _made(self, tournament: Tournament) -> None:
        self._open(tournament.code)


def _title(text: str) -> str:
    if not text:
        raise Failure.usage(_("Type the title of the tournament."))
    return text


def _rounds(text: str, title: str = "") -> TournamentPlan:
    now = time.time_ns() // 1_000_000
    return plan_of(text, title or _("Friday"), SystemRandom().randrange(2**32), now)


def _difficulty(text: str) -> Difficulty | None:
    """Return the class of difficulty that the text names; None for a text that names none, such as
    *yes* for winnable deals of any difficulty."""
    return None if text in WITHOUT_CLASS else difficulty_named(text)


def _plan(texts: list[str]) -> TournamentPlan:
    """Return the plan of a new tournament from the texts of the form. If the player wants winnable
    deals, its rounds ask for them where their games have such deals. Raise Failure if that does not
    make a valid plan."""
    title, rounds, winnable = texts
    plan = _rounds(rounds, _title(title))
    return plan if winnable in NOT_WINNABLE else with_winnable_deals(plan, _difficulty(winnable))


NEW = (
    FormField(_("What it is called"), _("Friday"), check=_title),
    FormField(_("Its file, or surprise:5"), "surprise:5", check=_rounds),
    FormField(_("Winnable deals: no, yes, very-easy to very-hard"), "no", check=_difficulty),
)
