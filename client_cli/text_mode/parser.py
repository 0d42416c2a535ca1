"""The command parser of line mode. It returns the lines that a command which only shows something
prints, and the move that a line stands for. It only names other commands, which its callers carry
out."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from client_cli.messages import table_text
from client_cli.messages.game import move_words
from client_cli.terminal.pile_labels import by_label, read_card
from client_cli.terminal.spoken_cards import Cards
from client_cli.text_mode import move_input
from engine.games import AnyGame
from engine.table import State
from protocol.texts import _, ngettext

NO_TABLE = _("There is no table yet; try help.")
HELP = _("""\
a c        play from pile a to pile c; "3 a c" just three cards
aa         play the card on a to its only place; "a" lists where it can go
s          deal, as "deal" does; on a grid name a cell, such as "d4"
play KH    play a card wherever it lies; "play KH c" to c
           a card may be in words: "play king of hearts"
           the whole text of a move will do, such as "move tab.0 tab.3 2"
look       the whole table; "look c" one pile
moves      every legal move, and what to type for it
find KH    where a card lies
rules      the rules of this game
score      how far you are
give up    give the game up""")


class TypedLine(NamedTuple):
    """The meaning of a typed line: lines to print, a move to make, or a command (`verb`) that the
    caller carries out."""

    lines: Sequence[str] = ()
    move: Any = None
    verb: str | None = None
    rest: str = ""
    """The text after the verb."""


class LineParser:
    """Parses typed lines. If a line may mean several moves, the parser asks which is meant and
    remembers the moves, so that the next line can be a number."""

    def __init__(self, verbs: Sequence[str], cards: Cards = "letters") -> None:
        self._verbs, self._cards = verbs, cards
        self._choices: list[Any] = []

    def read(self, game: AnyGame | None, state: State[Any] | None, line: str) -> TypedLine:
        """Parse a typed line in the position `state`. `game` and `state` are None while there is no
        table."""
        choices, self._choices = self._choices, []
        word, _space, rest = line.strip().partition(" ")
        word = word.lower()
        if not word or word.startswith("#"):
            return TypedLine()
        if word in self._verbs:
            return TypedLine(verb=word, rest=rest.strip())
        if word in ("help", "?"):
            return TypedLine(HELP.splitlines())
        if game is not None and word == "rules":
            return TypedLine(table_text.rules_lines(game))
        if game is None or state is None:
            return TypedLine([NO_TABLE])
        if word.isdecimal() and not rest and choices:
            return self._chosen(choices, int(word))
        looked = self._look(game, state, word, rest.strip())
        return TypedLine(looked) if looked is not None else self._move(game, state, line)

    def _chosen(self, choices: list[Any], number: int) -> TypedLine:
        if 1 <= number <= len(choices):
            return TypedLine(move=choices[number - 1])
        self._choices = choices
        return TypedLine([_("Choose a number from 1 to {most}.", most=len(choices))])

    def _look(self, game: AnyGame, state: State[Any], word: str, rest: str) -> list[str] | None:
        match word:
            case "look" if rest:
                pile = by_label(game).get(rest.lower(), rest)
                if pile not in game.layout.index:
                    return [_("There is no pile {pile}.", pile=repr(rest[:20]))]
                return [table_text.look(game, state, pile, self._cards == "symbols")]
            case "look":
                return table_text.table(game, state, self._cards)
            case "count":
                return table_text.count(game, state)
            case "moves":
                return listed(game, state)
            case "find":
                card = read_card(rest)
                return [
                    table_text.find(game, state, card)
                    if card
                    else _("A card looks like KH or 10S.")
                ]
            case "score":
                return [score(game, state)]
        return None

    def _move(self, game: AnyGame, state: State[Any], line: str) -> TypedLine:
        match move_input.read(game, state, line):
            case move_input.FoundMove(move):
                return TypedLine(move=move)
            case move_input.Choices(question, moves):
                self._choices = moves
                options = [
                    f"{number}. {move_words(game, state, move)}"
                    for number, move in enumerate(moves, 1)
                ]
                return TypedLine([question, *options])
            case move_input.NoMove(sentence):
                return TypedLine([sentence])


def listed(game: AnyGame, state: State[Any]) -> list[str]:
    """Return a line for every legal move, with the shortest text to type for it."""
    legal = game.legal(state)
    lines = [offered(game, state, move) for move in legal.moves]
    if legal.partial:
        lines.append(_("There are more of these kinds."))
    return lines or [_("No move is left.")]


def offered(game: AnyGame, state: State[Any], move: Any) -> str:
    """Return the text to type for a move, followed by a description of the move if it tells more
    than the text."""
    typed, words = move_input.typed(game, state, move), move_words(game, state, move)
    kind, _space, pile = typed.partition(" ")
    # `discard c: 4H` instead of `discard c: discard 4H from c`.
    words = words.removeprefix(f"{kind.replace('_', ' ')} ")
    words = words.removesuffix(f" from {pile}")  # not a text: it is cut off
    return typed if typed.replace("_", " ") == words or not words else f"{typed}: {words}"


def score(game: AnyGame, state: State[Any]) -> str:
    """Return a sentence with the player's progress and, if the game has points, the points."""
    points = game.points(state)
    progress, goal = game.progress(state), game.goal
    if points is None:
        return _("Progress {progress} of {goal}.", progress=progress, goal=goal)
    return ngettext(
        "Progress {progress} of {goal}, {n} point.",
        "Progress {progress} of {goal}, {n} points.",
        points,
        progress=progress,
        goal=goal,
    )
