"""A game played alone in line mode, for pipes, screen readers and plain terminals."""

import time
from collections.abc import Iterable
from dataclasses import asdict
from pathlib import Path
from typing import Any

from client_cli.exit_codes import Failure
from client_cli.features.history import spoken_race
from client_cli.local.storage import Storage
from client_cli.messages import table_text
from client_cli.messages.game import (
    NO_FINISH,
    STUCK,
    by_points,
    checked_counts,
    options,
    own_end,
    pace,
    suggested_tilts,
    what_changed,
)
from client_cli.solo import branches, saved_games
from client_cli.solo.game import LONGEST_BOOKMARK, SoloGame, new_deal_number
from client_cli.solo.winnable import SEARCHING, search_deal
from client_cli.state.card_marks import CardMarks
from client_cli.terminal.output import Output, is_terminal
from client_cli.text_mode import card_marks
from client_cli.text_mode.card_marks import Counts
from client_cli.text_mode.parser import HELP, LineParser, offered, score
from client_cli.text_mode.solo.ghost_notices import GhostNotices
from engine.aids import finish
from engine.computer_players.player import hints
from engine.errors import IllegalMove
from engine.games import AnyGame
from engine.moves import Resign
from engine.table import State
from protocol.texts import _

VERBS = (
    "quit",
    "exit",
    "undo",
    "redo",
    "branches",
    "go",
    "bookmark",
    "finish",
    "hint",
    "next",
    "race",
    "help",
    "?",
    "tilt",
    "marks",
    "count",
    "again",
    "new",
)
MORE_HELP = _("""\
undo       take the last move back; the result says so
redo       make the move again that was taken back last
branches   the ends of all lines you have played, and the positions with names
go 2       go to number 2 of these, or to a name; "go 0" to the deal
bookmark X call this position X; "bookmark" alone removes the name
finish     play a won game to its end, when nothing is left to decide
hint       the most promising moves, and why; the result says so
next       the next round of a deal that is watched
again      the same deal from the start
new        another deal
race       against a ghost: how both stand
quit       leave""")
WHAT_NOW = _('Type "again" for the same deal, "new" for another, or "quit".')
MOST_HINTS = 5


class SoloLines:
    """A game played alone in line mode: reads the player's commands and prints their results."""

    def __init__(
        self,
        solo: SoloGame,
        voice: Output,
        storage: Storage,
        marks: CardMarks | None = None,
        passed_ms: int = 0,
    ) -> None:
        """`marks` are the tilt marks of a saved game, and `passed_ms` is the time already played in
        it, in milliseconds. A new game has neither."""
        self.solo, self.voice, self.storage = solo, voice, storage
        self._reader = LineParser(VERBS, voice.cards)
        self.failed: Failure | None = None
        """Why the game or its record could not be written; None if it could."""
        self._begin(solo, marks, passed_ms)

    def _begin(self, solo: SoloGame, marks: CardMarks | None = None, passed_ms: int = 0) -> None:
        self.solo, self._marks, self._told_end = solo, marks or CardMarks(), False
        self._ghost, self._counts = GhostNotices(solo), Counts(solo.game)
        self._zero = time.monotonic_ns() - passed_ms * 1_000_000

    @property
    def _ms(self) -> int:
        return (time.monotonic_ns() - self._zero) // 1_000_000

    def run(self, lines: Iterable[str]) -> None:
        """Read and carry out commands until `quit` or the end of the input. If the output is JSON
        for a program, also stop at the end of the game. Raises Failure at the end if the game or
        its record could not be stored."""
        self._introduce()
        for line in lines:
            if self.solo.ring(self._ms):
                self._end()
            elif not self._execute(line):
                break
            self._keep_on()
            if self.over and not self._told_end:
                self._end()
            if self.over and self.voice.as_json:
                break
            if not self.over:
                self.voice.say(self._ghost.lead(self._ms))
        if self.voice.as_json and self.solo.stuck:  # a program whose game is stuck ends it
            self._play(Resign())
            self._end()
        if not self.over:
            self._leave()
        if self.failed is not None:
            raise Failure(
                self.failed.code, _("What was played is not kept. {failed}", failed=self.failed)
            )

    def _keep_on(self) -> None:
        """Save the unfinished game, so that the player can continue it. If the output is JSON for a
        program, save nothing."""
        if self.voice.as_json or self.failed is not None:
            return
        try:
            saved_games.keep(self.storage, self.solo, self._marks, self._ms)
        except Failure as failure:
            self.failed = failure

    def _introduce(self) -> None:
        game, ghost = self.solo.game, self.solo.ghost
        chosen = options(game.chosen, game)
        deal = (
            spoken_race(ghost.record.race) if ghost else _("deal {number}", number=self.solo.number)
        )
        self.voice.say(
            [
                _(
                    "{game}{options}, {deal}. Type help for help.",
                    game=_(game.book.title),
                    options=chosen,
                    deal=deal,
                )
            ]
        )
        self.voice.say([ghost.introduction()] if ghost else [])
        self.voice.say([self.solo.searched.sentence()] if self.solo.searched else [])
        self._show_table()

    def _leave(self) -> None:
        """Print the command with which the player can continue an unfinished game."""
        game = self.solo.game
        if self.solo.ghost is not None:
            return self.voice.say([_("Not finished; the ghost keeps the field.")])
        again = f"patience play {game.slug} --deal {self.solo.number}"
        again += " --winnable" if self.solo.searched else ""
        again += f" --difficulty {self.solo.difficulty}" if self.solo.difficulty else ""
        kept = self.solo.begun and not self.voice.as_json and self.failed is None
        self.voice.say([_("Go on with it by: patience play --resume")] if kept else [])
        return self.voice.say(
            [
                _(
                    "Not finished; the same deal again: {again}{flags}",
                    again=again,
                    flags=_flags(game),
                )
            ]
        )

    @property
    def over(self) -> bool:
        return self.solo.state.over is not None

    def _execute(self, line: str) -> bool:
        typed = self._reader.read(self.solo.game, self.solo.state, line)
        doing = {
            "undo": self._undo,
            "redo": self._redo,
            "branches": self._branches,
            "finish": self._finish,
            "hint": self._hint,
            "marks": self._tell_marks,
            "next": self._next,
        }
        if typed.move is not None:
            self._play(typed.move)
        elif typed.verb in ("quit", "exit"):
            return False
        elif typed.verb in doing:
            doing[typed.verb]()
        elif typed.verb in ("tilt", "count"):
            self._tilt(typed.rest) if typed.verb == "tilt" else self._count(typed.rest)
        elif typed.verb in ("go", "bookmark"):
            self._go(typed.rest) if typed.verb == "go" else self._bookmark(typed.rest)
        elif typed.verb in ("again", "new"):
            self._deal_anew(typed.verb)
        elif typed.verb == "race":
            self.voice.say(self._ghost.race(self._ms))
        elif typed.verb:
            self.voice.say(f"{HELP}\n{card_marks.HELP}\n{MORE_HELP}".splitlines())
        else:
            self.voice.say(typed.lines)
        return True

    def _play(self, move: Any) -> None:
        solo, before = self.solo, self.solo.state
        try:
            solo.play(move, self._ms)
        except IllegalMove as error:
            self.voice.say([_(str(error))])
            return
        self._tell_move(move, before)

    def _tell_move(self, move: Any, before: State[Any]) -> None:
        solo = self.solo
        self.voice.put(self._state("moved") | {"move": solo.game.codec.to_text(move)})
        if not self.voice.as_json:
            self.voice.say(what_changed(solo.game, before, solo.state))
            self.voice.say([STUCK] if solo.stuck else [])

    def _undo(self) -> None:
        before = self.solo.state
        try:
            self.solo.undo(self._ms)
        except IllegalMove as error:
            self.voice.say([_(str(error))])
            return
        self.voice.put(self._state("undone"))
        if not self.voice.as_json:
            self.voice.say(
                [_("Taken back."), *what_changed(self.solo.game, before, self.solo.state)]
            )

    def _redo(self) -> None:
        before = self.solo.state
        try:
            move = self.solo.redo(self._ms)
        except IllegalMove as error:
            self.voice.say([_(str(error))])
            return
        self._tell_move(move, before)

    def _branches(self) -> None:
        """List the positions to which `go` leads."""
        solo, tree = self.solo, self.solo.tree
        numbers = branches.choices(tree, solo.bookmarks)
        rows = [
            {"number": at, "name": solo.bookmarks.get(n), "moves": tree.positions[n].depth}
            for at, n in enumerate(numbers, 1)
        ]
        self.voice.put({"type": "branches", "branches": rows})
        if not self.voice.as_json:
            self.voice.say([] if numbers else [branches.NO_BRANCHES])
            self.voice.say(
                f"{at}. {branches.name_of(n, solo.bookmarks, at)}: "
                f"{branches.position_words(solo, tree, n)}"
                for at, n in enumerate(numbers, 1)
            )

    def _go(self, where: str) -> None:
        """Go to a position of the list that `branches` prints, named by its number there or by its
        bookmark, or to the deal, which is number 0."""
        solo, before = self.solo, self.solo.state
        numbers = [0, *branches.choices(solo.tree, solo.bookmarks)]
        named = {name.casefold(): number for number, name in solo.bookmarks.items()}
        at = int(where) if where.isascii() and where.isdecimal() else -1
        number = numbers[at] if 0 <= at < len(numbers) else named.get(where.casefold())
        if number is None:
            self.voice.say([_("There is no such position; branches lists them.")])
            return
        try:
            solo.go_to(number, self._ms)
        except IllegalMove as error:
            self.voice.say([_(str(error))])
            return
        self.voice.put(self._state("gone"))
        if not self.voice.as_json:
            self.voice.say(what_changed(solo.game, before, solo.state))

    def _bookmark(self, name: str) -> None:
        self.solo.bookmark(name[:LONGEST_BOOKMARK])
        self.voice.say([_("Named.") if name else _("The name is removed.")])

    def _finish(self) -> None:
        moves = finish(self.solo.game, self.solo.state)
        for move in moves:
            self._play(move)
        self.voice.say([] if moves else [NO_FINISH])

    def _deal_anew(self, verb: str) -> None:
        """Deal again: another deal for the command "new", otherwise the same deal. A game against a
        ghost has only the ghost's deal."""
        solo = self.solo
        if verb == "new" and solo.ghost is not None:
            self.voice.say([_("A ghost has but one deal; again begins it anew.")])
            return
        if verb == "again" and not self.voice.as_json:
            saved_games.abandon(self.storage, solo)
        self._begin(solo.again() if verb == "again" else self._new_game())
        self._introduce()

    def _new_game(self) -> SoloGame:
        """Return a game of another deal; after a winnable deal, again of a winnable one of
        the same difficulty."""
        game, number = self.solo.game, new_deal_number()
        if self.solo.searched is None:
            return SoloGame(game, number)
        difficulty = self.solo.searched.terms.difficulty
        searched = search_deal(game, number, difficulty, lambda: self.voice.say([SEARCHING]))
        return SoloGame(game, number, searched=searched)

    def _tilt(self, what: str) -> None:
        tilted = card_marks.tilt(self.solo.game, self.solo.shown(), self._marks, what)
        self.voice.say([tilted.sentence])

    def _count(self, what: str) -> None:
        state = self.solo.shown()
        self.voice.say(
            self._counts.count(what) if what else table_text.count(self.solo.game, state)
        )
        self.voice.say([] if what else self._counts.counts_sentences())

    def _tell_marks(self) -> None:
        self.voice.say(card_marks.mark_sentences(self.solo.game, self.solo.shown(), self._marks))

    def _hint(self) -> None:
        if self.solo.ghost is not None:
            self.voice.say([_("There are no hints in a race, not even against a ghost.")])
            return
        try:
            self.solo.ask_hint(self._ms)
        except IllegalMove as error:
            self.voice.say([_(str(error))])
            return
        if self.solo.dealing is not None:
            counts = self.solo.counts()
            self.voice.put({"type": "counts", "counts": list(counts)})
            if not self.voice.as_json:
                self.voice.say(checked_counts(counts, self._counts.by_number()))
            return
        game, state = self.solo.game, self.solo.state
        found = hints(game, state)[:MOST_HINTS]
        told = [{"move": game.codec.to_text(hint.move), "why": hint.sentence} for hint in found]
        suggested = CardMarks.suggested(game, state)
        tilts = suggested.tilted(game.view(state))
        counts = self.solo.counts()
        json_tilts = {"tilts": [asdict(tilt) for tilt in tilts]} if tilts else {}
        json_counts = {"counts": list(counts)} if counts else {}
        self.voice.put({"type": "hints", "hints": told, **json_tilts, **json_counts})
        if not self.voice.as_json:
            self.voice.say(
                f"{offered(game, state, hint.move)}. {_(hint.reason, n=hint.n)}" for hint in found
            )
            self.voice.say(checked_counts(counts, self._counts.by_number()))
            self.voice.say(suggested_tilts(tilts))
            self.voice.say(card_marks.mark_sentences(game, state, suggested) if tilts else [])

    def _next(self) -> None:
        if self.solo.dealing is None:
            self.voice.say([_("The deal is done.")])
            return
        self.solo.next_frame()
        self._show_table()

    def _show_table(self) -> None:
        """Print the table or, while the deal is watched, its present frame."""
        dealing, game = self.solo.dealing, self.solo.game
        if dealing is not None:
            self.voice.put({"type": "frame", **dealing.to_json()})
            if not self.voice.as_json:
                self.voice.say(table_text.dealt(game, dealing, self.voice.cards))
                self.voice.say([dealing.sentence('"next"')])
            return
        self.voice.put(self._state("table"))
        if not self.voice.as_json:
            self.voice.say(table_text.table(self.solo.game, self.solo.state, self.voice.cards))

    def _state(self, kind: str) -> dict[str, object]:
        game, state = self.solo.game, self.solo.shown()
        return {
            "type": kind,
            "game": game.slug,
            "options": game.chosen,
            "deal": self.solo.number,
            "ply": self.solo.moves,
            "view": game.view(state).to_json(),
            "progress": game.progress(state),
            "points": game.points(state),
            "over": state.over and state.over._asdict(),
            **self._winnable_json(),
        }

    def _winnable_json(self) -> dict[str, object]:
        """Return what programs are told of a winnable deal: how it was searched for, and the number
        of its pack; nothing for any other deal. The record has the moves that win."""
        searched = self.solo.searched
        if searched is None:
            return {}
        return {"winnable": {**searched.terms.to_json(), "k": searched.deal.k}}

    def _end(self) -> None:
        """Print the result of the game, and store its record."""
        game, self._told_end = self.solo.game, True
        ghost, clean = self.solo.ghost, self.solo.board.clean
        verdict = ghost.verdict(self.solo.final()) if ghost else None
        if not self.voice.as_json:
            told = own_end(game, self.solo.state.over, self.solo.points())
            lost = self.solo.state.over is None or self.solo.state.over.result == "lost"
            if lost and not by_points(game):  # a result has the score already
                told.append(score(game, self.solo.shown()))
            told += [verdict] if verdict else []
            speed = pace(self.solo.moves, self.solo.board.ended_ms or 0)
            told += [f"{speed}."] if speed else []
            told += [] if clean else [_("With help: it stands below games without.")]
            self.voice.say(told)
        path = self._keep()
        self.voice.put(
            {
                **self._state("over"),
                "clean": clean,
                "record": path and str(path),
                "verdict": verdict,
            }
        )
        if self.voice.as_json or path is None:
            return
        self.voice.say(
            [
                _("See it again: patience replay {path}", path=path),
                _("Check: patience verify {path}", path=path),
            ]
        )
        self.voice.say([WHAT_NOW] if is_terminal() else [])

    def _keep(self) -> Path | None:
        """Store the record of the game and return the path of the file. If the file cannot be
        written, return None; `run` raises a Failure about it at its end."""
        try:
            return self.storage.save_record(self.solo.name, self.solo.record(self._player()))
        except Failure as failure:
            self.failed = failure
            return None

    def _player(self) -> str:
        return self.storage.name() or "you"


def _flags(game: AnyGame) -> str:
    """Return the game's options that differ from their defaults, as command-line options."""
    return "".join(
        f" --option {option.name}={str(game.chosen[option.name]).lower()}"
        for option in game.options
        if game.chosen[option.name] != option.default
    )
