"""How a computer player chooses its moves, and how long it takes for them. The caller provides the
random numbers, and does the waiting.

In Racing Demon all contestants play at a common table. A claim is a move to one of the foundations
that they share there; whoever is first gets the place.
"""

from collections.abc import Callable
from random import Random
from typing import NamedTuple

from engine.computer_players.pace import PACES, delay_ms, late_ms
from engine.computer_players.player import player
from engine.moves import Turn
from engine.racing_demon.game import Claim, RacingDemon
from engine.racing_demon.players import RacingPlayer
from engine.rules import Rules
from engine.view import View
from protocol.rooms.computer_players import ComputerPlayer
from protocol.rooms.known_table import KnownTable
from server.bots.knowledge import Knowledge

IN_TIME = 0.6
"""When the server calls a card, a computer player places it within this part of the time that
contestants have for it."""


class ChosenMove(NamedTuple):
    """A move as text. `is_new_claim` says that it is a claim that was not yet possible when the
    player chose its previous move."""

    text: str
    is_new_claim: bool = False


class Chooser:
    """Chooses the moves of a computer player, in one race after the other, from what the player
    knows (`known`, which the caller keeps up to date). `computer` has the strength and the pace."""

    def __init__(self, known: Knowledge, computer: ComputerPlayer, random: Random) -> None:
        self._known, self._random = known, random
        self._strength, self._pace = computer.strength, PACES[computer.pace]
        self._race = 0
        self._on_board: Callable[[View], ChosenMove | None] | None = None
        self._at_table: Callable[[KnownTable], ChosenMove | None] | None = None

    def delay_ms(self) -> int:
        """Return the milliseconds that the player waits before its next move or other step. The
        time is longer if much has changed on the board since the last call of this method."""
        known = self._known
        delay = delay_ms(self._pace, known.look(), self._random.random())
        return delay if known.call is None else min(delay, round(IN_TIME * known.call_ms))

    def late_ms(self, move: ChosenMove) -> int:
        """Return for how many milliseconds more the player overlooks that it can make this move, as
        a person sometimes overlooks a new claim. It is mostly 0. If it is more, the caller waits,
        and then lets the player choose again."""
        if not move.is_new_claim:
            return 0
        return late_ms(self._pace, self._random.random(), self._random.random())

    def move(self) -> ChosenMove | None:
        """Return the next move on the player's board or at the common table. Return None if the
        player has to wait for a message. This may take tens of milliseconds."""
        known = self._known
        if self._race != known.race and known.rules is not None:
            self._race = known.race
            self._sit_down(known.rules)
        if known.table is not None and self._at_table is not None:
            return self._at_table(known.table)
        if known.board is not None and self._on_board is not None:
            return self._on_board(known.board.view)
        return None

    def _sit_down(self, rules: Rules) -> None:
        """Begin to play a race under these rules."""
        self._at_table = self._on_board = None
        if isinstance(rules, RacingDemon):
            self._at_table = self._table_player(rules)
            return
        game, moves = rules, player(rules, self._strength, self._random.randrange)

        def choose(view: View) -> ChosenMove | None:
            state = game.state_of(view)
            if self._known.call is not None and not game.legal(state).moves:
                return None  # the board with the called card comes after the message that calls it
            return ChosenMove(game.codec.to_text(moves.move(state)))

        self._on_board = choose

    def _table_player(self, rules: RacingDemon) -> Callable[[KnownTable], ChosenMove | None]:
        position = self._known.position
        hand = RacingPlayer(rules, self._strength, position, self._random.randrange)
        possible = set[Claim]()

        def choose(table: KnownTable) -> ChosenMove | None:
            nonlocal possible
            legal = rules.legal(table.state, position)
            before, possible = possible, {move for move in legal if isinstance(move, Claim)}
            move = hand.move(table.view)
            if move is None or (table.view.seats[position].stuck and isinstance(move, Turn)):
                return None  # stuck: turning does not help until somebody has played a card
            return ChosenMove(rules.codec.to_text(move), move in possible - before)

        return choose
