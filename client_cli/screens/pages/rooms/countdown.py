"""The page of a room during the countdown to a race: the seconds left, in large digits."""

from textwrap import wrap

from rich.text import Text

from client_cli.screens.page import plain
from client_cli.screens.pages.rooms.room import RoomPage
from protocol.texts import _

DIGITS = {
    5: ("█████", "█    ", "████ ", "    █", "████ "),
    4: ("█   █", "█   █", "█████", "    █", "    █"),
    3: ("████ ", "    █", " ███ ", "    █", "████ "),
    2: ("████ ", "    █", " ███ ", "█    ", "█████"),
    1: ("  █  ", " ██  ", "  █  ", "  █  ", " ███ "),
}


class CountdownPage(RoomPage):
    """The page during the countdown: the seconds until the cards are dealt, and the names of the
    contestants."""

    def body(self) -> Text:
        left = self.session.clock.starts_in_ms(self.patience.now())
        seconds = min(5, -(-(left or 0) // 1000))
        width = self.app.size.width
        text = Text("\n\n")
        for row in DIGITS.get(seconds, ("", "", _("Dealing…"), "", "")):
            wide = "".join(char * 2 for char in row) if seconds in DIGITS else row
            drawn = wide.replace("█", self.look.glyphs.bar)
            text.append(f"{drawn:^{width}}".rstrip() + "\n", plain(self.look.palette.loud))
        racing = [m.name for m in self.session.members.values() if m.racing]
        for line in wrap(f" {self.look.glyphs.dot} ".join(racing), width):
            text.append(f"\n{line:^{width}}".rstrip())
        return text

    def key_pairs(self) -> list[tuple[str, str]]:
        return [("r", _("rules")), ("/", _("say"))]
