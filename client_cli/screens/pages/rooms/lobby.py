"""The page of a room before a race: the room's code as text and QR code, the people present, and
who is ready."""

from textwrap import wrap

from rich.text import Text
from textual.app import ComposeResult
from textual.containers import Horizontal, VerticalScroll
from textual.widgets import Static

from client_cli.features.computer_players import bot_words
from client_cli.messages import presence
from client_cli.messages.displayed_code import HIDDEN, codes_are_hidden, displayed
from client_cli.messages.next_race import score_lines
from client_cli.messages.race_terms import race_line
from client_cli.messages.room_talk import changed
from client_cli.net import invitations
from client_cli.net.invitations import Invitation
from client_cli.screens import registry
from client_cli.screens.page import NoticeBox, plain
from client_cli.screens.pages.rooms.room import RoomPage
from client_cli.screens.widgets.qr_code import square_code
from engine.rules import Rules
from protocol.from_server import RaceInfo
from protocol.presence import Challenge
from protocol.rooms.computer_players import ComputerPlayer, SeatBot
from protocol.rooms.room_settings import ChangeSettings, Settings, StandAside
from protocol.texts import _, ngettext

SHORT = 16
"""The number of hexadecimal digits of the commitment shown, enough to compare by eye."""


BESIDE, WORDS, BARS = 80, 44, 5
"""The least screen width for a QR code beside the text, the width that the text needs beside it,
and the lines of the screen that other bars take."""
BOX_FRAME = 6
SEALED = 66
"""Cells that the sentence with the commitment takes in one line."""
MOST_NAME, LESS_NAME = 24, 12
"""Cells for a person's name: the first number in a wide window, the second in a narrow window or
beside a QR code."""
NARROWEST, SCROLLS = 16, 4
"""The least width of the text, and the cells kept free for its scroll bar."""
LOW = 14
"""Screen height in lines below which the page shows only the people in the room and, after them,
the terms of the race."""


class LobbyPage(RoomPage):
    """The page of a room before a race. Space switches whether the player is ready. Two keys are
    for the host of the room: `g` starts the race and `l` locks the room. The key `/` opens the chat
    input, which also takes commands."""

    DEFAULT_CSS = "LobbyPage #square { width: auto; height: auto; padding: 0 2; }"

    def compose(self) -> ComposeResult:
        yield Static(id="header", classes="bar")
        with Horizontal(id="middle"):
            with VerticalScroll(can_focus=False):
                yield Static(id="body")
            yield Static(id="square")
        yield Static(id="status", classes="bar")
        yield Static(id="keys", classes="bar")

    def tick(self) -> None:
        self._square = self._beside()
        super().tick()
        for square in self.query("#square").results(Static):
            square.display = self._square is not None
            square.update(self._square or "")

    def on_resize(self) -> None:
        self.tick()

    def _invited(self) -> Invitation:
        """Return the link and the command with which others join the room. Both are empty if nobody
        is to be invited or the player hides room codes."""
        reach = self.patience.reach
        if codes_are_hidden():
            return Invitation("", "")
        return Invitation("", "") if reach is None else invitations.invitation(reach, self.session)

    def _beside(self) -> Text | None:
        """Return the QR code to draw beside the text of the lobby; None if there is no link or no
        room for it."""
        drawn = square_code(self._invited().link, self.look)
        size = self.app.size
        if drawn is None or size.width < BESIDE or self.session.status != "lobby":
            return None
        lines = drawn.plain.split("\n")
        fits = len(lines) <= size.height - BARS and len(lines[0]) + WORDS <= size.width
        return drawn if fits else None

    def _show_code(self) -> None:
        """Show the room's code, the link and, if it fits, the QR code in a dialog, and copy the
        link to the clipboard. If the player hides room codes, only copy the link."""
        if codes_are_hidden():
            self._copy_hidden_link()
            return
        code, invited = displayed(self.session.code or ""), self._invited()
        link, drawn = invited.link, square_code(invited.link, self.look)
        told = Text(f"{code}\n", justify="center")
        told.append(
            "\n".join(invitations.invitation_sentences(invited) if not link else [link]) + "\n"
        )
        if not link:
            self.app.push_screen(NoticeBox(told, "c"))
            return
        self.app.copy_to_clipboard(link)
        if drawn is not None and drawn.plain.count("\n") + 3 + BOX_FRAME <= self.app.size.height:
            told.append("\n")
            told.append_text(drawn)
        else:
            told.append("\n" + _("copied, where the terminal allows it"))
        self.app.push_screen(NoticeBox(told, "c"))

    def _copy_hidden_link(self) -> None:
        reach, told = self.patience.reach, [HIDDEN]
        link = "" if reach is None else invitations.invitation(reach, self.session).link
        if link:
            self.app.copy_to_clipboard(link)
            told.append(_("copied, where the terminal allows it"))
        self.app.push_screen(NoticeBox(Text("\n".join(told), justify="center"), "c"))

    _square: Text | None = None

    def body(self) -> Text:
        session, look = self.session, self.look
        loud, quiet = plain(look.palette.loud), plain(look.palette.quiet)
        race, rules = session.race, session.game
        text = Text()
        if race is None or rules is None or session.code is None:
            return text
        beside = 0 if self._square is None else len(self._square.plain.split("\n")[0]) + 4
        width = max(NARROWEST, self.app.size.width - SCROLLS - beside)
        if self.app.size.height < LOW:  # the header has the code, key `c` the link
            self._people(text)
            text.append_text(self._terms(race, rules, width))
            return text
        text.append(f"\n  {displayed(session.code)}\n", loud)
        invited = self._invited()
        lines = (
            [invited.link, invited.command]
            if invited.link
            else [HIDDEN]
            if codes_are_hidden()
            else invitations.invitation_sentences(invited)
        )
        for line in lines if self.patience.reach is not None else ():
            text.append("".join(f"{part}\n" for part in _filled(line, width)), quiet)
        text.append("\n")
        text.append_text(self._terms(race, rules, width))
        text.append("\n")
        self._people(text)
        text.append("".join(f"\n  {line}\n" for line in self._all_ready()), loud)
        text.append("\n  " + _("The deal is fixed and sealed:"), quiet)
        text.append("\n  " if width < SEALED else " ", quiet)
        sealed = _("commitment {digits}", digits=look.first(race.commitment, SHORT))
        text.append(f"{sealed}\n", quiet)
        return text

    def _terms(self, race: RaceInfo, rules: Rules, width: int) -> Text:
        """Return the game to be raced and the terms of the race that differ from the defaults, as
        text of `width` cells."""
        lines = wrap(race_line(race, rules), width, initial_indent="  ", subsequent_indent="  ")
        text = Text("\n".join(lines) + "\n")
        unusual = " ".join(changed(Settings(), self.session.settings))
        unusual = " ".join([unusual, *score_lines(self.session)]).strip()
        told = wrap(unusual, width, initial_indent="  ", subsequent_indent="  ")
        return text.append("".join(f"{line}\n" for line in told), plain(self.look.palette.quiet))

    def _people(self, text: Text) -> None:
        """Append to the text a line for each person in the room, and the number of spectators."""
        session = self.session
        for seat, member in sorted(session.members.items()):
            if not member.left:
                self._member(text, seat)
        quiet = plain(self.look.palette.quiet)
        if session.watchers:
            watching = ngettext("{n} watching", "{n} watching", session.watchers)
            text.append(f"  {watching}\n", quiet)

    def _all_ready(self) -> list[str]:
        """Return a line that tells the host what to do if nobody is waited for: the server does not
        start the race of one person alone, nor when a computer player was seated last. The list is
        empty for everybody else."""
        here = [one for one in self.session.members.values() if not (one.left or one.aside)]
        if not self.session.is_host or not all(one.ready for one in here):
            return []
        if len(here) == 1:
            return [_("Nobody else is here yet: wait for others, or b adds a bot.")]
        return [_("Everybody is ready: g starts the race.")] if here else []

    def _member(self, text: Text, seat: int) -> None:
        session, loud = self.session, plain(self.look.palette.loud)
        member = session.members[seat]
        mark = "[x]" if member.ready else "[ ]"
        notes = [_("you")] if seat == session.seat else []
        notes += [_("host")] if seat == session.host else []
        notes += [bot_words(member.player)] if member.bot else []
        notes += [_("claimed")] if member.claimed and not member.bot else []
        notes += [_("silenced")] if member.silent else []
        notes += [] if member.here else [f"{self.look.glyphs.back_again} {_('away')}"]
        text.append(f"  {mark} ", loud if member.ready else "")
        narrow = self._square is not None or self.app.size.width < SEALED
        room = LESS_NAME if narrow else MOST_NAME
        text.append(f"{member.name[:room]:<{room}}", loud if seat == session.seat else "")
        stands = _("aside") if member.aside else _("ready") if member.ready else _("not yet")
        text.append(f" {stands:<8}{', '.join(notes)}\n")

    def key_pairs(self) -> list[tuple[str, str]]:
        if self.session.seat is None:
            return [("c", _("show the code")), ("r", _("rules")), ("q", _("leave"))]
        pairs = [(_("Space"), _("not ready") if self._am_ready() else _("ready"))]
        if self.session.is_host:
            pairs.append(("g", _("start")))
            pairs.append(("b", _("add a bot")))
            locked = self.session.settings.locked
            pairs.append(("l", _("unlock the room") if locked else _("lock the room")))
        pairs += [
            ("f", _("challenge a friend")),
            ("c", _("show the code")),
            ("a", _("take part") if self._aside() else _("stand aside")),
            ("/", _("say")),
        ]
        return [*pairs, ("r", _("rules")), ("q", _("leave"))]

    def _seat_bot(self) -> None:
        """Let the host choose how the computer player plays, then ask the server to seat it."""

        def seat(player: ComputerPlayer) -> None:
            self.patience.do(self.room.request(SeatBot, strength=player.strength, pace=player.pace))

        registry.SEAT_BOT.open(self.app, seat)

    def _challenge(self) -> None:
        """Let the player choose a friend who is on line, and ask the server to challenge them."""

        async def ask(name: str) -> None:
            await self.room.request(Challenge, name=name)
            self.patience.heard([presence.sent(name)])

        here = [member.name for member in self.session.members.values() if not member.left]
        registry.CHALLENGE.open(self.app, here, lambda name: self.patience.do(ask(name)))

    def _aside(self) -> bool:
        member = self.session.members.get(-1 if self.session.seat is None else self.session.seat)
        return member is not None and member.aside

    def _am_ready(self) -> bool:
        seat = self.session.seat
        return (
            seat is not None and seat in self.session.members and (self.session.members[seat].ready)
        )

    def command(self, key: str, char: str) -> bool:
        if key == "space" and self.session.seat is not None:
            self.patience.do(self.room.unready() if self._am_ready() else self.room.ready())
        elif char == "g" and self.session.is_host:
            self.patience.do(self.room.start())
        elif char == "b" and self.session.is_host:
            self._seat_bot()
        elif char == "f" and self.session.seat is not None:
            self._challenge()
        elif char == "c":
            self._show_code()
        elif char == "l" and self.session.is_host:
            settings = self.session.settings
            locked = settings.model_copy(update={"locked": not settings.locked})
            self.patience.do(self.room.request(ChangeSettings, settings=locked))
        elif char == "a" and self.session.seat is not None:
            self.patience.do(self.room.request(StandAside, aside=not self._aside()))
        elif char == "q":
            self.patience.leave_room(give_up_seat=True)
        else:
            return False
        return True


def _filled(line: str, width: int) -> list[str]:
    """Break a line that invites others into lines of at most `width` cells. A link in it is not
    broken, so that it can be copied."""
    return wrap(
        line,
        width,
        initial_indent="  ",
        subsequent_indent="  ",
        break_on_hyphens=False,
        break_long_words=False,
    )
