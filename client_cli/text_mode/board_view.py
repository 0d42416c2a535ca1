"""The command `watch` in line mode: draw the board of a contestant (their cards in the race) once.
Later changes of the board are printed as sentences."""

from typing import Any

from client_cli.messages import table_text
from client_cli.net.room_protocol import RoomProtocol
from client_cli.terminal.output import Output
from engine.table import State
from protocol.texts import _

HELP = _("""\
watch BEN  the board of somebody, once your game is over; "watch" redraws it
watch leader    the board of whoever leads, from one to the next""")
LEADER = "leader"


class BoardView:
    """Carries out the command `watch`, and draws the board of the contestant whom the spectator has
    named. `RoomSession`, the client's copy of the room, reports later changes in sentences."""

    def __init__(self, room: RoomProtocol, voice: Output) -> None:
        self._room, self._voice = room, voice
        self._drawn: tuple[str, int] | None = None
        self._follows = False
        """Whether the spectator watches the leader's board, and another board when the leader
        changes."""

    def execute(self, line: str) -> bool:
        """Carry out a line that the spectator has typed if it is a `watch` command. Return whether
        it is one."""
        word, _space, name = line.strip().partition(" ")
        if word.lower() != "watch":
            return False
        session, wished = self._room.session, name.strip().casefold()
        if not wished:
            self._drawn = None
            self.draw_once()
            if self._drawn is None:
                self._voice.say([_("Whose board? Name them: watch BEN.")])
            return True
        self._follows = wished == LEADER
        if self._follows:
            session.onlooker.wished = session.onlooker.why_not = None
            self.follow()
            return True
        names = {m.name.casefold(): seat for seat, m in session.members.items() if m.racing}
        found = [seat for known, seat in names.items() if known.startswith(wished)]
        seat = names.get(wished, found[0] if len(found) == 1 else None)
        if seat is None:
            self._voice.say([_("Nobody of that name races: {name}.", name=name.strip()[:24])])
        elif seat == session.seat:
            self._voice.say([_('"look" shows your own table.')])
        else:
            self._drawn = None
            self._room.watch_board(seat)
        return True

    def follow(self) -> None:
        """If the spectator watches whoever leads (`watch leader`) and another contestant leads now,
        request this contestant's board."""
        session = self._room.session
        if not self._follows:
            return
        if session.onlooker.why_not is not None:  # the server shows no boards and has said so
            self._follows = False
            return
        ranked = [placed.standing.seat for placed in session.ranking()]
        first = next((seat for seat in ranked if seat != session.seat), None)
        if first is not None and first != session.onlooker.wished and session.status == "running":
            self._room.watch_board(first)

    def state(self) -> State[Any] | None:
        """Return the position on the board that the spectator watches; None if the spectator
        watches no board or the server has not shown it yet."""
        seen = self._room.session.onlooker.seen
        return seen.state if seen is not None else None

    def draw_once(self) -> None:
        """Draw the board that the spectator has asked for if the server has sent it and it has not
        been drawn yet."""
        session, board = self._room.session, self._room.session.onlooker.seen
        if board is None or session.rules is None or session.race is None:
            return
        shown = (session.race.id, board.seat)
        if shown == self._drawn or board.state is None:
            return
        self._drawn = shown
        name = session.name(board.seat)
        late = _(", {n} seconds ago", n=round(board.delay_ms / 1000)) if board.delay_ms else ""
        lines = table_text.table(session.rules, board.state, self._voice.cards)
        self._voice.say([_("The board of {name}{late}:", name=name, late=late), *lines])
