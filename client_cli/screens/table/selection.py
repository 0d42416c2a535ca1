"""Select cards and piles, and find the legal moves that a selection leads to.

The player makes a move by picking a source and then a destination, with keys, mouse or cursor; all
of them use `Picker`. It has no side effects: each pick returns an `Act` with the new selection and
either a move or a sentence for the player. If several moves fit, the selection has them as choices,
which are shown with numbers. The engine alone decides whether a move is legal. A pick that is
refused leaves the selection as it was. A `Spot` is a pile or grid cell, or one card of it.
"""

from dataclasses import dataclass, fields, replace
from typing import Any, NamedTuple

from client_cli.screens.table.drawing.canvas import Place, Spot
from client_cli.screens.table.drawing.card_renderer import Highlight
from client_cli.screens.table.fan_order import fan_of
from client_cli.screens.table.move_labels import move_label
from client_cli.screens.table.move_targets import MoveRoute, routes, shared, size, source_of
from client_cli.terminal.pile_labels import by_fit, choice_cell, grid_of
from engine.cards import NAME, Card
from engine.games import AnyGame
from engine.table import State
from protocol.texts import _

TAKES = frozenset({"discard", "foundation"})
"""Roles of piles to which players move cards, but from which they seldom move a card."""
GIVES = frozenset({"tableau", "fan", "line", "reserve", "waste"})
"""Roles of piles from which cards are played. Such a pile may be selected even if it has no legal
move; the attempt to move then tells the player why."""

TOGETHER = frozenset({"pair"})
"""Kinds of move that take two cards off the table together; the player may name either pile
first."""


@dataclass(frozen=True)
class Selection:
    """The current selection. `source` is the pile or grid cell picked first, `count` the number of
    cards to take from it (0: as many as the rules allow), and `steps` the piles picked after the
    source. `choices` are the moves among which the player chooses by number; empty for none."""

    source: Place | None = None
    count: int = 0
    strict: bool = False
    """Whether the player typed the count; then only moves of exactly that many cards fit."""
    choices: tuple[Any, ...] = ()
    steps: tuple[Place, ...] = ()


NO_SELECTION = Selection()


class Act(NamedTuple):
    """The result of a pick: the new selection, the move to make (None if there is none yet), and a
    sentence to show to the player (empty for none)."""

    selection: Selection
    move: Any = None
    say: str = ""


class Picker:
    """Find the legal moves of one position that fit what the player picks: first the source of a
    move, then its destination."""

    def __init__(self, game: AnyGame, state: State[Any]) -> None:
        self.game, self.state = game, state
        self.moves = game.legal(state).moves
        self._ways: dict[Any, list[MoveRoute]] = {}

    # Input of the player. -------------------------------------------------------------------

    def pick(self, selection: Selection, spot: Spot) -> Act:
        """Handle a pick of a pile or grid cell. The first pick selects the source of a move, the
        next its destination. But a first pick of a stock deals, as Space does. If the source is
        picked a second time, do the same as `play_it`. If a grid cell is picked, return the move
        that lays the next card in it."""
        if not isinstance(spot.place, str):
            return self._lay(selection, spot.place)
        if selection.source is None:
            return self._take(selection, spot)
        if selection.source == spot.place and not selection.steps:
            return self.play_it(selection)
        return self._put(selection, spot.place)

    def play_it(self, selection: Selection) -> Act:
        """Return the move from the selected source to its only legal destination. If there are
        several destinations, return numbered choices. If there is none, return an empty selection
        and the reason."""
        goals: dict[tuple[str, Place], list[MoveRoute]] = {}
        for route in self._from(selection):
            goals.setdefault((type(route.move).__name__, route.steps[0]), []).append(route)
        if not goals:
            return Act(NO_SELECTION, say=self._why(selection, None))
        if len(goals) == 1:
            return self._settle(selection, *goals.values())
        best = (max(found, key=lambda route: size(route.move)) for found in goals.values())
        return Act(replace(selection, choices=tuple(route.move for route in best)))

    def choose(self, selection: Selection, number: int) -> Act:
        """Return the move of the numbered choice `number`, from 1. In some games a move also names
        the card that fills the space left by the moved card. If several cards can fill it, return
        no move yet, and ask the player to pick one of them."""
        if not 1 <= number <= len(selection.choices):
            return Act(selection, say=_("Choose 1 to {n}, or Esc.", n=len(selection.choices)))
        move = selection.choices[number - 1]
        found = self._from(replace(selection, choices=()))
        goal = next((route.steps[0] for route in found if route.move == move), None)
        alike = [r for r in found if type(r.move) is type(move) and r.steps[0] == goal]
        if len({route.steps for route in alike}) > 1:
            return self._settle(replace(selection, choices=()), alike)
        return Act(NO_SELECTION, move)

    def deal(self, selection: Selection, put_back: bool = True) -> Act:
        """Handle Space: return the move that names no card, such as dealing. If there are several
        such moves, return numbered choices; if there is none, return the reason. In a game on a
        grid, return the move if only one is legal. If the player chooses the card for the last
        cell, return a numbered choice for each card that may be laid there. With `put_back` false,
        leave out moves that put cards back on their pile in an order chosen by the player."""
        plain = [kind for kind in self.game.kinds if not fields(kind)]
        grid = grid_of(self.game, self.state) is not None
        found = [move for move in self.moves if source_of(self.game, move) is None and not grid]
        if grid and (len(self.moves) == 1 or choice_cell(self.game, self.state)):
            found = self.moves
        if not put_back:
            found = [move for move in found if not fields(move)]
        if len(found) == 1:
            return Act(NO_SELECTION, found[0])
        if found:
            return Act(replace(selection, choices=tuple(found)))
        why = next(filter(None, (self.game.refusal(self.state, kind()) for kind in plain)), "")
        if self.state.over:
            why = _("The game is over.")
        nothing = (
            _("Name the cell you want it in, such as d4.") if grid else _("There is no deal here.")
        )
        return Act(selection, say=why or nothing)

    def parts(self, selection: Selection) -> list[Spot]:
        """Return the single cards at which the keyboard cursor may stop. If the player may take
        different numbers of cards from a pile, there is one card for each number: the lowest of the
        cards that are taken. If each card of a pile may be taken singly, these are all its cards.
        If a source is selected, return only cards of the source."""
        found = []
        for pile in {route.source for move in self.moves for route in self._routes(move)}:
            if isinstance(pile, str) and selection.source in (None, pile):
                sizes = {size(route.move) for route in self._from(Selection(pile))}
                if self._single(pile):
                    sizes = set(range(1, len(self._up(pile)) + 1))
                found += [Spot(pile, n) for n in sorted(sizes) if len(sizes) > 1]
        return found

    def starts(self, place: str) -> bool:
        """Whether any legal move takes a card from this pile."""
        return bool(self._from(Selection(source=place)))

    def taken(self, spot: Spot | None) -> list[str]:
        """Return the names of the cards that the player drags from this spot, bottom first. `spot`
        is None for a drag that begins outside of piles; in a game on a grid, the next card is then
        dragged."""
        grid = grid_of(self.game, self.state)
        if spot is None:
            return [NAME[grid.next]] if grid is not None and grid.next is not None else []
        if not isinstance(spot.place, str):
            return []
        up, n = self._up(spot.place), max(1, spot.n)
        cards = up[-n:][:1] if self._single(spot.place) else up[-n:]
        return [NAME[card] for card in cards]

    def remains(self) -> bool:
        """Whether any legal move takes a card from a pile, rather than dealing or turning cards."""
        return any(source_of(self.game, move) is not None for move in self.moves)

    def lit(self, selection: Selection, cursor: Spot | None = None) -> Highlight:
        """Return what to highlight on the table for this selection and position of the keyboard
        cursor."""
        place = cursor.place if cursor is not None and not cursor.n else None
        card = cursor if cursor is not None and cursor.n else None
        return self._highlighted(selection)._replace(cursor=place, card=card)

    def _highlighted(self, selection: Selection) -> Highlight:
        if selection.source is None:
            return Highlight()
        found = self._from(selection)
        count = selection.count or max((size(route.move) for route in found), default=1)
        targets = frozenset(route.steps[len(selection.steps)] for route in found)
        if self._single(selection.source):
            top = int(selection.source != fan_of(self.game))  # in a fan, no card is chosen at first
            return Highlight(Spot(selection.source, selection.count or top), targets, single=True)
        return Highlight(Spot(selection.source, count), targets)

    # Helpers. -------------------------------------------------------------------------------

    def _lay(self, selection: Selection, cell: Place) -> Act:
        grid = grid_of(self.game, self.state)
        if grid is not None and not grid.laid and self.moves:
            return Act(NO_SELECTION, self.moves[0])  # any cell: it becomes the middle
        if self.moves and cell == choice_cell(self.game, self.state):
            return self.deal(selection)
        for move in self.moves:
            if getattr(move, "cell", None) == cell:
                return Act(NO_SELECTION, move)
        return Act(selection, say=self._refused({"cell": cell}) or _("That cannot be."))

    def _take(self, selection: Selection, spot: Spot) -> Act:
        place = str(spot.place)
        where = self.game.layout.index[place]
        role = self.game.layout.group_of[where].role
        starts = self.starts(place)
        if not starts and (role == "stock" or self._down_only(where)):
            return self.deal(selection, put_back=False)
        if not self.state.piles[where].up:
            return Act(selection, say=_("There is no card there to pick up."))
        if starts or role in GIVES:
            return Act(
                replace(selection, source=place, count=selection.count or spot.n, choices=())
            )
        return Act(selection, say=_("Nothing can be played from there."))

    def _down_only(self, where: int) -> bool:
        group, pile = self.game.layout.group_of[where], self.state.piles[where]
        return group.faces == "down" and bool(pile.down) and group.indices is None

    def _put(self, selection: Selection, place: str) -> Act:
        at = len(selection.steps)
        found = [route for route in self._from(selection) if route.steps[at] == place]
        if not found:
            return Act(selection, say=self._why(selection, place))
        return self._settle(selection, found)

    def _settle(self, selection: Selection, found: list[MoveRoute]) -> Act:
        """Return the move that these routes lead to. If the player must decide between several
        moves, ask for the next pile to pick or return numbered choices."""
        wished = [route for route in found if size(route.move) == selection.count] or found
        most = max(size(route.move) for route in wished)
        rivals = [route for route in wished if size(route.move) == most]
        if len({route.steps for route in rivals}) > 1:
            steps = shared(rivals)
            return Act(
                replace(selection, steps=steps, choices=()), say=_("Which card fills the place?")
            )
        # Moves with the same label and card differ in nothing that the player sees.
        different = {
            (move_label(self.game, route.move), route.card): route.move for route in rivals
        }
        if len(different) == 1:
            return Act(NO_SELECTION, rivals[0].move)
        return Act(replace(selection, choices=tuple(different.values())))

    def _from(self, selection: Selection) -> list[MoveRoute]:
        """Return the routes (ways to make a move) that fit the selection so far. If the player
        typed a number of cards, the move must take this number. In a pile whose cards may be
        selected singly, the move must take the selected card."""
        source = selection.source
        found = [
            route
            for move in self.moves
            if source in (source_of(self.game, move), _other(move))
            for route in self._routes(move)
            if route.source == source
            and (not selection.strict or size(move) == selection.count)
            and route.steps[: len(selection.steps)] == selection.steps
            and len(route.steps) > len(selection.steps)
        ]
        if isinstance(source, str) and self._single(source) and selection.count:
            up = self._up(source)
            card = up[-selection.count] if selection.count <= len(up) else None
            found = [route for route in found if route.card == card]
            within = [r for r in found if r.move.src == f"{source}.{len(up) - selection.count}"]
            return within or found
        return found

    def _routes(self, move: Any) -> list[MoveRoute]:
        if move not in self._ways:
            self._ways[move] = list(routes(self.game, self.state, move))
        return self._ways[move]

    def _up(self, pile: str) -> tuple[Card, ...]:
        return self.state.piles[self.game.layout.index[pile]].up

    def _single(self, source: Place) -> bool:
        """Whether the rules allow a move to take a single card from inside this pile, not only from
        its top."""
        places = self.game.extra_places()
        return any(place.rpartition(".")[0] == source for place in places)

    def _why(self, selection: Selection, dst: Place | None) -> str:
        """Return the engine's reason for refusing the move that the player most likely meant. The
        move starts at the source of the selection and goes to `dst`, or to no named destination if
        `dst` is None."""
        if self.state.over:
            return _("The game is over.")
        if selection.steps:
            return _("That card cannot fill the place.")
        source, nowhere = selection.source, _("There is no place for it to go.")
        if isinstance(source, str) and self._single(source):
            up = self._up(source)
            within = f"{source}.{len(up) - selection.count}" if selection.count else None
            if within in self.game.extra_places():
                source = within
            elif source not in {getattr(move, "src", source) for move in self.moves}:
                return _("No card of it fits there.") if dst else nowhere
        known: dict[str, Any] = {
            "src": source,
            "n": selection.count or 1,
            "fills": (),
            "end": "foot",
        }
        if dst is None:
            return self._refused(known) or nowhere
        group = self.game.layout.group_of[self.game.layout.index[str(dst)]]
        unnamed = any([f.name for f in fields(kind)] == ["src"] for kind in self.game.kinds)
        if group.role == "discard" or (group.role in TAKES and unnamed):
            why = self._refused(known)
            if why:
                return why
        return self._refused({**known, "dst": dst}) or nowhere

    def _refused(self, known: dict[str, Any]) -> str | None:
        """Return the engine's reason for refusing a move whose known fields (such as `src`, `dst`)
        are `known`. Each kind of move that needs no other fields is tried in turn; the first
        refusal gives the reason. Return None if the engine refuses none."""
        for kind, names in by_fit(self.game, str(known.get("src"))):
            needed = set(names)
            if needed and needed <= set(known) and needed >= set(known) - {"n", "fills", "end"}:
                named = self._in_order(known) if kind in TOGETHER else known
                move = self.game.codec.from_json({"kind": kind, **{f: named[f] for f in needed}})
                why = self.game.refusal(self.state, move)
                if why:
                    return why
        return None

    def _in_order(self, known: dict[str, Any]) -> dict[str, Any]:
        """Return the fields `known` of a move that takes two cards together, in the form that the
        engine expects: `src` is the pile that comes first in the game's layout, and `dst` the
        other."""
        src, dst = sorted(
            (known["src"], known["dst"]), key=lambda pile: self.game.layout.index[pile]
        )
        return {**known, "src": src, "dst": dst}


def _other(move: Any) -> Place | None:
    """Return the pile or grid cell that a player picks after the source of a move; None if there is
    none. If two cards leave the table together, this is the second card's pile, which the player
    may also pick first."""
    place: Place | None = getattr(move, "dst", None)
    return place
