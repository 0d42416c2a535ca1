"""The page of a tournament: standings, current round and clocks, and keys to take part and to
organise. The server sends updates while the page is open."""

import asyncio

from rich.text import Text

from client_cli.exit_codes import Failure
from client_cli.local.guest_entries import KnownGuest, guest_in
from client_cli.messages import tournaments as words
from client_cli.messages.displayed_code import displayed
from client_cli.messages.tournament_events import changes
from client_cli.net.one_shot_client import OneShotClient
from client_cli.screens import registry
from client_cli.screens.page import begin
from client_cli.screens.pages.server_page import ASKING, DOWN, ServerPage
from client_cli.screens.pages.tournaments.organiser_actions import (
    ConfirmedAction,
    OrganiserActions,
    organises,
)
from client_cli.screens.pages.tournaments.tournament_rows import order, rows
from client_cli.screens.pending_action import PendingAction
from client_cli.screens.widgets.form import Filled, Form, FormField
from client_cli.screens.widgets.list_page import ListRow
from client_cli.text_mode.server_command import checked_name
from client_cli.tournament import requests
from client_cli.tournament import state as known_as
from client_cli.tournament.follow import follow
from client_cli.tournament.round_tables import rounds_at_tables
from client_cli.tournament.state import KnownTournament
from protocol.texts import _
from protocol.tournaments.live import Entrant, Tournament
from protocol.tournaments.requests import InviteEntrants, Verb

NEEDS_ACCOUNT = _("Who takes part has an account: claim your name under 'Your name' first.")
GUEST = _("You need no account. Guests are not rated; claim a name later, and it is all yours.")
LOW = 14
"""Screen height in lines below which there is no room for lines above the list."""
TAKE_PART = _("enter")
ENTER = _("Take part yourself? Press e again; any other key goes on.")
LEAVE = _("Take part no more? What you have played stays. Press l again; any other key goes on.")


class TournamentPage(ServerPage):
    """The page of a tournament. While it is open, it subscribes to updates from the server. With
    `playing`, it does not subscribe: a `PlayerSession`, which also plays the player's races,
    receives the updates and passes them to `take`.

    During a race, the pages of the race's room cover this page.
    """

    def __init__(self, code: str, playing: bool = False) -> None:
        super().__init__()
        self.code, self.playing = code, playing
        self.known: KnownTournament | None = None
        self.up = asyncio.Event()
        """An event that is set once the page is on the screen."""
        self.next_deal = False
        """Whether the player has asked for the next deal, in tournaments where players start deals
        themselves."""
        self._drawn: list[str] = []
        self.heading = _("Tournament {code}", code=displayed(code))

    def on_mount(self) -> None:
        super().on_mount()
        self.up.set()
        if not self.playing:
            self.tell(ASKING)
            self._follow()

    def _follow(self) -> None:
        """Subscribe to updates of the tournament. A second call subscribes again, because only the
        answer to a subscription says which entrant the player is."""

        async def run() -> None:
            try:
                await follow(
                    self.patience.address(),
                    self.storage,
                    self.code,
                    self.take,
                    self.line_is,
                    self.patience.now,
                )
            except Failure as failure:
                self.failed(failure)

        begin(self, run, group="tournament", exclusive=True)

    def take(self, known: KnownTournament) -> None:
        """Show an update of the tournament, and sentences about the changes."""
        chosen = self._entrant()
        before, self.known = self.known, known
        self.heading = known_as.title(known.tournament)
        number = chosen.number if chosen is not None else known.tournament.mine
        order = self._order()
        if number in order:  # the selection stays with the same entrant
            self.at = order.index(number)
        told = [] if before is None else self._news(before, known)
        waiting = self.say in (ASKING, DOWN)
        self.tell(told[0] if told else "" if waiting else self.say)

    def _news(self, before: KnownTournament, known: KnownTournament) -> list[str]:
        """Return sentences about the changes of a tournament, except changes that the page shows
        without a sentence."""
        told = changes(before, known, self.patience.now(), with_table=False)
        seen = {words.headline(known.tournament), *self.above()}
        return [each for each in told if each not in seen]

    def tick(self) -> None:
        if self.known is not None and self.above() != self._drawn:
            self.redraw()

    def redraw(self) -> None:
        self._drawn = self.above()
        super().redraw()

    # The list. ------------------------------------------------------------------------------

    def header(self) -> Text:
        """Return the header of the page. In a low window, which has no room for lines above the
        list, the header also says which round or break is going on."""
        head, known = super().header(), self.known
        if known is None or self.app.size.height >= LOW:
            return head
        return Text.assemble(head, "  ", words.briefly(known, self.patience.now()))

    @property
    def tournament(self) -> Tournament | None:
        return self.known.tournament if self.known is not None else None

    def above(self) -> list[str]:
        known = self.known
        if known is None:
            return [""]
        tournament, now = known.tournament, self.patience.now()
        if tournament.status in ("open", "draft", "finished"):
            lines = [words.headline(tournament), *words.now_lines(known, now)]
        else:
            lines = words.now_lines(known, now) or [words.headline(tournament)]
        if tournament.next is not None:
            code = displayed(tournament.next)
            lines.append(_("The next of the series: {code}.", code=code))
        mine = words.place_words(tournament)
        lines += [mine] if mine is not None else []
        lines += [words.news_line(each.text, tournament) for each in tournament.news[-1:]]
        return [*lines, ""]

    def _order(self) -> list[int]:
        """Return the entrant's number for each row of the list."""
        tournament = self.tournament
        if tournament is None:
            return []
        return order(tournament)

    def rows(self) -> list[ListRow]:
        tournament = self.tournament
        return [] if tournament is None else rows(tournament, self.look, self.app.size.width)

    def _entrant(self) -> Entrant | None:
        """Return the entrant in the selected row; None if there is none."""
        tournament, order = self.tournament, self._order()
        if tournament is None or self.at >= len(order):
            return None
        number = order[self.at]
        return next((one for one in tournament.entrants if one.number == number), None)

    # Actions. -------------------------------------------------------------------------------

    def key_pairs(self) -> list[tuple[str, str]]:
        tournament = self.tournament
        if tournament is None:
            return [("q", _("back"))]
        pairs = [("e", self._next())] if self._next() else []
        if tournament.organised:
            pairs += organises(tournament, self._entrant())
        if any(each.state in ("table", "closed", "voided") for each in tournament.rounds):
            pairs.append(("d", _("deals")))
        if rounds_at_tables(tournament):
            pairs.append(("b", _("tables")))
        if known_as.takes_part(tournament) and tournament.status != "finished":
            pairs.append(("l", _("leave")))
        return [*pairs, *([] if self.playing else [("w", _("wall"))]), ("q", _("back"))]

    def _next(self) -> str:
        """Return the meaning of the key `e` at present: to enter the tournament, to play in it, or
        to get the next deal. Return an empty text if the key does nothing now."""
        tournament = self.tournament
        if tournament is None or tournament.status in ("finished", "draft"):
            return ""
        if self.playing:
            own = tournament.plan.get("format") == "crowns" and tournament.status == "running"
            return _("next deal") if own else ""
        if not known_as.takes_part(tournament):
            return TAKE_PART
        return _("play")

    def choose(self) -> None:
        tournament, one = self.tournament, self._entrant()
        if tournament is None or one is None:
            return
        row = known_as.row_of(tournament, one.number)
        told = words.row_line(tournament, row) if row is not None else words.entrant_line(one)
        bars = {bar.entrant: bar for bar in known_as.latest_bars(tournament)}
        bar = bars.get(one.number)
        self.tell(told if bar is None else f"{told}; {words.bar_words(bar)}")

    def command(self, char: str) -> bool:
        if char == "q":
            self.back()
            return True
        tournament = self.tournament
        if tournament is None or char not in {key for key, _meaning in self.key_pairs()}:
            return False
        if char == "l":
            self.ask_first(LEAVE, "l", self._leave)
        elif char == "d":
            registry.SHEET.open(self.app, tournament)
        elif char == "b":
            registry.TABLES.open(self.app, lambda: self.known)
        elif char == "w":
            registry.WALL.open(self.app, self.code)
        elif char == "e":
            self._take_part()
        else:
            self._organise(tournament, char)
        return True

    def _take_part(self) -> None:
        if self.playing:
            self.next_deal = True
            self.news([])
        elif self.account() is None and self._guest() is None:
            self._as_guest()
        elif (
            self._next() == TAKE_PART and self.tournament is not None and self.tournament.organised
        ):
            self.ask_first(ENTER, "e", self._enter)
        elif self._next() == TAKE_PART:
            self._enter()
        else:
            self.app.exit(PendingAction("tournament", code=self.code))

    def _guest(self) -> KnownGuest | None:
        """Return the guest as whom the player has entered this tournament; None if the player has
        not entered as a guest."""
        return guest_in(self.storage, self.patience.address(), self.code)

    def _as_guest(self) -> None:
        """Ask a player without an account for a name, and enter the player as a guest. The
        tournament must take guests."""
        if self.tournament is None or not self.tournament.plan.get("guests"):
            self.tell(NEEDS_ACCOUNT)
            return
        name = FormField(_("Your name"), self.storage.name() or "", longest=24)
        form = Form(_("Take part as a guest"), [name], lambda texts: checked_name(texts[0]), GUEST)

        def filled(form: Filled | None) -> None:
            if form is not None:
                name = checked_name(form.texts[0])
                self.change(
                    lambda client: requests.enter(client, self.code, None, name), self._entered
                )

        self.app.push_screen(form, filled)

    def _enter(self) -> None:
        self.change(self._entering, self._entered)

    def _entered(self, tournament: Tournament) -> None:
        self._answered(tournament)
        self._follow()

    def _leave(self) -> None:
        self.change(lambda client: requests.withdraw(client, self.code), self._answered)

    async def _entering(self, client: OneShotClient) -> Tournament:
        return await requests.enter(client, self.code, None)

    def _answered(self, tournament: Tournament) -> None:
        """Show the tournament that the server has sent as the answer to the player's request,
        unless the page already shows a later state of the tournament. The server sends the same
        state as an update too, in either order."""
        if self.known is None or tournament.seq >= self.known.tournament.seq:
            self.take(KnownTournament(tournament, self.patience.now()))

    # Actions of the organiser. --------------------------------------------------------------

    def _organise(self, tournament: Tournament, char: str) -> None:
        found = OrganiserActions(tournament, self._entrant()).key(char)
        if isinstance(found, ConfirmedAction):
            sure = _("Press {key} again; any other key goes on.", key=char)
            question, verb = f"{found.question} {sure}", found.verb
            self.ask_first(question, found.char, lambda: self._have_done(verb))
        elif isinstance(found, str):
            self.tell(found)
        elif isinstance(found, tuple):
            form, read = found

            def filled(form: Filled | None) -> None:
                if form is not None:
                    self._have_done(read(form.texts[0]))

            self.app.push_screen(form, filled)
        elif found is not None:
            self._have_done(found)

    def _have_done(self, verb: Verb) -> None:
        def done(tournament: Tournament) -> None:
            self._answered(tournament)
            if isinstance(verb, InviteEntrants):
                self.tell(words.invited(verb.names))

        self.change(lambda client: requests.run(client, self.code, verb), done)
