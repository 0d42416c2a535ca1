"""The page of a race against a ghost. A ghost is a finished game of some player, taken from its
record; the player plays the same deal alone, and the page shows the standings of both."""

from rich.text import Text

from client_cli.features.history import spoken_race
from client_cli.screens.page import plain
from client_cli.screens.pages.solo import SoloPage
from client_cli.screens.widgets.key_bar import choices
from client_cli.screens.widgets.standings import one_line, panel
from client_cli.solo.game import SoloGame
from client_cli.solo.ghost import RecordedGhost
from protocol.texts import _, ngettext

NO_HINT = _("There are no hints in a race, not even against a ghost.")


class GhostPage(SoloPage):
    """The table of a race against a ghost. The bell (the time at which the race ends) and the rule
    about taking moves back are those of the ghost's record. The player gets no hints."""

    side_panel = True
    messages_beside = False

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
        tail = "" if points is None else "  " + ngettext("{n} point", "{n} points", points)
        loud = plain(self.look.palette.loud)
        text = Text(no_wrap=True, overflow="ellipsis")
        text.append(_(self.game.book.title).upper(), loud)
        race = _("GHOST {race}", race=spoken_race(self.ghost.record.race))
        text.append(f"  {race}  {self.clock()}  ")
        return self.with_progress(text, value, 10, tail)

    def key_pairs(self) -> list[tuple[str, str]]:
        if self.solo.state.over:
            return [("z", _("race it again")), ("r", _("rules")), ("q", _("leave"))]
        unwanted = {"!", "n", *([] if self.ghost.record.terms.take_back != "none" else ["u"])}
        return [
            (key, meaning)
            for key, meaning in super().key_pairs()
            if key.removeprefix("^").lower() not in unwanted
        ]

    def own_quiet_keys(self) -> list[tuple[str, str]]:
        return [(self.key_for("z"), _("race it again"))]

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
        text.append_text(choices(("z", _("race it again")), ("q", _("leave"))))
        text.append(_("Esc looks at the table once more"), plain(self.look.palette.quiet))
        return text
