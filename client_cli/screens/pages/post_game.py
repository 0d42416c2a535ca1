"""The actions on the record of a finished game that several pages offer: replay, compare, share,
verify, and race its ghost. A ghost is the game of one contestant of the record, against which the
player races alone."""

from collections.abc import Callable, Mapping, Sequence

from rich.text import Text

from client_cli.exit_codes import Failure
from client_cli.features.history import NOBODY_RACED, places, spoken_race
from client_cli.local.record_store import Kept, KeptRecord, KeptRound
from client_cli.local.storage import SavedCommitments
from client_cli.messages.analysis import analysis_lines
from client_cli.messages.game import score
from client_cli.replay.progress_chart import ProgressChart, picture
from client_cli.replay.share_text import shared
from client_cli.screens import registry
from client_cli.screens.page import NoticeBox, Page, ReadingPage
from client_cli.screens.widgets.list_page import ListPage, ListRow
from client_cli.solo.game import SoloGame
from client_cli.solo.ghost import RecordedGhost
from client_cli.text_mode.offline import check_lines, for_people, verdict
from client_cli.text_mode.record_lookup import NamedRecord
from client_cli.text_mode.solo.ghost_start import chosen_ghost
from engine.errors import EngineError
from engine.races.record import Record
from engine.races.verify import verify
from engine.solver.analysis import AnalysisDocument, read
from protocol.texts import _


def checked(document: Mapping[str, object], saved: SavedCommitments) -> ReadingPage:
    """Verify a record and return a page that lists the result of every check, as `patience verify`
    prints them. `saved` are the commitments that were stored before the race."""
    found = for_people(verify(document, *saved), document)
    lines = [*check_lines(found), "", verdict(found)]
    return ReadingPage(f" {spoken_race(str(document.get('race')))} ", "\n".join(lines))


def show_shared(page: Page, lines: Sequence[str]) -> None:
    """Show the result of a game as a text to send to others, and copy the text to the clipboard."""
    text = "\n".join(lines)
    page.app.copy_to_clipboard(text)
    copied = _("copied, where the terminal allows it; Esc closes")
    page.app.push_screen(NoticeBox(Text(f"{text}\n\n{copied}"), ""))


def show_analysis(page: Page, record: Record, analysis: AnalysisDocument) -> None:
    """Show the analysis of a record: whether the race could be won, and where each contestant lost
    it."""
    lines = [f"{line}\n" for line in analysis_lines(record, analysis)]
    page.app.push_screen(ReadingPage(f" {spoken_race(record.race)} ", "\n".join(lines)))


def open_chart(page: Page, chart: ProgressChart) -> None:
    """Show a chart of progress against time in a dialog over the page, as large as the screen
    allows."""
    size = (min(page.app.size.width, 84) - 9, page.app.size.height - 4)
    lines = picture(chart, *size, symbols=not page.look.ascii)
    title = f" {_('Progress against time')} "
    page.app.push_screen(ReadingPage(title, "\n".join(lines)))


class ContestantPage(ListPage):
    """A page to choose a contestant of a record. After the choice the page closes, and `then` is
    called with the contestant's seat number."""

    def __init__(self, kept: Kept, title: str, then: Callable[[int], None]) -> None:
        super().__init__()
        self.heading, self._game, self._then = title, kept.record.game, then
        self._places = places(kept)
        self._names = {seat.seat: seat.name for seat in kept.record.seats}

    def rows(self) -> list[ListRow]:
        return [
            ListRow(
                f"{placed.place:>2}. {self._names[placed.standing.seat]:<24}",
                score(self._game, placed.standing),
            )
            for placed in self._places
        ]

    def above(self) -> list[str]:
        return [""]

    def choose(self) -> None:
        self.app.pop_screen()
        self._then(self._places[self.at].standing.seat)


class PostGameActions:
    """The actions on the record of a finished game, for the page `page` that lists records. If an
    action is not possible, the page shows the reason."""

    def __init__(self, page: ListPage) -> None:
        self._page = page

    def replay(self, kept: Kept) -> None:
        """Replay the player's own game; the player can switch to the games of the other
        contestants. For a round of Racing Demon, which is played at one table, replay the boards of
        all contestants together."""
        if not kept.record.seats:
            self._page.tell(NOBODY_RACED)
        elif isinstance(kept, KeptRound):
            self._show(kept, [])
        else:
            seats = sorted(kept.record.seats, key=lambda seat: seat.seat != kept.seat)
            self._show(kept, [each.seat for each in seats], together=False)

    def compare(self, kept: Kept) -> None:
        """Replay the games of two contestants side by side. If the race had more than two, let the
        player choose them."""
        seats = [each.seat for each in kept.record.seats]
        if len(seats) < 2:
            self._page.tell(_("There was nobody to be compared with."))
        elif len(seats) == 2:
            self._show(kept, seats)
        else:
            self._choose(kept, _("Compare whom?"), lambda one: self._with(kept, one))

    def _with(self, kept: Kept, one: int) -> None:
        def then(other: int) -> None:
            if other == one:
                self._page.tell(_("Compare two different contestants."))
            else:
                self._show(kept, [one, other])

        name = next(each.name for each in kept.record.seats if each.seat == one)
        self._choose(kept, _("Compare {name} with whom?", name=name), then)

    def ghost(self, kept: Kept) -> None:
        """Start a race against the recorded game of a contestant (the ghost). If the record has
        several contestants, let the player choose one first."""
        if isinstance(kept, KeptRound):
            self._page.tell(_("A round at a common table has no ghost to race against."))
        elif not kept.record.seats:
            self._page.tell(NOBODY_RACED)
        elif len(kept.record.seats) == 1:
            self._race(kept, kept.record.seats[0].seat)
        else:
            self._choose(kept, _("Whose ghost?"), lambda seat: self._race(kept, seat))

    def _race(self, kept: KeptRecord, seat: int) -> None:
        name = next(each.name for each in kept.record.seats if each.seat == seat)
        try:
            ghost: RecordedGhost = chosen_ghost(NamedRecord(kept.record, kept.seat), name)
        except Failure as failure:
            self._page.tell(str(failure))
            return
        solo = SoloGame(ghost.record.game, ghost.record.deal_number or 0, ghost)
        registry.GHOST.open(self._page.app, solo, ghost)

    def share(self, kept: Kept) -> None:
        """Show the result of the game as a text to send to others, and copy the text to the
        clipboard."""
        try:
            lines = shared(kept.record)
        except EngineError as error:
            self._page.tell(_("The record cannot be played: {reason}", reason=error))
            return
        show_shared(self._page, lines)

    def verify(self, kept: Kept, saved: SavedCommitments) -> None:
        """Verify the record and show the result of every check. `saved` are the commitments that
        were stored before the race."""
        self._page.app.push_screen(checked(kept.document, saved))

    def analysis(self, kept: KeptRecord, analysis: AnalysisDocument) -> None:
        """Show the analysis of the record: whether the race could be won, and where each contestant
        lost it."""
        show_analysis(self._page, kept.record, analysis)

    def _choose(self, kept: Kept, title: str, then: Callable[[int], None]) -> None:
        self._page.app.push_screen(ContestantPage(kept, title, then))

    def _show(self, kept: Kept, seats: Sequence[int], together: bool = True) -> None:
        """Replay the games of contestants, given by their seats. A replay of a round shows
        only the boards of these contestants. If `seats` is empty, it shows all boards."""
        try:
            if isinstance(kept, KeptRound):
                sitters = {each.seat: each for each in kept.record.seats}
                page = registry.TABLE_REPLAY(kept.record, *(sitters[seat] for seat in seats))
            else:
                raced = {each.seat: each for each in kept.record.seats}
                games = [raced[seat] for seat in seats]
                known = read(kept.analysis, kept.record)
                page = registry.COMPARE(kept.record, *games, together=together, analysis=known)
        except EngineError as error:
            self._page.tell(_("The record cannot be played: {reason}", reason=error))
            return
        self._page.app.push_screen(page)
