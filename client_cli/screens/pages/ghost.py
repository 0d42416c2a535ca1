"""Table page of a race against a ghost: a solo game with the standings of a finished record."""

from rich.text import Text

from client_cli.features.history import spoken_race
from client_cli.messages.game import plural
from client_cli.screens.page import plain
from client_cli.screens.pages.solo import SoloPage
from client_cli.screens.widgets.key_bar import choices
from client_cli.screens.widgets.standings import one_line, panel
from client_cli.solo.game import SoloGame
from client_cli.solo.ghost import RecordedGhost

NO_HINT = "There is no advice in a race, not even against a ghost."


class GhostPage(SoloPage):
    """A solo game with the clock, time limit and take-back rule of the record."""

    side_panel = True

    def __init__(self, solo: SoloGame, ghost: RecordedGhost) -> None:
        self.ghost = ghost
        super().__init__(solo, lambda: solo.number, tips=False)

    def tip(self) -> str:
        return "" if self.solo.moves else self.ghost.introduction()

    def tick(self) -> None:
        super().tick()
        if not self.laid_out:
            return
        if self.solo.ring(self.ms):
            self.say = ""
            self._finish()
            self.redraw()
        session = self.ghost.session(self.solo.board, self.ms, self.patience.now())
        now, look = self.patience.now(), self.look
        self.bar("panel", panel(session, look, now, self.table.size.height))
        self.bar("line", one_line(session, look, now))

    def header(self) -> Text:
        value, points = self.game.progress(self.solo.state), self.solo.points()
        told = "" if points is None else f"  {plural(points, 'point')}"
        loud = plain(self.look.palette.loud)
        text = Text(no_wrap=True, overflow="ellipsis")
        text.append(self.game.book.title.upper(), loud)
        text.append(f"  GHOST {spoken_race(self.ghost.record.race)}  {self.clock()}  ")
        return self.with_progress(text, value, 10, told)

    def key_pairs(self) -> list[tuple[str, str]]:
        if self.solo.state.over:
            return [("z", "race it again"), ("r", "rules"), ("q", "leave")]
        unwanted = {"!", "n", *([] if self.ghost.record.terms.take_back != "none" else ["u"])}
        return [
            (key, told)
            for key, told in super().key_pairs()
            if key.removeprefix("^").lower() not in unwanted
        ]

    def own_quiet_keys(self) -> list[tuple[str, str]]:
        return [(self.key_for("z"), "race it again")]

    def command(self, char: str) -> bool:
        if char == "n":
            return False
        if char == "!":
            self.say = NO_HINT
            self.redraw()
            return True
        return super().command(char)

    def verdict(self) -> Text:
        text = Text(justify="center")
        own = self.solo.final()
        text.append(f"{self.ghost.verdict(own)}\n\n", plain(self.look.palette.loud))
        text.append_text(choices(("z", "race it again"), ("q", "leave")))
        text.append("Esc looks at the table once more", plain(self.look.palette.quiet))
        return text
