"""A race in numbers: for watchers, and for those who came too late to be in it."""

from rich.text import Text

from client_cli.screens.page import keyline, plain, progress_bar
from client_cli.screens.panel import bell, sign, told
from client_cli.screens.room_page import RoomPage
from client_cli.sentences import score


class WatchPage(RoomPage):
    """Standings only: an open board would be a crib for anyone still playing."""

    def body(self) -> Text:
        session, look = self.session, self.look
        loud, quiet = plain(look.palette.loud), plain(look.palette.quiet)
        goal = session.rules.goal if session.rules else 1
        text = Text(f"\n  {bell(session, self.patience.now())}\n\n", loud)
        for placed in session.ranking():
            standing = placed.standing
            text.append(f"  {placed.place:>2}  {session.name(standing.seat):<24} ")
            text.append(progress_bar(look, standing.best, goal, 20), loud)
            text.append(f" {told(session, placed):>3} {sign(session, placed, look)}")
            text.append(f"  {score(session.rules, standing)}\n", quiet)
        return text

    def keys(self) -> Text:
        return keyline(self.look, ("r", "rules"), ("q", "leave"))

    def command(self, key: str, char: str) -> bool:  # noqa: ARG002
        if char == "q":
            self.patience.leave_room(give_up_seat=False)
        return char == "q"
