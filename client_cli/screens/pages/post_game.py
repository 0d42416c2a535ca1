"""The actions on the record of a finished game that several pages offer: replay, compare, race its
ghost, share, verify."""

from collections.abc import Callable, Mapping, Sequence

from rich.text import Text

from client_cli.exit_codes import Failure
from client_cli.features.history import NOBODY_RACED, spoken_race
from client_cli.local.record_store import KeptRecord
from client_cli.messages.game import score
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
from engine.races.record import SeatRecord
from engine.races.verify import verify
from protocol.texts import _


def checked(document: Mapping[str, object], commitment: str | None) -> ReadingPage:
    """Verify a record and return a page that lists the result of every check, as `patience verify`
    prints them. `commitment` is the commitment that was published before the race; None if it is
    not known."""
    found = for_people(verify(document, commitment), document)
    lines = [*check_lines(found), "", verdict(found)]
    return ReadingPage(f" {spoken_race(str(document.get('race')))} ", "\n".join(lines))


def show_shared(page: Page, lines: Sequence[str]) -> None:
    """Show the result of a game as a text to send to others, and copy the text to the clipboard."""
    text = "\n".join(lines)
    page.app.copy_to_clipboard(text)
    copied = _("copied, where the terminal allows it; Esc closes")
    page.app.push_screen(NoticeBox(Text(f"{text}\n\n{copied}"), ""))


class ContestantPage(ListPage):
    """A page to choose a contestant of a race. It closes itself, then calls `then` with the
    contestant."""

    def __init__(self, kept: KeptRecord, title: str, then: Callable[[SeatRecord], None]) -> None:
        super().__init__()
        self._kept, self.heading, self._then = kept, title, then
        seats = {seat.seat: seat for seat in kept.record.seats}
        self._seats = [seats[placed.standing.seat] for placed in kept.record.results]

    def rows(self) -> list[ListRow]:
        record = self._kept.record
        return [
            ListRow(f"{placed.place:>2}. {seat.name:<24}", score(record.game, placed.standing))
            for placed, seat in zip(record.results, self._seats, strict=True)
        ]

    def above(self) -> list[str]:
        return [""]

    def choose(self) -> None:
        self.app.pop_screen()
        self._then(self._seats[self.at])


class PostGameActions:
    """The actions that the page `page` offers on the record of a finished game. If an action is not
    possible, the page shows the reason."""

    def __init__(self, page: ListPage) -> None:
        self._page = page

    def replay(self, kept: KeptRecord) -> None:
        """Replay the player's own game. The player can switch to the games of the other
        contestants."""
        if not kept.record.seats:
            self._page.tell(NOBODY_RACED)
            return
        seats = sorted(kept.record.seats, key=lambda seat: seat.seat != kept.seat)
        self._show(kept, seats, together=False)

    def compare(self, kept: KeptRecord) -> None:
        """Replay the games of two contestants side by side. If the race had more than two, let the
        player choose them."""
        seats = kept.record.seats
        if len(seats) < 2:
            self._page.tell(_("There was nobody to be compared with."))
        elif len(seats) == 2:
            self._show(kept, seats)
        else:
            self._choose(kept, _("Compare whom?"), lambda one: self._with(kept, one))

    def _with(self, kept: KeptRecord, one: SeatRecord) -> None:
        def then(other: SeatRecord) -> None:
            if other == one:
                self._page.tell(_("Compare two different contestants."))
            else:
                self._show(kept, [one, other])

        self._choose(kept, _("Compare {name} with whom?", name=one.name), then)

    def ghost(self, kept: KeptRecord) -> None:
        """Start a race against the ghost of a contestant of the record. If there are several
        contestants, let the player choose one."""
        if not kept.record.seats:
            self._page.tell(NOBODY_RACED)
        elif len(kept.record.seats) == 1:
            self._race(kept, kept.record.seats[0])
        else:
            self._choose(kept, _("Whose ghost?"), lambda seat: self._race(kept, seat))

    def _race(self, kept: KeptRecord, seat: SeatRecord) -> None:
        try:
            ghost: RecordedGhost = chosen_ghost(NamedRecord(kept.record, kept.seat), seat.name)
        except Failure as failure:
            self._page.tell(str(failure))
            return
        solo = SoloGame(ghost.record.game, ghost.record.deal_number or 0, ghost)
        registry.GHOST.open(self._page.app, solo, ghost)

    def share(self, kept: KeptRecord) -> None:
        """Show the result of the game as a text to send to others, and copy the text to the
        clipboard."""
        try:
            lines = shared(kept.record)
        except EngineError as error:
            self._page.tell(_("The record cannot be played: {reason}", reason=error))
            return
        show_shared(self._page, lines)

    def verify(self, kept: KeptRecord, commitment: str | None) -> None:
        """Verify the record and show the result of every check. `commitment` is the commitment that
        was published before the race; None if it is not known."""
        self._page.app.push_screen(checked(kept.document, commitment))

    def _choose(self, kept: KeptRecord, title: str, then: Callable[[SeatRecord], None]) -> None:
        self._page.app.push_screen(ContestantPage(kept, title, then))

    def _show(self, kept: KeptRecord, seats: Sequence[SeatRecord], together: bool = True) -> None:
        try:
            page = registry.COMPARE(kept.record, *seats, together=together)
        except EngineError as error:
            self._page.tell(_("The record cannot be played: {reason}", reason=error))
            return
        self._page.app.push_screen(page)
