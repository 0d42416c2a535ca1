"""The page of a game played alone: clock, undo, hints, the same deal again, and the result."""

import asyncio
import random
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Self

from rich.text import Text
from textual.worker import Worker

from client_cli.exit_codes import Failure
from client_cli.messages.game import (
    NO_FINISH,
    STUCK,
    advises,
    by_points,
    checked_counts,
    clock,
    pace,
    suggested_tilts,
    what_changed,
)
from client_cli.screens import registry
from client_cli.screens.page import NoticeBox, plain
from client_cli.screens.pages.keys import has_pile
from client_cli.screens.pages.play import PlayPage
from client_cli.screens.table.deal_counter import DealCounter
from client_cli.screens.table.input_controller import name_of
from client_cli.screens.table.move_targets import spelled
from client_cli.screens.widgets.key_bar import choices
from client_cli.solo import saved_games
from client_cli.solo.game import SoloGame
from client_cli.solo.saved_games import SavedGame
from client_cli.state.card_marks import CardMarks
from client_cli.state.card_marks import Place as Mark
from client_cli.state.deal_frames import DealFrames
from engine.aids import finish
from engine.errors import IllegalMove
from engine.table import State
from protocol.texts import _, ngettext

if TYPE_CHECKING:
    from engine.solver.difficulty_classes import Difficulty

LARGEST_DEAL = 99_999
"""The largest deal number that is chosen at random, so that the number is short enough to be told
to a friend."""
TIPS = (
    _("Press a letter to pick a pile, then the pile it goes to."),
    _("The same letter twice plays the card to its only legal place."),
    _("Space deals. Esc puts back what you picked up; ? shows every key."),
)
SQUARE_TIPS = (
    _("Type a letter and a number to lay the next card, such as d4."),
    _("Every card must touch one already laid, by a side or a corner."),
    _("Click a dot, or walk there with the arrows and press Enter."),
)


def new_deal() -> int:
    """Return a random deal number, from 1 to LARGEST_DEAL, for the next game."""
    return random.randint(1, LARGEST_DEAL)


class SoloPage(PlayPage):
    """The table of a game played alone. The function `new_deal` returns the number of the deal to
    play next. With `tips`, a tip for newcomers is shown before each of the first moves."""

    messages_beside = True

    def __init__(
        self, solo: SoloGame, new_deal: Callable[[], int], tips: bool = True, told: str = ""
    ) -> None:
        self.game, self.solo = solo.game, solo
        super().__init__()
        self._new_deal, self._tips, self._told = new_deal, tips, told
        self._began: int | None = None
        self._passed_ms = 0
        """Milliseconds played before this page was opened, in a game that was saved."""
        self._keeps = True
        self._search: Worker[None] | None = None
        """The search for the next winnable deal, if one is under way."""

    @classmethod
    def going_on(cls, left: SavedGame, new_deal: Callable[[], int]) -> Self:
        """Create a page on which the player continues the saved game `left`."""
        page = cls(left.solo, new_deal, tips=False)
        page.own_marks, page._passed_ms = left.marks, left.ms
        return page

    def on_mount(self) -> None:
        if self._passed_ms:
            self._began = self.patience.now() - self._passed_ms
        else:
            self._begin(self.solo)

    def on_unmount(self) -> None:
        self.keep()

    def _begin(self, solo: SoloGame) -> None:
        self.solo, self._began = solo, self.patience.now()
        self.patience.tone("shuffle")
        self.controller.clear()
        self.own_marks, self.tally = CardMarks(), DealCounter(self.game)
        self.suggested = CardMarks()
        self.say, self._told = self._told or ("" if solo.dealing else self.tip()), ""

    def keep(self) -> None:
        """Save the game, if it is unfinished, on this computer. If saving fails, show the reason,
        and do not try again."""
        storage = self.patience.storage
        if storage is None or not self._keeps or not self.solo.is_stored:
            return
        try:
            saved_games.keep(storage, self.solo, self.marks, self.ms)
        except Failure as failure:
            self._keeps, self.say = False, str(failure)

    def _changed(self) -> None:
        """Called after a move or a tilt of a card. Save the game, and stop showing the tilts that
        the last hint suggested."""
        self.suggested = CardMarks()
        self.keep()

    def leave(self) -> None:
        """Save the game and leave the page. The game is saved before the page closes, because the
        page under it lists the unfinished games and is shown before this page is unmounted."""
        self.keep()
        self.patience.leave_table()

    def tip(self) -> str:
        """Return the tip for the next move, if it is one of the first moves of the game; otherwise
        an empty text."""
        tips = SQUARE_TIPS if "grid" in self.game.facts(self.solo.state) else TIPS
        return tips[self.solo.moves] if self._tips and self.solo.moves < len(tips) else ""

    @property
    def ms(self) -> int:
        """The milliseconds that the game has taken: until now or, once the game is over, until its
        end."""
        ended = self.solo.board.ended_ms
        began = self._began if self._began is not None else self.patience.now()
        return self.patience.now() - began if ended is None else ended

    def clock(self) -> str:
        """Return the time that the game has taken as text; empty if the player has hidden the
        timer."""
        return clock(self.ms) if self.look.timer else ""

    def state(self) -> State[Any]:
        return self.solo.state

    def dealing(self) -> DealFrames | None:
        return self.solo.dealing

    def next_frame(self) -> None:
        self.solo.next_frame()
        if self.solo.dealing is None:
            self.say = self.tip()
        self.keep()

    def shown(self) -> State[Any]:
        return self.solo.shown()

    def make(self, move: Any) -> None:
        before = self.solo.state
        self.solo.play(move, self.ms)
        if self.solo.state.over:
            self.say = ""
            self._finish()
        else:
            told = what_changed(self.game, before, self.solo.state)
            stuck = self.solo.stuck
            tip = "" if stuck else self.tip()
            self.say = tip or self.join_sentences([*told, STUCK] if stuck else told)
        self._changed()

    def make_finish(self) -> None:
        moves = finish(self.game, self.solo.state)
        if not moves:
            raise IllegalMove(NO_FINISH)
        for move in moves:
            self.make(move)

    def send_mark(self, place: Mark, tilt: int) -> None:  # noqa: ARG002 # all tilts are saved with the game
        self._changed()

    def header(self) -> Text:
        value, points = self.game.progress(self.solo.state), self.solo.points()
        tail = "" if points is None else "  " + ngettext("{n} point", "{n} points", points)
        tail = self.points_so_far() or tail
        text = Text(no_wrap=True, overflow="ellipsis")
        text.append(_(self.game.book.title).upper(), plain(self.look.palette.loud))
        text.append(f"  {self.solo.title}  {self.clock()}  ")
        return self.with_progress(text, value, 16, tail)

    def key_pairs(self) -> list[tuple[str, str]]:
        dealing = self.dealing()
        if dealing is not None:
            return [
                (_("Space"), dealing.next_step()),
                ("!", _("check the counts")),
                ("r", _("rules")),
                ("x", _("give up")),
                ("q", _("leave")),
            ]
        if self.solo.state.over:
            return [
                ("n", _("new deal")),
                ("z", _("same deal again")),
                ("r", _("rules")),
                ("q", _("leave")),
            ]
        rest = [("u", _("undo")), *([("y", _("redo"))] if self.solo.redoes else [])]
        rest += [("!", _("hint"))] if advises(self.game) else []
        rest += [("r", _("rules")), ("?", _("keys")), ("x", _("give up"))]
        rest += [] if has_pile(self.game, "n") else [("n", _("new deal"))]
        rest.append(("q", _("leave")))
        return [
            *self.finish_keys(),
            *self.space_pair(),
            *((self.key_for(char), meaning) for char, meaning in rest),
        ]

    def own_quiet_keys(self) -> list[tuple[str, str]]:
        new = [(self.key_for("n"), _("new deal"))] if has_pile(self.game, "n") else []
        playing = self.solo.state.over is None and self.solo.dealing is None
        branches = [(self.key_for("b"), _("branches and bookmarks"))] if playing else []
        return [*new, *branches, (self.key_for("z"), _("same deal again"))]

    def command(self, char: str) -> bool:
        match char:
            case "u":
                self._undo()
            case "y":
                self._redo()
            case "b" if self.solo.state.over is None and self.solo.dealing is None:
                registry.BRANCHES.open(self.app, self.solo, self._go_to)
            case "!":
                self._hint()
            case "n":
                self._deal_anew()
            case "z":
                self._same_deal()
            case "q":
                self.leave()
            case _:
                return False
        self.redraw()
        return True

    def _same_deal(self) -> None:
        """Begin the same deal again. If positions of the game have names, ask first, because the
        names are lost."""
        if not self.solo.bookmarks or self.solo.state.over is not None:
            self._begin_again()
            return
        question = _(
            "Begin again and lose the bookmarks? Press {key} again; any other key plays on.",
            key=self.key_for("z"),
        )
        own = self.patience.own_key("z") or "z"
        self.ask_first(question, own.removeprefix("ctrl+"), self._begin_again)

    def _begin_again(self) -> None:
        if self.patience.storage is not None:
            saved_games.abandon(self.patience.storage, self.solo)
        self._begin(self.solo.again())
        self.keep()

    def _deal_anew(self) -> None:
        """Begin a game of another deal. If the last deal was a winnable one, search for another
        first, in a thread, because the search can take several seconds."""
        number = self._new_deal()
        if self.solo.searched is None:
            self._begin(SoloGame(self.game, number))
        elif self._search is None:
            from client_cli.solo.winnable import SEARCHING  # not needed for the first picture

            self.say = SEARCHING
            difficulty = self.solo.searched.terms.difficulty
            self._search = self.run_worker(self._begin_winnable(number, difficulty))

    async def _begin_winnable(self, number: int, difficulty: "Difficulty | None") -> None:
        from client_cli.solo.winnable import search_deal

        try:
            searched = await asyncio.to_thread(search_deal, self.game, number, difficulty)
        finally:
            self._search = None
        self._told = searched.sentence()
        self._begin(SoloGame(self.game, number, searched=searched))
        self.redraw()

    def _undo(self) -> None:
        try:
            self.solo.undo(self.ms)
            self.controller.clear()
            self.say = _("Taken back.")
            self._changed()
        except IllegalMove as refusal:
            self.say = _(str(refusal))

    def _redo(self) -> None:
        before = self.solo.state
        try:
            self.solo.redo(self.ms)
            self.controller.clear()
            self.say = self.join_sentences(what_changed(self.game, before, self.solo.state))
            self._changed()
        except IllegalMove as refusal:
            self.say = _(str(refusal))

    def _go_to(self, number: int) -> None:
        """Go to a position that the player has chosen among branches and bookmarks."""
        before = self.solo.state
        try:
            self.solo.go_to(number, self.ms)
            self.controller.clear()
            self.say = self.join_sentences(what_changed(self.game, before, self.solo.state))
            self._changed()
        except IllegalMove as refusal:
            self.say = _(str(refusal))
        self.redraw()

    def _hint(self) -> None:
        """Show the keys that make the most promising move, the reason why the move is promising,
        and the tilts that the game's book suggests."""
        try:
            self.solo.ask_hint(self.ms)
        except IllegalMove as refusal:
            self.say = _(str(refusal))
            return
        if self.solo.dealing is not None:
            self.keep()
            self.say = " ".join(checked_counts(self.solo.counts(), self.tally.by_number()))
            return
        state = self.controller.fan.arranged(self.solo.state)
        from engine.computer_players.player import hints  # not needed for the first picture

        found = hints(self.game, state)
        self.controller.clear()
        self.keep()
        keys = spelled(self.game, state, found[0].move, lambda place: name_of(self.game, place))
        reason = _(found[0].reason, n=found[0].n)
        hint = _("Hint: {keys}. {reason}", keys=keys, reason=reason)
        self.suggested = CardMarks.suggested(self.game, state)
        said = checked_counts(self.solo.counts(), self.tally.by_number()) or [
            hint,
            *suggested_tilts(self.suggested.tilted(self.game.view(state))),
        ]
        self.say = " ".join(said)

    def _finish(self) -> None:
        storage = self.patience.storage
        if storage is not None and self.solo.is_stored:
            try:
                storage.save_record(self.solo.name, self.solo.record(storage.name() or "you"))
            except Failure as failure:
                self.say = str(failure)
        self.app.push_screen(NoticeBox(self.verdict(), "nzq"), self._after_verdict)

    def _after_verdict(self, key: str | None) -> None:
        if key:
            self.command(key)

    def verdict(self) -> Text:
        """Return the text of the dialog at the end of a game: the result, and the keys with which
        the player can go on."""
        over, loud = self.solo.state.over, plain(self.look.palette.loud)
        best, goal, points = self.solo.board.best, self.game.goal, self.solo.points()
        time, moves = clock(self.ms), self.solo.moves
        made = ngettext("{n} point", "{n} points", points or 0)
        text = Text(justify="center")
        if over and over.result == "won":
            row = " ".join(self.look.suit(card) for card in ("AS", "AH", "AD", "AC"))
            text.append(f"{row}   {_('SOLVED!')}   {row[::-1]}\n\n", loud)
            title = _(self.game.book.title)
            result = ngettext(
                "{game} in {time}, {n} move",
                "{game} in {time}, {n} moves",
                moves,
                game=title,
                time=time,
            )
        elif over and over.result == "complete":
            text.append(f"{_('Complete.') if points is None else made}\n\n", loud)
            result = _("The square is full after {time}", time=time)
        elif by_points(self.game):
            given_up = _("You have given up, with {points}.", points=made)
            text.append(f"{given_up}\n\n", loud)
            result = _("{best} of {goal} laid in {time}", best=best, goal=goal, time=time)
        else:
            text.append(f"{_('The rotten cards have won.')}\n\n", loud)
            result = _("{best} of {goal} in {time}", best=best, goal=goal, time=time)
        if not self.solo.board.clean:
            result = _("{result}, with help", result=result)
        text.append(f"{result}.\n")
        text.append(f"{pace(moves, self.ms)}\n\n", plain(self.look.palette.quiet))
        text.append_text(
            choices(("n", _("new deal")), ("z", _("same deal again")), ("q", _("leave")))
        )
        text.append(_("Esc looks at the table once more"), plain(self.look.palette.quiet))
        return text
