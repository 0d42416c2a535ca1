"""`Game`, the base class of every patience: its deal, legal moves, play, views and position texts.

Each game is a subclass, usually in a file of its own. The file defines the kinds of move, the
piles, the rules of the moves (`engine/mechanics/rules.py`) and those methods below the comment
"What each game defines or overrides" that the game needs. No game overrides the methods marked
`final`, so that a move, a view, a position text and a record mean the same in every game.

Words in this file:

- A *state* is a complete position. Its `beside` is what a game must know besides its piles.
- A *view* is what a player may see of a state. Its *facts* are values that are no piles, such as
  the number of redeals left.
- The *progress* is the figure by which games that are not won are compared, such as the number of
  cards on the foundations.
- The *book* of a game is the printed book that describes it; the *tips* are the advice of that
  book.
- The *worth* of a position is an estimate by these tips, for computer players.
- A *contestant* is a player in a race. All contestants of a race play the same deal.
"""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Mapping, Sequence
from inspect import cleandoc, getmodule
from typing import Any, ClassVar, Generic, NamedTuple, TypeVar, final

from engine import position
from engine.cards import NAME, Card, again, check_pack, new_pack, shuffle
from engine.drawing import Drawing
from engine.errors import BadPack, BadPosition, IllegalMove, brief
from engine.mechanics.rules import Rule
from engine.moves import Codec, Resign
from engine.options import Option, Value, canonical, resolve
from engine.races.ranking import RankedBy
from engine.table import (
    RESIGNED,
    STUCK,
    WON,
    Beside,
    GameOver,
    Layout,
    Pile,
    State,
    Step,
    SuggestedTilt,
    Table,
)
from engine.view import PASSED, Facts, Frame, Json, PileView, View, pile_view

Move = TypeVar("Move")


class Book(NamedTuple):
    """What the printed books of patience games say about a game besides its rules: title, duration,
    origin, advice. A field is None or empty if the books do not say it."""

    title: str
    other_names: tuple[str, ...] = ()
    minutes: str | None = None
    prospects: str | None = None
    character: str = ""
    bell_minutes: int = 10
    """The default time limit of a race, in minutes. It is set by this project and does not come
    from the books."""
    origin: str = ""
    """Where the game comes from, as far as its book says, in our words."""
    tips: tuple[str, ...] = ()
    """The book's advice, a sentence or two each, in our words."""


class Legal(NamedTuple, Generic[Move]):
    """The legal moves in a state. If `partial` is true, `moves` does not list all of them. The
    moves that are not listed differ from listed ones only in the order of some cards, which the
    player is free to choose."""

    moves: list[Move]
    partial: bool = False


class Game(ABC, Generic[Beside, Move]):
    """The rules of one game with one choice of options. The object holds no cards; each method is
    given the state it works on."""

    slug: ClassVar[str]
    book: ClassVar[Book]
    packs: ClassVar[int] = 1
    options: ClassVar[tuple[Option, ...]] = ()
    kinds: ClassVar[tuple[type, ...]]
    foundation_kinds: ClassVar[tuple[type, ...]] = ()
    """The kinds of move that only put a card on a foundation. The aid `finish`
    (`engine.aids.finish`) makes only moves of these kinds."""
    safe_play: ClassVar[bool] = False
    """Whether `never_wanted` finds cards to play automatically (`engine.aids.safe_move`)."""
    no_safe_play: ClassVar[str] = ""
    """Why the game has no rule for safe auto-play, in a sentence for players; empty if it has."""
    playout_moves: ClassVar[int] = 0
    """About how many moves the computer player `ahead` tries for one decision in playouts. It
    plays the game on to its end, and compares the ends as a race ranks its contestants
    (`engine/computer_players/playouts.py`). If the number is 0, `ahead` makes no playouts, and
    compares positions by their worth. Playouts suit a short game in which the worth of a position
    says little about its end. The number keeps a decision within a tenth of a second on average."""
    outlook_orders: ClassVar[int] = 0
    """In how many supposed orders of the unseen cards, at most, the computer player `ahead`
    compares the legal moves by `outlook`. If the number is 0, `ahead` does not use `outlook`."""
    fact_types: ClassVar[type] = Facts
    """The class that declares the names and types of this game's facts, which `facts` returns."""
    goal: ClassVar[int]
    """The progress at which a game is won or complete."""
    ranked_by: ClassVar[RankedBy] = "progress"
    """How contestants are ordered. `progress`: winners by time, then the others by progress.
    `tie_break`: the same, but winners are ordered by the tie-break before their time. `points`: by
    points. `reach`, in a game without choice: by progress alone, and contestants with equal
    progress share a place."""
    tie_break_rule: ClassVar[str] = ""
    """What `tie_break` prefers, in a sentence for players; empty if the game has none."""
    default_drawing: ClassVar[Drawing] = Drawing()
    """How clients draw the table with the default options of the game."""

    drawing: Drawing
    """How clients draw the table. It is `default_drawing` if `lay` does not set it."""
    layout: Layout

    @final
    def __init__(self, chosen: Mapping[str, object] | None = None) -> None:
        self.chosen: dict[str, Value] = resolve(self.options, chosen or {})
        self.drawing = self.default_drawing
        self.layout = self.lay()
        self.codec = Codec(self.kinds, {*self.layout, *self.extra_places()})
        self.stated = tuple(self.rules())
        # `outcome` asks the rules of dealing first, because they are quick to check. If dealing is
        # forbidden only by a compulsory move, there is a move as well, so the game is not stuck.
        self.soonest = sorted(self.stated, key=lambda rule: not rule.waits)
        self.rule_of = {kind: rule for rule in self.stated for kind in rule.kinds}

    # What each game defines or overrides. --------------------------------------------------

    @abstractmethod
    def lay(self) -> Layout:
        """Return the piles of the game. The constructor calls this method once, after it has stored
        the options in `chosen`."""

    @abstractmethod
    def set_up(self, pack: Sequence[Card]) -> State[Beside]:
        """Return the state right after dealing this pack, before the method `settle` turns up or
        removes any card. `pack[0]` is dealt first."""

    def rules(self) -> Sequence[Rule[Beside]]:
        """Return the rules of all kinds of move. `legal_moves` lists the moves in the order of
        these rules.

        The constructor calls this method once, after `lay`. It returns an empty sequence in a game
        that overrides `refusal`, `perform` and `legal_moves` instead.
        """
        return ()

    def refusal(self, state: State[Beside], move: Move) -> str | None:
        """Return the reason for which the rules forbid this move, as a sentence for the player.
        Return None if the move is legal."""
        rule = self.rule_of[type(move)]
        reason = rule.refusal(state, move, self.layout)
        if reason is None and rule.waits:
            for other in self.stated:
                if other.must is not None and other.possible(state, self.layout):
                    return other.must
        return reason

    def perform(self, state: State[Beside], move: Move, table: Table) -> Beside:
        """Carry out a legal move on the table. Return the new `State.beside`, which is what a state
        has besides the piles."""
        return self.rule_of[type(move)].perform(state, move, table, self.layout)

    def legal_moves(self, state: State[Beside]) -> Iterator[Move]:
        """Yield every move that `refusal` allows, except resigning. The moves come in the order of
        the rules (`Game.rules`), and those of one rule in the order of the piles."""
        due = False
        for rule in self.stated:
            if rule.must is None:
                if not (due and rule.waits):
                    yield from rule.moves(state, self.layout)
            else:
                for move in rule.moves(state, self.layout):
                    due = True
                    yield move

    def outcome(self, state: State[Beside]) -> GameOver | None:
        """Return how the game has ended, or None if it goes on. The game is won when its progress
        is `goal`. It is lost when there is no legal move."""
        if self.progress(state) == self.goal:
            return WON
        if not self.stated:
            return STUCK if next(iter(self.legal_moves(state)), None) is None else None
        for rule in self.soonest:
            if rule.possible(state, self.layout):
                return None
        return STUCK

    @abstractmethod
    def progress(self, state: State[Beside]) -> int:
        """Return the progress of the game, from 0 to `goal`. Other contestants see it, and it
        orders the games that are not won."""

    def tie_break(self, state: State[Beside]) -> int:  # noqa: ARG002
        """Return a number, 0 or more, that orders games of equal progress, the higher number first.

        Other contestants see the number, so it must be computed only from what the view shows.
        """
        return 0

    def begins(self, pack: Sequence[Card]) -> bool:  # noqa: ARG002
        """Return whether the rules let a game begin with this pack. If not, `Game.pack` shuffles
        again. Most games begin with every pack.

        Only `Game.pack` calls this method, so a caller may deal any complete pack with `Game.deal`.
        """
        return True

    def frames(self, pack: Sequence[Card]) -> Sequence[Frame]:  # noqa: ARG002
        """Return the frames of the deal of this pack. In a game with a watched deal, clients show
        the deal step by step before play begins; a frame is one of these steps. Most games have no
        watched deal and return an empty sequence."""
        return ()

    def thanks(self, start: State[Beside], now: State[Beside]) -> bool:  # noqa: ARG002
        """Return whether the deal has put an ace where players wish for one. The server then
        answers a player who wrote "Ace, please" in the chat. The game began with the state `start`
        and is now in the state `now`. The method reads only cards that lie face up in `start`. Only
        one game overrides this method (`engine/games/auntie_allis.py`)."""
        return False

    def settle(self, table: Table) -> None:
        """Do on the table what happens without a decision of the player, such as turning cards up
        or removing complete suits. The engine calls this method after the deal and after every
        move. The default does nothing."""

    def facts(self, state: State[Beside]) -> Mapping[str, Any]:  # noqa: ARG002
        """Return the facts of a state by name: what a view shows besides the piles, such as the
        number of redeals left. The class `fact_types` declares their names and types."""
        return {}

    def beside(self, facts: Mapping[str, Json]) -> Beside:  # noqa: ARG002
        """Return the `State.beside` (what a state has besides its piles) that these facts of a view
        describe. Raises BadPosition if they describe none."""
        return None  # type: ignore[return-value] # games that keep nothing beside have Beside = None

    def flaw(self, state: State[Beside]) -> str | None:  # noqa: ARG002
        """Return a sentence that says why no deal and no play can lead to this position. Return
        None if no such reason is found. The position is one that `settle` would not change."""
        return None

    def cards_beside(self, state: State[Beside]) -> Sequence[Card]:  # noqa: ARG002
        """Return the cards of a state that lie in none of its piles. They are the cards on the grid
        of a grid game, and the card that is to be placed next."""
        return ()

    def points(self, state: State[Beside]) -> int | None:  # noqa: ARG002
        """Return the points that the player has for the cards that lie face up. Return None if the
        game has no points, or if they are not known yet."""
        return None

    def worth(self, state: State[Beside]) -> int:
        """Return how good the position is by the advice of the book. A worth of 10 counts as much
        as one card of progress. The computer players `tips` and `ahead` choose the
        move that leads to the highest worth. The method reads no face-down card."""
        return 10 * self.progress(state)

    def outlook(self, state: State[Beside], move: Move) -> int:
        """Return how good the position is that a player reaches who makes the legal move `move`,
        and then good moves until the next deal. If `move` is a deal, return how good the position
        is before it. A higher number is better. `state` has no unknown cards, but the moves do not
        depend on cards that lie face down when they are made. The default returns the worth of the
        position after the one move."""
        return self.worth(self.play(state, move).state)

    def alternatives(
        self,
        state: State[Beside],  # noqa: ARG002
        moves: Sequence[Move],
    ) -> Sequence[Move]:
        """Return those of the legal moves `moves` among which a computer player has to choose now.
        A move may be left out if it can be made later just as well, whichever of the returned moves
        is made now. The default returns all moves. The method reads no face-down card."""
        return moves

    def advised(self, state: State[Beside], move: Move) -> Move:  # noqa: ARG002
        """Return the legal move `move`, or the same move with another order of cards, if the
        printed book from which the game comes advises one. The order is chosen here because
        `legal_moves` lists only one order of the cards if the player is free to choose it
        (`Legal.partial`). The method reads no face-down card."""
        return move

    def showdown(self, state: State[Beside]) -> State[Beside]:
        """Return the state with all cards turned up that stay face down until every contestant of a
        race has finished, such as the turn-up of Cribbage Patience, which counts for every row and
        column. Most games have no such cards and return the state unchanged."""
        return state

    def legal(self, state: State[Beside]) -> Legal[Move]:
        """Return the legal moves as a list, empty when the game is over."""
        return Legal([] if state.over else list(self.legal_moves(state)))

    def passed(
        self,
        before: State[Beside],  # noqa: ARG002
        after: State[Beside],  # noqa: ARG002
    ) -> Sequence[tuple[int, Card]]:
        """Return the cards that one move turned face up for the first time and then face down
        again. Each card comes with the index of the pile where it lies. `before` and `after` are
        the states before and after the move.

        A person who watches the table sees these cards, but neither the view before the move nor
        the view after it shows them. Most games have no such move and return an empty sequence. The
        method also returns an empty sequence for states made from views, in which face-down cards
        are not known.
        """
        return ()

    def extra_places(self) -> Sequence[str]:
        """Return the names of places, other than piles, that a move of this game may name, such as
        `fan.2` for a single card within the pile `fan`."""
        return ()

    def never_wanted(self, state: State[Beside], move: Move) -> bool:  # noqa: ARG002
        """Return whether this legal move can be made at once without harm: it puts on a foundation
        a card which no later move can need anywhere else. The move is of a kind in
        `foundation_kinds`.

        The method reads no face-down card. A game that finds such moves sets `safe_play`, and
        states and proves its rule in the rules for players.
        """
        return False

    def suggested_tilts(self, state: State[Beside]) -> Sequence[SuggestedTilt]:  # noqa: ARG002
        """Return the tilts that the book of the game recommends. A tilt is a card turned a little
        as a reminder of what to do with it. Clients show these tilts together with a hint. Most
        games have none.

        The method reads no face-down card. The tilts come in the order of the piles, and within a
        pile from the bottom.
        """
        return ()

    # What callers use; the same for all games. ---------------------------------------------

    @final
    @property
    def identity(self) -> str:
        """The slug (the short name of the game in programs) and the options as JSON, such as
        `uncle_remus {"columns":9,"down_rows":4}`."""
        return f"{self.slug} {canonical(self.chosen)}"

    @final
    @classmethod
    def has_choice(cls) -> bool:
        """Return whether the player decides anything in this game. A game without choice goes the
        same way for everybody who plays the same deal. So it has no leaderboard and no rating, it
        counts for no series of wins, and it is not played for a crown, in a tournament or as a
        daily deal."""
        return cls.ranked_by != "reach"

    @final
    @classmethod
    def rules_page(cls) -> str:
        """Return the rules for players, complete enough to play with real cards. They are the
        docstring of the file of the game. If one file has a game and its variant, the rules of the
        variant are the docstring of its class."""
        page = vars(cls)["__doc__"] or vars(getmodule(cls))["__doc__"]
        return cleandoc(page or "").strip()

    @final
    def pack(self, seed: bytes) -> list[Card]:
        """Return a pack in the order of dealing, shuffled with a seed of SEED_BYTES. While the
        rules do not let a game begin with the pack (`begins`), it is shuffled again with a new seed
        computed from the old one."""
        pack = shuffle(new_pack(self.packs), seed)
        while not self.begins(pack):
            seed = again(seed)
            pack = shuffle(new_pack(self.packs), seed)
        return pack

    @final
    def deal(self, pack: Sequence[Card]) -> State[Beside]:
        """Return the state of the game after dealing this pack. Raises BadPack if cards of the pack
        are missing or occur too often."""
        check_pack(pack, self.packs)
        return self._settled(self.set_up(pack))

    @final
    def play(self, state: State[Beside], move: Move | Resign) -> Step[Beside]:
        """Return the state after a move, and the events of the move: the changes that players see,
        such as cards moved or turned up. The given `state` does not change.

        Raises IllegalMove if the rules forbid the move. Raises HiddenCard if the move turns up a
        card that is not known because `state` comes from a view.
        """
        if state.over:
            raise IllegalMove("The game is over.")
        if isinstance(move, Resign):
            return Step(state._replace(over=RESIGNED), ())
        reason = self.refusal(state, move)
        if reason:
            raise IllegalMove(reason)
        table = Table(state.piles)
        beside = self.perform(state, move, table)
        self.settle(table)
        after = State(tuple(table.piles), beside)
        over = self.outcome(after)
        return Step(State(after.piles, beside, over) if over else after, tuple(table.events))

    @final
    def view(self, state: State[Beside]) -> View:
        """Return the view of a state: everything that a player may see of it."""
        piles: dict[str, PileView | None] = {}
        for name, group, pile in zip(
            self.layout.names, self.layout.group_of, state.piles, strict=True
        ):
            if not group.vanishes or pile.up or pile.down:
                piles[name] = pile_view(pile)
        facts: dict[str, Json] = self.facts(state)  # type: ignore[assignment] # a TypedDict
        return View(piles, facts)

    @final
    def changes(self, before: State[Beside], after: State[Beside]) -> View:
        """Return, in the form of a view, the piles and facts in which the view of `after` differs
        from the view of `before`.

        A pile that differs is given with all its cards, or as None if it is no longer on the table.
        If the move turned cards up and down again (`Game.passed`), the fact `passed` lists these
        cards.
        """
        piles: dict[str, PileView | None] = {}
        names, groups = self.layout.names, self.layout.group_of
        for i, new in enumerate(after.piles):
            old = before.piles[i]
            # Compare only what is visible, so that an exchange of face-down cards does not show.
            if old is not new and (old.up != new.up or len(old.down) != len(new.down)):
                gone = groups[i].vanishes and not new.up and not new.down
                piles[names[i]] = None if gone else pile_view(new)
        old_facts = self.facts(before)
        facts = {k: v for k, v in self.facts(after).items() if old_facts.get(k, ...) != v}
        passed = self.passed(before, after)
        return View(piles, {**facts, PASSED: self.passed_names(passed)} if passed else facts)

    @final
    def passed_names(self, passed: Iterable[tuple[int, Card]]) -> list[Json]:
        """Return the cards that the method `passed` has returned in the form in which a view lists
        them: pairs of the name of a pile and the name of a card."""
        return [[self.layout.names[place], NAME[card]] for place, card in passed]

    @final
    def state_of(self, view: View, over: GameOver | None = None) -> State[Beside]:
        """Return the state that a view shows, with None for each face-down card. `over` says how
        the game has ended, because a view does not show it. Raises BadPosition if the view does not
        belong to this game."""
        strange = [name for name in view.piles if name not in self.layout.index]
        if strange:
            raise BadPosition(f"The game has no pile {brief(strange[0])}.")
        piles = []
        for name, group in zip(self.layout.names, self.layout.group_of, strict=True):
            seen = view.piles.get(name)
            if seen is None and not group.vanishes:
                raise BadPosition(f"The pile {name} is missing.")
            piles.append(seen.pile() if seen else Pile())
        return State(tuple(piles), self.beside(view.facts), over)

    @final
    def position(self, state: State[Beside]) -> str:
        """Return the position text of a state: one line of text that contains all its cards, the
        face-down ones included. Callers show it only to those who may see the whole deal. Raises
        BadPosition if a card of the state is not known."""
        return position.write(self.layout, state, self.facts(state))

    @final
    def load(self, text: str) -> State[Beside]:
        """Return the state that a position text (`Game.position`) describes.

        Raises BadPosition, whose message names the pile, the fact or the rule that is wrong.
        """
        piles, facts, resigned = position.read(self.layout, text)
        state = State(piles, self.beside(facts), RESIGNED if resigned else None)
        cards = [c for pile in piles for c in (*position.known(pile.down), *pile.up)]
        try:
            check_pack([*cards, *self.cards_beside(state)], self.packs)
        except BadPack as error:
            raise BadPosition(str(error)) from None
        table = Table(piles)
        self.settle(table)
        if tuple(table.piles) != piles:
            raise BadPosition("Something in it happens by itself and would already have happened.")
        flaw = self.flaw(state)
        if flaw:
            raise BadPosition(flaw)
        position.check_facts(facts, self.facts(state))
        over = self.outcome(state)
        if over and resigned:
            raise BadPosition("The game was over already; nobody can have resigned it.")
        return state if resigned else state._replace(over=over)

    @final
    def _settled(self, state: State[Beside]) -> State[Beside]:
        table = Table(state.piles)
        self.settle(table)
        after = State(tuple(table.piles), state.beside)
        return after._replace(over=self.outcome(after))
