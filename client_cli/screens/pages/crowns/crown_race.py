"""The pages of crown races: a menu to open or join a crown race, and its standings. In a crown race
several players play the same five deals, each at their own pace, and try to win a crown: three or
all of the five "great games" won in a row."""

import asyncio
from collections.abc import Callable

from client_cli.exit_codes import Failure
from client_cli.features import crown_races
from client_cli.messages.displayed_code import HIDDEN, codes_are_hidden, displayed
from client_cli.messages.game import clock
from client_cli.net import invitations
from client_cli.net.invitations import ServerAddress
from client_cli.net.server_process import reach_of
from client_cli.net.subscribe import follow
from client_cli.screens.page import begin
from client_cli.screens.pages.server_page import ASKING, ServerPage
from client_cli.screens.pending_action import PendingAction
from client_cli.screens.widgets.form import Filled, Form, FormField
from client_cli.screens.widgets.list_page import ListRow
from engine.games import GAMES
from protocol.crown_races import CrownRace, CrownRacer, GameRaced
from protocol.message import Request
from protocol.names import LONGEST_NAME
from protocol.texts import _

NEEDS_ACCOUNT = _("Candidates are accounts: claim your name under 'Your name' first.")
CODE = FormField(_("The code, such as KQ7-4TX"))
CELL = 9
WIDE = 6 + LONGEST_NAME + 5 * CELL
"""Screen width in cells from which on a row takes one line instead of two."""
SURE = _("Take part no more? Press x again; any other key goes on.")


class CrownRaceEntryPage(ServerPage):
    """The menu to open a crown race, to join one by its code, or to return to the one in which the
    player last took part."""

    heading = _("Crown races")

    def above(self) -> list[str]:
        return [_("The same five deals for all who take part, each at their own pace."), ""]

    def _last(self) -> str | None:
        return crown_races.remembered(self.storage, self.patience.address())

    def rows(self) -> list[ListRow]:
        last = self._last()
        rows = [ListRow(f"{_('Open one'):<16}", _("you get a code to pass on"))]
        rows += [ListRow(f"{_('Join one'):<16}", _("you were given a code"))]
        return rows + ([ListRow(f"{_('The last one'):<16}", displayed(last))] if last else [])

    def key_pairs(self) -> list[tuple[str, str]]:
        return [(_("Enter"), _("go on")), ("q", _("back"))]

    def command(self, char: str) -> bool:
        if char == "q":
            self.back()
        return char == "q"

    def choose(self) -> None:
        last = self._last()
        if self.account() is None:
            self.tell(NEEDS_ACCOUNT)
        elif self.at == 0:
            self._enter(crown_races.opening(None))
        elif self.at == 1:
            form = Form(_("Join a crown race"), [CODE], lambda t: crown_races.code_of(t[0]))
            self.app.push_screen(form, self._join)
        elif last is not None:
            self._enter(crown_races.seeing(last))

    def _join(self, form: Filled | None) -> None:
        if form is not None:
            self._enter(crown_races.joining(crown_races.code_of(form.texts[0])))

    def _enter(self, making: Callable[[int], Request]) -> None:
        self.change(lambda client: crown_races.race(client, making), self._entered)

    def _entered(self, race: CrownRace) -> None:
        self.app.push_screen(CrownRacePage(race))


class CrownRacePage(ServerPage):
    """The standings of a crown race. The server sends updates while the page is open."""

    def __init__(self, race: CrownRace) -> None:
        super().__init__()
        self.race = race
        self._reach: ServerAddress | None = None
        self.heading = _("Crown race {code}", code=displayed(race.code))

    def on_mount(self) -> None:
        super().on_mount()

        async def run() -> None:
            make, address = crown_races.seeing(self.race.code), self.patience.address()
            self._reach = await asyncio.to_thread(reach_of, address)
            try:
                await follow(address, self.storage, make, CrownRace, self._take, self.line_is)
            except Failure as failure:
                self.failed(failure)

        self.tell(ASKING)
        begin(self, run, group="race", exclusive=True)

    def _take(self, race: CrownRace) -> None:
        self.race = race
        self.tell("" if self.say == ASKING else self.say)

    # The list. ------------------------------------------------------------------------------

    def above(self) -> list[str]:
        race = self.race
        lines = {
            "lobby": self._invited(),
            "running": [_("Under way. Each deal is shown to those who have reached it.")],
            "over": [_("Over.")],
        }[race.status]
        if self.app.size.width < WIDE:
            return lines
        names = "".join(f"{_(GAMES[slug].book.title).split()[0]:<{CELL}}" for slug in race.games)
        return [*lines, "", " " * (LONGEST_NAME + 4) + names]

    def _invited(self) -> list[str]:
        """Return the lines that tell how to join the crown race; empty until the server address for
        invitations is known."""
        if self._reach is None:
            return []
        if codes_are_hidden():
            return [HIDDEN]
        return invitations.invitation_sentences(crown_races.invitation(self.race, self._reach))

    def rows(self) -> list[ListRow]:
        return [self._row_of(racer) for racer in self.race.racers]

    def _row_of(self, racer: CrownRacer) -> ListRow:
        glyphs = self.look.glyphs
        crown = f" {glyphs.crown}" if racer.crown else ""
        left = f" {glyphs.finished}" if racer.quit else ""
        words = f"{racer.place:>2} {crown_races.who(racer)}{crown}{left}"
        cells = [self._cell(game) for game in racer.games]
        cells += [glyphs.empty] * (len(self.race.games) - len(cells))
        if self.app.size.width < WIDE:
            return ListRow(words, "", f"   {' '.join(cells)}")
        return ListRow(f"{words:<{LONGEST_NAME + 2}}", "".join(f"{cell:<{CELL}}" for cell in cells))

    def _cell(self, game: GameRaced) -> str:
        glyphs = self.look.glyphs
        if game.result == "won" and game.took_ms is not None:
            return f"{glyphs.out}{clock(game.took_ms)}"
        if game.result == "playing":
            return f"{glyphs.chosen}{game.progress}"
        return f"{glyphs.finished}{game.progress}"

    def _next(self) -> str | None:
        """Return the slug of the game that the player may now play in the crown race; None if there
        is none."""
        me = crown_races.mine(self.race)
        if self.race.status != "running" or me is None or me.quit:
            return None
        return crown_races.at_game(self.race, me)

    def _may_start(self) -> bool:
        known = self.account()
        return self.race.status == "lobby" and known is not None and self.race.host == known.name

    def key_pairs(self) -> list[tuple[str, str]]:
        game, me = self._next(), crown_races.mine(self.race)
        pairs = (
            [("p", _("play {game}", game=_(GAMES[game].book.title)))] if game is not None else []
        )
        pairs += [("g", _("start"))] if self._may_start() else []
        if me is not None and not me.quit and self.race.status != "over":
            pairs.append(("x", _("take part no more")))
        return [(_("Enter"), _("more of it")), *pairs, ("q", _("back"))]

    def choose(self) -> None:
        self.tell(crown_races.racer_line(self.race, self.race.racers[self.at]))

    def command(self, char: str) -> bool:
        if char == "q":
            self.back()
            return True
        if char not in {key for key, _meaning in self.key_pairs()}:
            return False
        code = self.race.code
        if char == "p":
            self.app.exit(PendingAction("crown_race", code=code))
        elif char == "g":
            self._ask(crown_races.starting(code))
        else:
            self.ask_first(SURE, "x", lambda: self._ask(crown_races.quitting(code)))
        return True

    def _ask(self, making: Callable[[int], Request]) -> None:
        self.change(lambda client: crown_races.race(client, making), self._take)
