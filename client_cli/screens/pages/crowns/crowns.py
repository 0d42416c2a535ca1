"""The page of the player's run for a crown. A player wins a crown by winning three or all of the
five "great games" in a row; the games won in a row so far are the player's run. Breaks, between two
games or during a game, may last only a limited time. The page redraws its times every second."""

from rich.text import Text

from client_cli.exit_codes import Failure
from client_cli.features import crown_play, crowns
from client_cli.features.crowns import CrownStatus
from client_cli.messages import crown_events
from client_cli.messages.game import clock
from client_cli.net.subscribe import follow
from client_cli.screens import registry
from client_cli.screens.page import ReadingPage, begin, plain
from client_cli.screens.pages.crowns.honours import write_certificate
from client_cli.screens.pages.server_page import ASKING, ServerPage
from client_cli.screens.pending_action import PendingAction
from client_cli.screens.widgets.list_page import ListRow
from engine.crowns.facts import GREAT_GAMES
from engine.games import GAMES
from protocol.crowns import Crown, FollowCrown
from protocol.texts import _

NEEDS_ACCOUNT = _("A crown belongs to an account: claim your name under 'Your name' first.")
LOW = 12
"""Screen height in lines below which there is no room for all keys."""
SURE = _("Give up the run? Press x again; any other key keeps it.")


class CrownsPage(ServerPage):
    """The list of the five great games, which marks those won in the player's present run. The
    header has a sign, called a shield, for each game won. The server sends updates while the page
    is open."""

    heading = _("Crowns")

    def __init__(self) -> None:
        super().__init__()
        self.told: CrownStatus | None = None
        self._second = 0

    def on_mount(self) -> None:
        super().on_mount()
        self._follow()

    def on_screen_resume(self) -> None:
        super().on_screen_resume()
        if self.told is None and self.is_mounted:
            self._follow()

    # Live updates. --------------------------------------------------------------------------

    def _follow(self) -> None:
        if self.account() is None:
            self.tell(NEEDS_ACCOUNT)
            return

        async def run() -> None:
            address, storage = self.patience.address(), self.storage
            make = lambda n: FollowCrown(id=n)  # noqa: E731
            try:
                await follow(address, storage, make, Crown, self._take, self.line_is)
            except Failure as failure:
                self.told = None
                self.failed(failure)

        self.tell(ASKING)
        begin(self, run, group="run", exclusive=True)

    def _take(self, crown: Crown) -> None:
        before, self.told = self.told, CrownStatus(crown, self.patience.now())
        if before is None:
            self.at = GREAT_GAMES.index(crowns.next_game(crown))
            self.tell("")
        else:
            news = [] if crown.won else crown_events.run_changes(before.crown, crown)
            self.tell(" ".join(news) or self.say)

    def tick(self) -> None:
        second = self.patience.now() // 1000
        if self.told is not None and second != self._second:
            self._second = second
            self.redraw()

    # The list. ------------------------------------------------------------------------------

    def header(self) -> Text:
        """Return the header, which is visible even in the smallest window. It shows a sign, called
        a shield, for each game won in the run for a crown. During a break it also shows the time
        that the player may still spend on it."""
        text = super().header()
        if self.told is None:
            return text
        crown, now, glyphs = self.told.crown, self.patience.now(), self.look.glyphs
        shields = crowns.shields(crown, glyphs.crown, glyphs.empty)
        text.append(f"  {shields}  ", plain(self.look.palette.loud))
        left = self.told.left_ms(now) if crown.pause is not None else None
        if left is not None:
            text.append(_("{time} left", time=clock(left)))
        return text

    def above(self) -> list[str]:
        if self.told is None:
            return [""]
        crown, now = self.told.crown, self.patience.now()
        if crown.won:
            return [crowns.after_words(crown), *crowns.meter_lines(self.told, now), ""]
        return [*crowns.ended_lines(self.told, now), crowns.NO_RUN, ""]

    def rows(self) -> list[ListRow]:
        return [self._row_of(slug) for slug in GREAT_GAMES]

    def _row_of(self, slug: str) -> ListRow:
        glyphs, book, told = self.look.glyphs, GAMES[slug].book, self.told
        won = {each.game: each for each in told.crown.won} if told is not None else {}
        mark = glyphs.crown if slug in won else glyphs.empty
        words = f"{mark} {_(book.title):<16}"
        if told is not None and slug in won:
            each = won[slug]
            ago = crowns.ago(each.ago_ms + told.passed_ms(self.patience.now()))
            return ListRow(words, _("won in {time}, {ago}", time=clock(each.took_ms), ago=ago))
        if self._is_playing(slug):
            return ListRow(words, _("you play it now"))
        facts = [_("{minutes} minutes", minutes=_(book.minutes))] if book.minutes else []
        facts += [_(book.prospects)] if book.prospects else []
        return ListRow(words, ", ".join(facts))

    def _is_playing(self, slug: str = "") -> bool:
        playing = self.told.crown.playing if self.told is not None else None
        return playing is not None and playing.counts and slug in ("", playing.game)

    def below(self) -> Text | None:
        """Return the text below the list: the length of each finished break in the player's run.
        Return None if the run has no won game yet or there was no break."""
        if self.told is None or not self.told.crown.won:
            return None
        lines = crowns.break_lines(self.told, self.patience.now())
        quiet = plain(self.look.palette.quiet)
        return Text("\n".join(f"  {line}" for line in lines), quiet) if lines else None

    def key_pairs(self) -> list[tuple[str, str]]:
        pairs = (
            [(_("Enter"), _("go on") if self._is_playing() else _("play it"))] if self.told else []
        )
        if self.app.size.height < LOW:
            return [*pairs, ("q", _("back"))]
        if self.told is not None and self.told.crown.won:
            pairs.append(("x", _("give up the run")))
        pairs += [("h", _("roll of honour")), ("c", _("certificate")), ("o", _("crown races"))]
        return [*pairs, ("l", _("limits")), ("r", _("rules")), ("q", _("back"))]

    # Actions. -------------------------------------------------------------------------------

    def choose(self) -> None:
        if self.account() is None:
            self.tell(NEEDS_ACCOUNT)
        elif self.told is None:
            self._follow()
        elif self._is_playing():
            self.app.exit(PendingAction("crown_back"))
        else:
            slug = GREAT_GAMES[self.at]
            crown_play.chosen(slug, [], self.storage)
            self.app.exit(PendingAction("crown", game=slug))

    def command(self, char: str) -> bool:
        match char:
            case "q":
                self.back()
            case "x" if self.told is not None and self.told.crown.won:
                self.ask_first(SURE, "x", lambda: self.change(crowns.give_up, self._gave_up))
            case "h":
                registry.HONOURS.open(self.app)
            case "c":
                write_certificate(self, "last")
            case "o":
                registry.CROWN_RACES.open(self.app)
            case "l" if self.told is not None:
                text = "\n".join(crowns.rules_lines(self.told.crown.limits))
                self.app.push_screen(ReadingPage(f" {_('Crowns')} ", text))
            case "r":
                self.read_rules(GAMES[GREAT_GAMES[self.at]])
            case _:
                return False
        return True

    def _gave_up(self, crown: Crown) -> None:
        self.told = CrownStatus(crown, self.patience.now())
        self.tell(_("You have given up the run; a game in progress goes on."))
