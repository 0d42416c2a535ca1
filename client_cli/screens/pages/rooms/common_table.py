"""The page of a round at a common table, for its players and for spectators. At a common table (in
Racing Demon) all contestants play at once on the same foundations. A claim is a move that lays a
card on a foundation; the server decides who was first."""

from rich.text import Text
from textual import events
from textual.app import ComposeResult
from textual.widgets import Static

from client_cli.messages.common_table import claimable_line, claims_line, rivals_line
from client_cli.messages.displayed_code import displayed
from client_cli.net.connection import ConnectionState
from client_cli.net.room_protocol import RoomProtocol
from client_cli.screens.page import Page, ReadingPage, plain, progress_bar
from client_cli.screens.pages.keys import folded
from client_cli.screens.pages.rooms.race import LEAVE, RECONNECTING, SEAT_KEPT
from client_cli.screens.table.animation import MovedCard
from client_cli.screens.table.common_table_view import CommonTableView
from client_cli.screens.table.drawing.canvas import Spot
from client_cli.screens.table.drawing.card_renderer import Highlight
from client_cli.screens.table.drawing.common_table import (
    CommonTableShown,
    Contestant,
    rival_place,
)
from client_cli.screens.table.table_view import TableView
from client_cli.screens.widgets.key_bar import key_bar, pressed
from client_cli.screens.widgets.standings import bell
from client_cli.state.common_table import InFlight, UnansweredClaim, best_claim, laid_cards
from client_cli.state.session import RoomSession
from client_cli.state.table_selection import MIDDLE, HandAct, TableSelection
from client_cli.terminal.output import print_after_exit
from client_cli.terminal.pile_labels import by_label
from engine.errors import IllegalMove
from engine.moves import Resign, Turn
from engine.racing_demon.game import Out, Stuck, TableMove
from engine.racing_demon.state import RoundState
from protocol.rooms.known_table import KnownTable
from protocol.texts import _, ngettext

OTHERS_STUCK = _("All the others are stuck. Say so if you are stuck too.")
NEWS_MS = 4_000
"""How long the line about what others have laid stays, in milliseconds."""
WIDE_HEADER = 72
"""Screen width in cells from which the header has the room's code and the series."""
KEYS = (
    (_("Space, s"), _("turn the stock")),
    (_("Enter"), _("lay the best card that can be claimed on its foundation")),
    ("l", _("say which cards can be claimed")),
    ("a", _("pick the demon; then a letter where it goes, or m for the middle")),
    ("b ... f", _("pick a work pile, then where it goes; 3 before that: three cards of it")),
    ("w", _("pick the waste")),
    (_("a a"), _("the same letter twice: to the middle, or else to a work pile")),
    (_("Esc"), _("put back what is picked")),
    ("o", _("call out, when the demon is used up and the table plays on")),
    ("k", _("say that you are stuck")),
    ("n", _("how many cards are left in the demons of the others")),
    ("x", _("leave the table: the others play on")),
    ("q", _("leave for now and keep your seat")),
)


class CommonTablePage(Page):
    """The common table of a race: the table as the server has last described it, with the player's
    unanswered moves added. A claim of the player is drawn on its foundation at once, with a sign
    that the server has not answered it. If another player was first, the card flies back."""

    aside = False

    def __init__(self, room: RoomProtocol) -> None:
        super().__init__()
        self.room, self.say = room, ""
        table, race = room.session.common, room.session.race
        if table is None or race is None:
            raise ValueError("the room has no common table to show")
        self._race = race.id
        at = table.position(room.session.seat)
        self.hand = None if at is None else TableSelection(table.rules, at)
        self._news, self._news_at = "", 0
        self._flying: tuple[UnansweredClaim, ...] = ()
        """The claims that were on their way when the table was last drawn."""
        self._leaving = False

    @property
    def session(self) -> RoomSession:
        return self.room.session

    @property
    def known(self) -> KnownTable:
        """The common table as the server has last described it. Raise ValueError if there is
        none."""
        table = self.session.common
        if table is None:
            raise ValueError("a table that is shown is known")
        return table

    def out_of_date(self) -> bool:
        return self.session.race is None or self.session.race.id != self._race

    @property
    def plays(self) -> bool:
        """Whether the player can still make moves."""
        return self.hand is not None and self.session.sits_at_table

    # The screen. ----------------------------------------------------------------------------

    def compose(self) -> ComposeResult:
        yield Static(id="header", classes="bar")
        moves = self.app.animation_level != "none" and self.patience.choice("movement") == "on"
        yield CommonTableView(self.look, moves, id="table")
        yield Static(id="status", classes="bar")
        yield Static(id="keys", classes="bar")

    @property
    def table(self) -> CommonTableView:
        return self.query_one(CommonTableView)

    def on_mount(self) -> None:
        self.session.seen()
        self.call_after_refresh(self.redraw)

    def on_resize(self) -> None:
        self.redraw()

    def on_screen_resume(self) -> None:
        if self.is_mounted and self.query(CommonTableView):
            self.table.look = self.look
            self.redraw()

    def news(self, sentences: list[str]) -> None:
        """Show sentences about the room, and which cards others have laid on foundations since the
        last call."""
        if sentences:
            self.say = self.look.symbols(" ".join(sentences))
        commands = self.session.seen()
        line = claims_line(self.session, laid_cards(commands))
        if line:
            self._news, self._news_at = self.look.symbols(line), self.patience.now()
        own = self.session.seat
        found = []
        for card in laid_cards(commands):
            at = self.known.position(card.seat)
            if card.seat != own and at is not None:
                dst = Spot(f"foundation.{card.foundation}", 1)
                found.append(MovedCard(card.card, Spot(rival_place(at), 1), dst))
        self.redraw(found)

    def redraw(self, found: list[MovedCard] | None = None) -> None:
        """Draw the table, and animate cards: the moved cards `found`, new claims of the player, and
        refused claims, whose cards fly back."""
        if not self.is_mounted or not self.query(CommonTableView):
            return
        drawn = self.session.in_flight()
        if drawn is None:
            return
        found = [*(found or []), *self._own_flights(drawn)]
        self._flying = drawn.claims
        at = None if self.hand is None else self.hand.at
        picked = self.hand.picked(drawn.state) if self.hand is not None and self.plays else None
        shown = CommonTableShown(
            self.known.rules,
            drawn.state,
            tuple(self._contestant(seat) for seat in self.known.seats),
            at,
            Highlight()
            if picked is None
            else Highlight(Spot(picked.source, picked.cards), picked.targets),
            frozenset(claim.dst for claim in drawn.claims),
        )
        self.table.show_table(shown, found)
        self.tick()

    def _own_flights(self, drawn: InFlight) -> list[MovedCard]:
        """Return the player's claims that set out, and those that fly back because they were
        refused."""
        before = {claim.key for claim in self._flying}
        now = {claim.key for claim in drawn.claims}
        out = [claim for claim in drawn.claims if claim.key not in before]
        back = [c for c in self._flying if c.key not in now and c.card == self._top(c.src)]
        return [
            *(MovedCard(c.card, Spot(c.src, 1), Spot(c.dst, 1)) for c in out),
            *(MovedCard(c.card, Spot(c.dst, 1), Spot(c.src, 1)) for c in back),
        ]

    def _top(self, pile: str) -> str | None:
        if self.hand is None:
            return None
        shown = self.known.view.seats[self.hand.at].view.piles[pile]
        return shown.up[-1] if shown is not None and shown.up else None

    def _contestant(self, seat: int) -> Contestant:
        session = self.session
        member, at = session.members.get(seat), self.known.position(seat) or 0
        told, marks = self.known.view.seats[at], []
        if member is not None and member.bot:
            marks.append(_("bot"))
        if told.resigned:
            marks.append(_("left"))
        elif not told.present or (member is not None and not member.here):
            marks.append(_("away"))
        if told.stuck:
            marks.append(_("stuck"))
        return Contestant(session.name(seat), tuple(marks))

    def tick(self) -> None:
        if not self.is_mounted or not self.query(CommonTableView):
            return
        self.bar("header", self.patience.beside(self.header()))
        self.bar("status", self._status())
        self.bar("keys", key_bar(self.look, self.key_pairs(), self.app.size.width))

    def header(self) -> Text:
        session, loud = self.session, plain(self.look.palette.loud)
        wide = self.app.size.width >= WIDE_HEADER
        text = Text(no_wrap=True, overflow="ellipsis")
        text.append(_(self.known.rules.book.title).upper(), loud)
        if wide and session.race is not None and session.race.commitment:
            text.append("  " + _("RACE {code}", code=displayed(session.code or "")))
        left = bell(session, self.look, self.patience.now())
        text.append(f"  {left}" if left else "")
        series = session.series
        if wide and series is not None and series.target:
            text.append("  " + _("round {n} to {target}", n=series.round, target=series.target))
        if self.hand is not None:
            own = self.known.view.seats[self.hand.at]
            goal = self.known.rules.goal
            text.append(f"  {progress_bar(self.look, own.progress, goal, 8)}", loud)
            text.append(f" {own.progress}/{goal}")
            text.append("  " + ngettext("{n} point", "{n} points", own.points))
        if self.known.delay_ms:
            late = _("{n} s ago", n=round(self.known.delay_ms / 1000))
            text.append(f"  {late}", plain(self.look.palette.quiet))
        if session.commands:
            text.append(f"  {self.look.glyphs.dot * 3}", loud)
        return text

    def _status(self) -> Text | str:
        if self.question is not None:
            return self.question.text
        if self.patience.line is not ConnectionState.UP:
            return Text(RECONNECTING, plain(self.look.palette.alarm))
        fresh = self.patience.now() - self._news_at < NEWS_MS
        text = Text(self.say or self._hint(), overflow="ellipsis")
        if self._is_waited_for():
            text.append(f"\n{OTHERS_STUCK}", plain(self.look.palette.loud))
        elif self._news and fresh:
            text.append(f"\n{self._news}", plain(self.look.palette.quiet))
        return text

    def _is_waited_for(self) -> bool:
        return (
            self.hand is not None
            and Stuck() in self._legal()
            and self.known.only_one_not_stuck(self.hand.at)
        )

    def _hint(self) -> str:
        hand = self.hand
        if hand is None or hand.source is None:
            return ""
        return _("Where to? A letter, or m for the middle; Esc puts it back.")

    # Keys and mouse. ------------------------------------------------------------------------

    def key_pairs(self) -> list[tuple[str, str]]:
        rest = [("r", _("rules")), ("/", _("say")), ("q", _("leave"))]
        if not self.plays:
            return rest
        pairs = [(_("Space"), _("turn")), (_("Enter"), _("claim")), ("l", _("what can be claimed"))]
        legal = self._legal()
        pairs += [("o", _("out"))] if Out() in legal else []
        pairs += [("k", _("stuck"))] if Stuck() in legal else []
        return [*pairs, *rest[:1], ("?", _("keys")), rest[1], ("x", _("give up")), rest[2]]

    def quiet_keys(self) -> list[tuple[str, str]]:
        return [("n", _("how many cards are left in the demons of the others"))]

    def more_help(self) -> list[str]:
        return folded(KEYS, self.page_width()) if self.hand is not None else []

    def typed(self, key: str, char: str) -> bool:
        sure, self._leaving = self._leaving, False
        if char == "q":
            self._leave(sure)
        elif char == "/":
            self.patience.speak()
        elif char == "r":
            self.read_rules(type(self.known.rules))
        elif char == "n":
            self._tell(rivals_line(self.session, self.known))
        elif char == "?":
            keys = "\n".join(folded(KEYS, self.page_width()))
            self.app.push_screen(ReadingPage(f" {_('Keys')} ", keys))
        elif self.hand is not None and self.plays:
            return self._played(self.hand, key, char)
        else:
            return False
        return True

    def _played(self, hand: TableSelection, key: str, char: str) -> bool:
        """Handle a key of a player. Return whether it had an effect."""
        moves: dict[str, TableMove] = {"space": Turn(), "s": Turn(), "o": Out(), "k": Stuck()}
        if key in moves:
            self._make(moves[key])
        elif key == "enter":
            self._claim()
        elif key == "escape":
            hand.clear()
            self._tell("")
        elif char == "l":
            self._tell(self.look.symbols(claimable_line(self.known, self.session.seat)))
        elif char == "x":
            again = _("Leave the table? Press x again; any other key plays on.")
            self.ask_first(again, "x", lambda: self._make(Resign()))
        else:
            return self._picked(hand, char)
        return True

    def _picked(self, hand: TableSelection, char: str) -> bool:
        """Handle the key of a pile, of the middle, or of a number of cards. Return whether it is
        one."""
        pile = MIDDLE if char == "m" else by_label(hand.rules).get(char)
        if char.isdecimal():
            self._act(hand.number(self._state(), int(char)))
        elif pile is not None:
            self._act(hand.pick(self._state(), pile))
        return pile is not None or char.isdecimal()

    def _state(self) -> RoundState:
        """Return the table on which the player chooses the next move: the table after the player's
        unanswered moves if that can be computed, otherwise the table without these moves."""
        ahead = self.session.common_ahead()
        return self.known.state if ahead is None else ahead

    def _legal(self) -> list[TableMove]:
        return self.known.legal(self.session.seat, self._state())

    def _claim(self) -> None:
        """Make the best claim, if there is one."""
        claim = best_claim(self.known.rules, self._legal())
        if claim is None:
            self._tell(_("Nothing can be claimed now."))
        else:
            self._make(claim)

    def _act(self, act: HandAct) -> None:
        if act.move is not None:
            self._make(act.move)
        else:
            self._tell(act.say)

    def _make(self, move: TableMove) -> None:
        if self.hand is not None:
            self.hand.clear()
        self.say = ""
        try:
            self.room.play_table(move)
            self.patience.tone("snap")
        except IllegalMove as refusal:
            self.say = _(str(refusal))
        self.redraw()

    def _tell(self, sentence: str) -> None:
        self.say = sentence
        self.redraw()

    def asked(self) -> None:
        self.say = "" if self.question is not None else self.say
        self.tick()

    def _leave(self, sure: bool) -> None:
        """Leave the room and end the app; the player keeps the seat. During a round `q` must be
        pressed twice."""
        if sure or not self.plays:
            if self.hand is not None:
                print_after_exit(SEAT_KEPT)
            self.patience.leave_room(give_up_seat=False)
        else:
            self._leaving = True
            self._tell(LEAVE)

    def on_table_view_picked(self, event: TableView.Picked) -> None:
        hand, place = self.hand, str(event.spot.place)
        if hand is None or not self.plays:
            return
        if place == "stock":
            self._make(Turn())
        elif event.double and place in hand.rules.layout.index:
            hand.clear()
            self._act(hand.best(self._state(), place))
        else:
            self._act(hand.pick(self._state(), place, event.spot.n or None))

    def on_table_view_lifted(self, event: TableView.Lifted) -> None:
        hand, spot = self.hand, event.spot
        if hand is None or spot is None or not self.plays:
            return
        hand.clear()
        hand.pick(self._state(), str(spot.place), spot.n or None)
        top = self._top(str(spot.place)) if hand.source is not None else None
        self.table.carried = [] if top is None else [top]
        self.redraw()

    def on_table_view_dropped(self, event: TableView.Dropped) -> None:
        hand, spot = self.hand, event.spot
        if hand is None or hand.source is None or not self.plays:
            return
        if spot is None or str(spot.place) == hand.source:
            hand.clear()
            self.redraw()
        else:
            self._act(hand.pick(self._state(), str(spot.place)))

    def on_click(self, event: events.Click) -> None:
        key = pressed(event)
        if key is not None:
            self.press(*key)

    def on_mouse_up(self) -> None:
        if self.is_mounted and self.query(CommonTableView):
            self.table.let_go()
