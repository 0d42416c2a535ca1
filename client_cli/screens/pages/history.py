"""The page of records. A record is the document of a finished game, from which the game can be
replayed and verified."""

import asyncio

from client_cli.exit_codes import Failure
from client_cli.features import remote_history
from client_cli.features.analyses import analysis_of
from client_cli.features.history import date, race_name, result_words
from client_cli.local.record_store import Kept, KeptRecord, KeptRound, all_kept, as_kept
from client_cli.messages.analysis import NO_SOLVER
from client_cli.screens import registry
from client_cli.screens.pages.post_game import PostGameActions
from client_cli.screens.pages.server_page import ServerPage
from client_cli.screens.pages.traveller import open_traveller
from client_cli.screens.widgets.form import Filled, Form, FormField
from client_cli.screens.widgets.list_page import ListRow
from client_cli.terminal.output import Output
from client_cli.text_mode.record_lookup import NamedRecord, NamedRound, named
from client_cli.text_mode.server_command import ServerCommandContext
from engine.errors import EngineError
from engine.solver.analysis import AnalysisDocument
from protocol.texts import _

NOTHING = _("There is no record yet: play a game, or press o for one of somebody else's.")
WIDE = 100
"""Screen width in cells from which on a record takes one line instead of two."""


class HistoryPage(ServerPage):
    """The list of the records kept on this computer, latest first. Above them stand records that
    the player has opened on this page by a code, a link or a file. Keys replay, compare, share,
    verify and analyse the selected record."""

    heading = _("History")

    def __init__(self) -> None:
        super().__init__()
        self._actions = PostGameActions(self)
        self._others: list[Kept] = []
        self._own: list[Kept] = []

    def on_mount(self) -> None:
        super().on_mount()
        self._read()
        if self.account() is not None:
            self.request_quietly(remote_history.fetch, self._fetched)

    def _fetched(self, done: remote_history.FetchResult) -> None:
        """Read and list the records again after new ones were fetched from the server: those of
        races that the player's account played on other computers."""
        self._read()
        self.tell(" ".join(remote_history.fetch_sentences(done)))

    def on_screen_resume(self) -> None:
        self._read()  # a race against a ghost, begun here, adds a record
        super().on_screen_resume()

    def _read(self) -> None:
        """Read the records stored on this computer again. The record that was selected stays
        selected."""
        chosen = self._records[self.at].path if self._records else None
        if self.patience.storage is not None:
            self._own = all_kept(self.patience.storage)[::-1]
        paths = [kept.path for kept in self._records]
        self.at = paths.index(chosen) if chosen in paths else 0

    @property
    def _records(self) -> list[Kept]:
        return [*self._others, *self._own]

    # The list. ------------------------------------------------------------------------------

    def above(self) -> list[str]:
        return ["", *([] if self._records else [NOTHING])]

    def rows(self) -> list[ListRow]:
        return [self._told(kept) for kept in self._records]

    def _told(self, kept: Kept) -> ListRow:
        game, told = _(kept.record.game.book.title), result_words(kept)
        if self.app.size.width < WIDE:
            return ListRow(f"{game}:", told, f"{date(kept.at)}  {race_name(kept)}")
        return ListRow(f"{date(kept.at)}  {game:<18}", told)

    def status(self) -> str:
        return self.say or (race_name(self._records[self.at]) if self._records else "")

    def key_pairs(self) -> list[tuple[str, str]]:
        pairs = [("o", _("another")), ("q", _("back"))]
        if not self._records:
            return pairs
        pairs = [("s", _("share")), ("v", _("verify")), ("t", _("statistics")), *pairs]
        chosen = self._records[self.at]
        several = [("c", _("compare"))] if len(chosen.record.seats) > 1 else []
        ghost = (
            []
            if isinstance(chosen, KeptRound)
            else [("g", _("ghost")), ("w", _("winnable?")), ("e", _("everybody"))]
        )
        return [(_("Enter"), _("replay")), *several, *ghost, *pairs]

    def choose(self) -> None:
        self._actions.replay(self._records[self.at])

    def command(self, char: str) -> bool:
        if char == "q":
            self.back()
        elif char == "o":
            form = Form(
                _("Another record"), [FormField(_("The code or link of a race, or a file"))]
            )
            self.app.push_screen(form, self._named)
        elif char == "t":
            registry.STATS.open(self.app)
        elif char in "cegsvw" and self._records:
            self._act_on(char, self._records[self.at])
        else:
            return False
        return True

    def _act_on(self, char: str, kept: Kept) -> None:
        match char:
            case "c":
                self._actions.compare(kept)
            case "g":
                self._actions.ghost(kept)
            case "s":
                self._actions.share(kept)
            case "v":
                saved = self.storage.saved_commitments(self.patience.address(), kept.document)
                self._actions.verify(kept, saved)
            case "w":
                self._analyse(kept)
            case "e" if not isinstance(kept, KeptRound):
                alone = kept.record.deal_number is not None
                open_traveller(self, "" if alone else kept.record.race)

    def _analyse(self, kept: Kept) -> None:
        """Show whether the race could be won, and where each contestant lost it. The search for
        that runs in a thread, because it may take a minute."""
        if isinstance(kept, KeptRound):
            self.tell(NO_SOLVER)
            return

        def done(analysis: AnalysisDocument) -> None:
            self._read()  # the analysis is stored with the record now
            self._actions.analysis(kept, analysis)

        self.carry_out(lambda: asyncio.to_thread(self._analysis_of, kept), done)

    def _analysis_of(self, kept: KeptRecord) -> AnalysisDocument:
        try:
            return analysis_of(self.storage, kept)
        except EngineError as error:
            raise Failure.refused(
                _("The record cannot be played: {reason}", reason=error)
            ) from None

    # Other records. -------------------------------------------------------------------------

    def _named(self, form: Filled | None) -> None:
        if form is not None and form.texts[0]:
            self.carry_out(lambda: self._fetch(form.texts[0]), self._take)

    async def _fetch(self, text: str) -> NamedRecord | NamedRound:
        """Return the record that the player has named by a code, a link or a file name. The record
        is fetched in a thread, because a request to the server or a long file would block the
        screen."""
        context = ServerCommandContext(self.patience.address(), Output(), self.storage)
        return await asyncio.to_thread(named, text, context)

    def _take(self, found: NamedRecord | NamedRound) -> None:
        kept = as_kept(found.record, found.seat, self.storage.now_ms())
        self._others, self.at = [kept, *self._others], 0
        self.redraw()
