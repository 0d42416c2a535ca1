"""A solo game: its board, its log of moves, and the record made of it.

A record is a document of a finished game with which anybody can check its deal and moves. A watched
deal, as in the game Kings, is shown step by step before play begins; each step is a frame. A ghost
is a contestant of an earlier race, against whose recorded progress the deal is played again. The
bell is the end of the time for a race; of solo games, only those against a ghost have one.

This file does no input or output. Times are milliseconds since the deal and are given by the
caller. As in a race, an undo is an entry of the log, so the record shows it, and the result ranks
below results without undo.
"""

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from client_cli.solo.move_tree import MoveTree
from client_cli.state.deal_frames import FIRST_SEE_IT, DealFrames
from engine.cards import deal_number_seed
from engine.errors import IllegalMove
from engine.games import AnyGame
from engine.mechanics.counting import laid_counts
from engine.moves import Resign
from engine.races.board import Entry, GameBoard, fold, standing
from engine.races.limits import MOST_MOVES_ALONE
from engine.races.ranking import Standing, rank
from engine.races.terms import terms
from engine.solver.difficulty_classes import difficulty_name
from engine.solver.winnable_deals import numbered_pack
from engine.table import TIMEOUT, State
from engine.takeback import (
    HINT,
    HINT_TEXT,
    NOTHING_UNDONE,
    PRACTICE,
    UNDO,
    Undone,
    move_text,
    read_move,
    undone_after,
)
from protocol.texts import _

if TYPE_CHECKING:
    from client_cli.solo.ghost import RecordedGhost
    from client_cli.solo.winnable import SearchedDeal
    from engine.races.record import RaceRecord

TAKE_BACK = {"take_back": PRACTICE}
"""Terms of solo games, except ghost races: every move may be taken back, and hints are allowed.
Records of older versions can have other terms."""


MOST_BOOKMARKS, LONGEST_BOOKMARK = 50, 40
"""How many positions of a game can have names, and how many characters a name can have."""
NEW_DEALS = 10**6
"""Largest deal number that is chosen at random; numbers up to it are short enough to tell a
friend."""


def new_deal_number() -> int:
    import secrets  # not needed for the first picture

    return 1 + secrets.randbelow(NEW_DEALS)


class SoloGame:
    """A solo game of one deal, as the full screen and line mode (lines of text) play it. Methods
    that make moves raise IllegalMove if the rules of the game forbid the move, or if the game does
    not allow taking moves back or asking for hints."""

    is_stored = True
    """Whether the game is stored on this computer: while it is unfinished, and then its record."""

    def __init__(
        self,
        game: AnyGame,
        number: int,
        ghost: "RecordedGhost | None" = None,
        searched: "SearchedDeal | None" = None,
    ) -> None:
        """`number` is that of the deal. With a ghost, the deal, the bell and the take-back rule are
        those of the ghost's record. `searched` is what was found for a winnable deal; None for any
        other deal."""
        self.game, self.number, self.ghost, self.searched = game, number, ghost, searched
        self.seed = ghost.record.seed if ghost else deal_number_seed(number)
        chosen = terms(game, TAKE_BACK, alone=True)
        chosen = chosen._replace(winnable=searched.terms if searched else None)
        self.terms = ghost.record.terms if ghost else chosen
        self.winnable = searched.deal if searched else ghost.record.winnable if ghost else None
        pack = numbered_pack(game, self.seed, self.winnable.dealt if self.winnable else 0)
        self._frames = game.frames(pack)
        self._frame = 1
        self.board = GameBoard.start(game, pack)
        self._dealt = self.board.state
        self._entries: list[Entry] = []
        self._undone: Undone = NOTHING_UNDONE
        self.bookmarks: dict[int, str] = {}
        """The names that the player has given to positions, by their numbers in the `tree`."""

    @property
    def dealt(self) -> State[Any]:
        """The state of the game after the deal."""
        return self._dealt

    @property
    def tree(self) -> MoveTree:
        """The tree of all positions that the player has reached."""
        return MoveTree(self._entries)

    @property
    def state(self) -> State[Any]:
        return self.board.state

    @property
    def moves(self) -> int:
        """The number of entries in the log: moves, undos and hints each count as one."""
        return self.board.ply

    @property
    def name(self) -> str:
        """The name, without extension, of the files that belong to this deal."""
        if self.ghost is not None:
            return f"{self.ghost.record.race}-ghost"
        name = f"{self.game.slug}-{self.number}"
        if self.searched is None:
            return name
        return "-".join([name, "winnable", *filter(None, [self.difficulty])])

    @property
    def difficulty(self) -> str | None:
        """The name of the class of difficulty that was chosen for a winnable deal, as it is typed;
        None if none was chosen."""
        classed = self.searched and self.searched.terms.difficulty
        return difficulty_name(classed).replace("_", "-") if classed else None

    @property
    def title(self) -> str:
        """What is played, in words: the number of the deal, and whether it is a winnable one."""
        if self.winnable and self.winnable.k is not None:
            return _("deal {number}, winnable", number=self.number)
        return _("deal {number}", number=self.number)

    @property
    def entries(self) -> tuple[Entry, ...]:
        """The entries of the game's log so far: moves, undos and hints, oldest first."""
        return tuple(self._entries)

    @property
    def frame(self) -> int:
        """The number, from 1, of the current frame of a watched deal. After the last frame, when
        play has begun, the number is higher by one."""
        return self._frame

    @property
    def begun(self) -> bool:
        """Whether the player has made a move, or has gone on from a frame of a watched deal."""
        return bool(self._entries) or self._frame > 1

    def go_on(self, entries: Iterable[Entry], frame: int) -> None:
        """Restore a saved game from its log and the number of its current frame. Raises EngineError
        if the log does not fit the deal."""
        entries = list(entries)
        moved = any(entry.text != HINT_TEXT for entry in entries)
        self._frame = len(self._frames) + 1 if moved else max(1, min(frame, len(self._frames) + 1))
        self.board = fold(self.game, self.board, entries, self.terms.take_back)
        self._entries = entries
        self._undone = NOTHING_UNDONE
        for entry in entries:
            self._undone = undone_after(self._undone, entry.text)

    def again(self) -> "SoloGame":
        """Return a new game of the same deal, against the same ghost if there is one."""
        return SoloGame(self.game, self.number, self.ghost, self.searched)

    @property
    def dealing(self) -> DealFrames | None:
        """The current frame of a watched deal; None when the deal is done."""
        if self._frame > len(self._frames):
            return None
        return DealFrames.of_frame(self._frames, self._frame)

    def counts(self) -> tuple[int, ...]:
        """Return how many cards of each rank, aces first, have been laid on the heaps (the piles of
        Kings) in the frames of the deal up to the current one. Empty once the first move was made.
        A hint shows these numbers."""
        return laid_counts(self._frames[: self._frame]) if self.state == self._dealt else ()

    def next_frame(self) -> None:
        """Go to the next frame of a watched deal. After the last frame, play begins."""
        self._frame += 1

    def play(self, move: Any, ms: int) -> None:
        """Make a move, an undo or a hint at time `ms`, and add it to the log. While a watched
        deal is shown, only hints and resigning are allowed. Raises IllegalMove if the rules forbid
        the move, after the bell, and, unless the move is to resign, when the log has the largest
        allowed number of entries."""
        if self.dealing and move is not HINT and not isinstance(move, Resign):
            raise IllegalMove(FIRST_SEE_IT)
        if self.bell_ms is not None and ms >= self.bell_ms:
            raise IllegalMove(_("Time is up; the move came too late."))
        if self.board.ply >= MOST_MOVES_ALONE and not isinstance(move, Resign):
            raise IllegalMove(
                _(
                    "A game has at most {most} moves; you may give up.",
                    most=f"{MOST_MOVES_ALONE:,}",
                )
            )
        self.board = self.board.play(self.game, move, ms, self.terms.take_back)
        text = move_text(self.game, move)
        self._entries.append(Entry(ms, "seat", text))
        self._undone = undone_after(self._undone, text)

    def undo(self, ms: int) -> None:
        """Take back the last move. Raises IllegalMove if the terms of the game forbid it or there
        is no move to take back."""
        if not self.moves and self.ghost is None:
            raise IllegalMove(_("There is nothing to take back."))
        self.play(UNDO, ms)

    def go_to(self, number: int, ms: int) -> None:
        """Go to another position of the tree, by taking moves back and making moves again, each of
        which is an entry of the log. Raises IllegalMove, and changes nothing, if the game is over,
        its terms forbid take-backs, or the log would get too long."""
        if self.terms.take_back != PRACTICE:
            raise IllegalMove(_("In a race you cannot go to another branch."))
        way = self.tree.way(number)
        moves = [UNDO] * way.undos + [read_move(self.game, text) for text in way.moves]
        if self.board.ply + len(moves) > MOST_MOVES_ALONE:
            raise IllegalMove(_("That is too far: a game has at most so many moves."))
        for move in moves:
            self.play(move, ms)

    def bookmark(self, name: str) -> None:
        """Give the present position a name, which replaces the name it had. An empty name removes
        it. At most `MOST_BOOKMARKS` positions have names; then the oldest loses its name."""
        here = self.tree.here
        self.bookmarks.pop(here, None)
        if name:
            self.bookmarks[here] = name
        for number in list(self.bookmarks)[:-MOST_BOOKMARKS]:
            del self.bookmarks[number]

    @property
    def redoes(self) -> bool:
        """Whether there is a move that was taken back and can be made once more."""
        return self._undone[1] is not None and self.state.over is None

    def redo(self, ms: int) -> Any:
        """Make again the move that was taken back most recently, and return it. Raises IllegalMove
        if there is none."""
        back = self._undone[1]
        if back is None:
            raise IllegalMove(_("There is nothing to make again."))
        move = read_move(self.game, back[0])
        self.play(move, ms)
        return move

    def ask_hint(self, ms: int) -> None:
        """Record in the log that the player asks for a hint; do nothing if the last entry already
        says so. Raises IllegalMove if the terms of the game forbid hints or there is no hint."""
        if not self._entries or self._entries[-1].text != HINT_TEXT:
            self.play(HINT, ms)

    @property
    def stuck(self) -> bool:
        """Whether the game has no legal move left but goes on, because a move can be taken back."""
        over = self.state.over or self.dealing
        return not over and not self.game.legal(self.state).moves

    @property
    def bell_ms(self) -> int | None:
        return self.ghost.record.bell_ms if self.ghost else None

    def ring(self, ms: int) -> bool:
        """End the game with the bell if it still runs and `ms` is not before the bell. Return
        whether the game was ended."""
        bell, board = self.bell_ms, self.board
        if bell is None or ms < bell or board.state.over:
            return False
        over = board.state._replace(over=TIMEOUT)
        self.board = board._replace(state=over, ended_ms=bell)
        self._frame = len(self._frames) + 1
        return True

    def shown(self) -> State[Any]:
        """Return the position to draw. In some games a card stays face down until the game is over;
        then it is turned up."""
        return self.game.showdown(self.state) if self.state.over else self.state

    def points(self) -> int | None:
        """Return the points of the position that `shown` returns; None if the game has no
        points."""
        return self.game.points(self.shown())

    def final(self) -> Standing:
        """Return the player's standing (result, progress, time, moves) as if the game ended now. A
        game that is not over counts as timed out."""
        return standing(self.game, 0, self.board, self._ended_ms())

    def _ended_ms(self) -> int:
        ended = self.board.ended_ms
        return (self._entries[-1].ms if self._entries else 0) if ended is None else ended

    def record(self, player: str) -> "RaceRecord":
        """Return the record of the game so far, as a JSON document."""
        from engine.races.record import Record, SeatRecord  # not needed for the first picture

        record = Record(
            race=f"solo-{self.number}",
            game=self.game,
            terms=self.terms,
            deal_number=self.number,
            commitment=None,
            secret=None,
            nonces={},
            seed=self.seed,
            bell_ms=self.bell_ms,
            ended_ms=self._ended_ms(),
            seats=(SeatRecord(0, player, tuple(self._entries)),),
            results=tuple(rank([self.final()], self.game.ranked_by)),
            winnable=self.winnable,
        )
        if self.ghost is not None:
            dealt = self.ghost.record
            record = record._replace(
                race=dealt.race,
                deal_number=dealt.deal_number,
                commitment=dealt.commitment,
                secret=dealt.secret,
                nonces=dealt.nonces,
                ghost=self.ghost.record_ghost,
            )
        return record.to_json()
