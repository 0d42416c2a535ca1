"""Before a race: the code to pass on, who is here, who is ready."""

from textwrap import wrap

from rich.text import Text

from client_cli.race_terms import told as race_words
from client_cli.room_news import changed
from client_cli.screens.page import keyline, plain
from client_cli.screens.room_page import RoomPage
from protocol import codes
from protocol.rooms import ChangeSettings, Settings, StandAside

SHORT = 16
"""Hexadecimal digits of the commitment that are shown: enough to compare by eye."""


class LobbyPage(RoomPage):
    """Space for ready, `g` for the host to begin with those who are, `l` to lock; `/` to say
    something, or to do what has no key."""

    def body(self) -> Text:
        session, look = self.session, self.look
        loud, quiet = plain(look.palette.loud), plain(look.palette.quiet)
        race, rules = session.race, session.rules
        text = Text()
        if race is None or rules is None or session.code is None:
            return text
        text.append(f"\n  {codes.spoken(session.code)}\n", loud)
        text.append(f"  patience join {codes.spoken(session.code)}\n", quiet)
        if self.patience.invitation:
            text.append(f"  {self.patience.invitation}\n", quiet)
        width = max(40, self.app.size.width - 4)
        lines = wrap(race_words(race, rules), width, initial_indent="  ", subsequent_indent="  ")
        text.append("\n" + "\n".join(lines) + "\n")
        unusual = changed(Settings(), session.settings)
        text.append(f"  {' '.join(unusual)}\n" if unusual else "", quiet)
        text.append("\n")
        for seat, member in sorted(session.members.items()):
            if not member.left:
                self._member(text, seat)
        text.append(f"  {session.watchers} watching\n" if session.watchers else "", quiet)
        text.append("\n  The deal is fixed and sealed: commitment ", quiet)
        text.append(f"{race.commitment[:SHORT]}…\n", quiet)
        return text

    def _member(self, text: Text, seat: int) -> None:
        session, loud = self.session, plain(self.look.palette.loud)
        member = session.members[seat]
        mark = "[x]" if member.ready else "[ ]"
        notes = ["you"] if seat == session.seat else []
        notes += ["host"] if seat == session.host else []
        notes += ["bot"] if member.bot else ["claimed"] if member.claimed else []
        notes += ["silenced"] if member.silent else []
        notes += [] if member.here else [f"{self.look.glyphs.back_again} away"]
        text.append(f"  {mark} ", loud if member.ready else "")
        text.append(f"{member.name:<24}", loud if seat == session.seat else "")
        stands = "aside" if member.aside else "ready" if member.ready else "not yet"
        text.append(f" {stands:<8}{', '.join(notes)}\n")

    def keys(self) -> Text:
        if self.session.seat is None:
            return keyline(self.look, ("q", "leave"))
        pairs = [("Space", "not ready" if self._am_ready() else "ready")]
        if self.session.is_host:
            pairs.append(("g", "start"))
            pairs.append(("l", "unlock" if self.session.settings.locked else "lock"))
        pairs += [("a", "take part" if self._aside() else "aside"), ("/", "say")]
        return keyline(self.look, *pairs, ("r", "rules"), ("q", "leave"))

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
