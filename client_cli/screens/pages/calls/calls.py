"""The page of telephone calls: calls received and made, with keys to answer a call, mute calls, and
call others. A telephone call is a message that a player who has won a crown (three or all of the
five "great games", won in a row) sends to other players."""

from functools import partial

from client_cli.features import calls
from client_cli.net.one_shot_client import OneShotClient
from client_cli.screens import registry
from client_cli.screens.page import ReadingPage
from client_cli.screens.pages.paged_list import MOST, PagedListPage
from client_cli.screens.widgets.call_dialogs import ANSWERS
from client_cli.screens.widgets.list_page import ListRow
from protocol.telephone import Answer, Call, Calls
from protocol.texts import _

NEEDS_ACCOUNT = _(
    "Whoever has an account has a telephone: claim your name under 'Your name' first."
)


class CallsPage(PagedListPage[Calls]):
    """The telephone calls that the player's account has received and made. A sign marks each missed
    call. Keys answer the selected call."""

    heading = _("Telephone")

    def on_screen_resume(self) -> None:
        super().on_screen_resume()
        if self._page is not None and not self.waits:
            self.request_quietly(self._listen, self._take)  # a call may have arrived meanwhile

    async def _listen(self, client: OneShotClient) -> Calls:
        return await calls.listen(client, self._offset, MOST)

    def _take(self, page: Calls) -> None:
        before = self._call()
        missed = {call.call for call in self._calls if call.missed}
        kept = [c.model_copy(update={"missed": c.missed or c.call in missed}) for c in page.calls]
        self._page = page.model_copy(update={"calls": kept})
        numbers = [call.call for call in kept]
        chosen = before.call if before is not None else None
        self.at = numbers.index(chosen) if chosen in numbers else 0
        self.patience.telephone.missed = 0
        self.redraw()

    @property
    def _calls(self) -> list[Call]:
        return [] if self._page is None else self._page.calls

    def _call(self) -> Call | None:
        return self._calls[self.at] if self.at < len(self._calls) else None

    # The list. ------------------------------------------------------------------------------

    def above(self) -> list[str]:
        if not self._known:
            return ["", NEEDS_ACCOUNT]
        if self._page is None:
            return [""]
        return [calls.MUTED[True] if self._page.muted else "", "" if self._calls else calls.NONE]

    def rows(self) -> list[ListRow]:
        return [self._row_of(call) for call in self._calls]

    def _row_of(self, call: Call) -> ListRow:
        sign = self.look.glyphs.phone if calls.is_missed(call) else " "
        words = self.look.telephone("  ".join([*calls.text_lines(call), *calls.answers(call)]))
        return ListRow(f"{sign} {calls.crown_words(call)},", calls.when_words(call), f"  {words}")

    def key_pairs(self) -> list[tuple[str, str]]:
        if not self._known:
            return [("q", _("back"))]
        call, pairs = self._call(), list[tuple[str, str]]()
        if call is not None and not call.mine:
            pairs += [("c", _("congratulations")), ("r", _("rotten luck")), ("s", _("show me"))]
        elif call is not None:
            pairs += [("s", _("show"))]
        muted = self._page is not None and self._page.muted
        pairs += [("m", _("let it ring") if muted else _("mute")), ("g", _("ring"))]
        return [*pairs, *self._turns(), ("q", _("back"))]

    def choose(self) -> None:
        call = self._call()
        if call is not None:
            lines = [self.look.telephone(line) for line in calls.call_lines(call)]
            told = "\n".join([*lines, "", *calls.replays(call)])
            self.app.push_screen(ReadingPage(f" {calls.crown_words(call)} ", told))

    def command(self, char: str) -> bool:
        call = self._call()
        if char == "q":
            self.back()
        elif char in ANSWERS and call is not None:
            self._answer(call, ANSWERS[char])
        elif char == "m" and self._page is not None:
            self._mute(not self._page.muted)
        elif char == "g" and self._known:
            registry.RING.open(self.app)
        else:
            return self._turn(char)
        return True

    # Actions. -------------------------------------------------------------------------------

    def _answer(self, call: Call, how: Answer) -> None:
        if call.mine:
            if how == "show_me":
                self.patience.telephone.show(call)
            return

        async def work(client: OneShotClient) -> Calls:
            await calls.answer(client, call.call, how)
            return await self._listen(client)

        def then(page: Calls) -> None:
            self._done(calls.SENT[how], page)
            if how == "show_me":
                self.patience.telephone.show(call)

        self.change(work, then)

    def _mute(self, muted: bool) -> None:
        async def work(client: OneShotClient) -> Calls:
            await calls.mute(client, muted)
            return await self._listen(client)

        self.change(work, partial(self._done, calls.MUTED[muted]))

    def _done(self, sentence: str, page: Calls) -> None:
        self._take(page)
        self.tell(sentence)
