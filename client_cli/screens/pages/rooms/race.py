"""The page of a race: the player's own table, with the standings beside it."""

from typing import Any

from rich.text import Text

from client_cli.messages.displayed_code import displayed
from client_cli.messages.grids import thinking_sentence
from client_cli.net.connection import ConnectionState
from client_cli.net.room_protocol import RoomProtocol
from client_cli.screens.page import plain
from client_cli.screens.pages.play import PlayPage
from client_cli.screens.widgets.standings import PANEL, bell, call_is_near, called, one_line, panel
from client_cli.state.card_marks import CardMarks
from client_cli.state.card_marks import Place as Mark
from client_cli.state.deal_frames import DealFrames
from client_cli.state.session import RoomSession
from client_cli.terminal.output import print_after_exit
from engine.errors import IllegalMove
from engine.table import State
from engine.takeback import UNDO
from protocol.crowns import BeginBreak
from protocol.texts import _, ngettext

TOGETHER_MS = 700
"""In games whose cards are called, sentences that arrive within this number of milliseconds are
shown together."""

SEAT_KEPT = _("Your seat is kept: home and patience resume lead back to it.")
LEAVE = _("q again leaves: your seat is kept, your clock runs on.")

RECONNECTING = _("The line is down; your board, seat and clock are kept. Trying again…")


class RacePage(PlayPage):
    """The player's own table in a race, with the standings. It shows the position that the server
    has confirmed. Moves that the server has not yet confirmed are shown too, unless they turn up a
    card, which only the server knows."""

    side_panel = True
    aside = False

    def __init__(self, room: RoomProtocol) -> None:
        self.room = room
        if room.session.rules is None or room.session.race is None:
            raise ValueError("the room has no race to show")
        self.game, self.race = room.session.rules, room.session.race.id
        super().__init__()
        self._heard_at = 0
        self._leaving = False
        """Whether the last key was `q`, which must be pressed twice to leave during a game."""

    @property
    def session(self) -> RoomSession:
        return self.room.session

    def out_of_date(self) -> bool:
        return self.session.race is None or self.session.race.id != self.race

    def state(self) -> State[Any]:
        ahead = None if self.session.dealing else self.session.ahead()
        state = self.session.state() if ahead is None else ahead
        if state is None:
            raise ValueError("A table is shown when there is a board.")
        return state

    def dealing(self) -> DealFrames | None:
        return self.session.dealing

    def next_frame(self) -> None:
        self.room.next_frame()

    def shown(self) -> State[Any]:
        return self.state()

    def make(self, move: Any) -> None:
        self.room.play(move)

    def make_finish(self) -> None:
        self.room.finish()

    @property
    def marks(self) -> CardMarks:
        return self.session.marks

    def send_mark(self, place: Mark, tilt: int) -> None:
        self.room.mark(place, tilt)

    def typed(self, key: str, char: str) -> bool:
        sure, self._leaving = self._leaving, False
        if sure and char == "q":
            self._leave()
            return True
        if sure:
            self.say = ""
            self.tick()
        if key == "f9" and not self.state().over:
            self.patience.do(self.room.request(BeginBreak))
            return True
        return super().typed(key, char)

    def news(self, sentences: list[str]) -> None:
        """Show sentences about the room on the status line. During a watched deal (cards dealt step
        by step before play begins) do not show them, because players count cards then; the player
        can read them later on the page `Said and done`."""
        if self.dealing() is not None:
            self.say, self._heard_at = "" if self._heard_at else self.say, 0
        elif sentences:
            now = self.patience.now()
            # When time is up, the server lays the card and calls the next: show both sentences.
            kept = [self.say] if self.session.call and now - self._heard_at < TOGETHER_MS else []
            self.say = " ".join([*kept, self.join_sentences(sentences)]).strip()
            self._heard_at = now
        self.redraw()

    def own_quiet_keys(self) -> list[tuple[str, str]]:
        say = _("say")
        shown = any(meaning == say for _key, meaning in self.key_pairs())
        return [] if shown else [(self.key_for("/"), say)]

    @property
    def _done(self) -> bool:
        """Whether the player's own game in the race is over."""
        return self.dealing() is None and self.state().over is not None

    def way_out(self) -> tuple[str, str]:
        """Return the key with which the player leaves the page, and its meaning, as (key,
        meaning)."""
        return self.key_for("q"), _("leave")

    def _leave(self) -> None:
        """Leave the room and end the app. The player keeps the seat."""
        print_after_exit(SEAT_KEPT if self._done else f"{SEAT_KEPT} {_('Your clock runs on.')}")
        self.patience.leave_room(give_up_seat=False)

    def command(self, char: str) -> bool:
        if char == "q" and self._done:
            self._leave()
            return True
        if char == "q":
            self._leaving = True
            self.say = LEAVE
            self.tick()
            return True
        if char == "w" and self.state().over:
            self.session.onlooker.looks = True
            self.patience.settle([])
            return True
        if char == "u":
            self.controller.clear()
            self._try(UNDO)
            self.redraw()
            return True
        if char == "!" and self.session.advises:
            self.controller.clear()
            self._asks_hint()
            self.redraw()
            return True
        if char == "y" and self.session.redo is not None:
            self.controller.clear()
            self._try(self.session.redo)
            self.redraw()
            return True
        if char == "/":
            self.patience.speak()
            return True
        return False

    def _asks_hint(self) -> None:
        try:
            self.room.ask_hint()
        except IllegalMove as refusal:
            self.say = str(refusal)

    def tick(self) -> None:
        super().tick()
        if not self.laid_out:
            return
        now, look = self.patience.now(), self.look
        width = max(PANEL, self.query_one("#panel").content_size.width)
        self.bar("panel", panel(self.session, look, now, self.table.size.height, width))
        self.bar("line", one_line(self.session, look, now))
        if self.patience.line is not ConnectionState.UP:
            self.bar("status", Text(RECONNECTING, plain(look.palette.alarm)))

    def header(self) -> Text:
        board = self.session.board
        value = board.progress if board else 0
        loud = plain(self.look.palette.loud)
        text = Text(no_wrap=True, overflow="ellipsis")
        text.append(_(self.game.book.title).upper(), loud)
        code = displayed(self.session.code or "")
        text.append("  " + _("RACE {code}", code=code) + "  ")
        now = self.patience.now()
        text.append(f"{bell(self.session, self.look, now)}  ")
        left = called(self.session, now)
        if left:
            text.append(f"{left}  ", loud if call_is_near(self.session, now) else "")
        shown = self.session.dealing or board
        if shown is not None and shown.stopped_counting:
            text.append(f"{_('no crown now')}  ", loud)
        points = None if board is None else board.points
        tail = "" if points is None else "  " + ngettext("{n} point", "{n} points", points)
        tail = self.points_so_far() or tail
        self.with_progress(text, value, 10, tail)
        if self.session.outbox:
            text.append(f"  {self.look.glyphs.dot * 3}", loud)
        return text

    def key_pairs(self) -> list[tuple[str, str]]:
        away = [("F9", _("break"))] if self.session.run is not None else []
        dealing = self.dealing()
        if dealing is not None:
            check = [("!", _("check the counts"))] if self.session.advises else []
            ways = [*check, ("r", _("rules")), ("x", _("give up")), *away, self.way_out()]
            return [(_("Space"), dealing.next_step()), *ways]
        if self.state().over:
            waiting = ("", _("waiting for the others"))
            return [
                waiting,
                ("w", _("watch them")),
                ("/", _("say")),
                ("r", _("rules")),
                self.way_out(),
            ]
        if self.session.awaits_call:
            still = thinking_sentence(self.session)
            waiting = ("", still or _("the next card is called when all have laid theirs"))
            return [waiting, ("r", _("rules")), self.way_out()]
        done = self.finish_keys()
        rest = [("u", _("undo"))] if self.session.takes_back else []
        rest += [("y", _("redo"))] if self.session.redo is not None else []
        rest += [("!", _("hint"))] if self.session.advises else []
        rest += [("r", _("rules")), ("?", _("keys")), ("/", _("say")), ("x", _("give up"))]
        keys = [(self.key_for(char), meaning) for char, meaning in rest]
        return [*done, *self.space_pair(), (_("Esc"), _("put back")), *keys, *away, self.way_out()]
