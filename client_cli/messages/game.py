"""Sentences about one game: its moves, its score and how it ended."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from client_cli.state.card_marks import ACROSS, LEFT, RIGHT, AnyTilt
from client_cli.terminal.pile_labels import card_text, cards_text, cell_label, grid_of, title
from engine.cards import NAME, Card
from engine.games import AnyGame
from engine.mechanics.called_game import CalledGame
from engine.moves import Resign, kind_of
from engine.races.ranking import Standing
from engine.table import GameOver, Pile, State
from engine.takeback import HINT_TEXT, UNDO_TEXT
from protocol.texts import _, ngettext

if TYPE_CHECKING:
    from engine.rules import Rules

NO_FINISH = _("Something is still left to decide.")
Passed = tuple[str, Card]
"""(pile name, card) of a card that a move turned face up and then face down again."""

STUCK = _("No move is left. Take one back, or give up.")
WAYS_TO_END = {
    "stuck": _("No move is left; the cards have won."),
    "resigned": _("You have given up."),
    "timeout": _("Time is up."),
}


def clock(ms: int) -> str:
    """Return milliseconds as `4:10`, or from an hour on as `1:04:10`."""
    minutes, seconds = divmod(ms // 1000, 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{seconds:02}" if hours else f"{minutes}:{seconds:02}"


def plural(count: int, word: str) -> str:
    return f"{count} {word}" if count == 1 else f"{count} {word}s"


def points_words(points: int) -> str:
    """Return a number of points with the word for them: `1 point`, `61 points`."""
    return ngettext("{n} point", "{n} points", points)


def options(chosen: dict[str, bool | int | str], rules: "Rules") -> str:
    """Return those options of a game that differ from their defaults, as words to put after the
    game's title, such as ` with columns=9`. Empty if all options are at their defaults."""
    unusual = [
        f"{option.name}={str(chosen[option.name]).lower()}"
        for option in rules.options
        if chosen.get(option.name, option.default) != option.default
    ]
    return " " + _("with {options}", options=", ".join(unusual)) if unusual else ""


def score(rules: "Rules | None", standing: Standing) -> str:
    """Return a contestant's standing (result and figures) in words: `solved in 4:10`,
    `31 of 48 at 5:02` or `61 points`. If a move was taken back or a hint asked for, `, with help`
    follows. Without `rules`, a standing with points is read as that of a game that is played for
    points."""
    told = _score(rules, standing)
    return told if standing.clean else _("{score}, with help", score=told)


def _score(rules: "Rules | None", standing: Standing) -> str:
    if standing.result == "won" and standing.ended_ms is not None:
        return _("solved in {time}", time=clock(standing.ended_ms))
    if standing.points is not None:
        return _with_reason(points_words(standing.points), standing)
    if standing.result == "complete":  # its points are published when the race is over
        return _("complete in {time}", time=clock(standing.ended_ms or standing.reached_ms))
    best, time = standing.best, clock(standing.reached_ms)
    if rules is None:
        sentence = _("{best} at {time}", best=best, time=time)
    elif by_points(rules):
        sentence = _("{best} of {goal} laid at {time}", best=best, goal=rules.goal, time=time)
    else:
        sentence = _("{best} of {goal} at {time}", best=best, goal=rules.goal, time=time)
    return _with_reason(sentence, standing)


def _with_reason(told: str, standing: Standing) -> str:
    if standing.reason == "stuck":
        return _("{score}, stuck", score=told)
    if standing.reason == "resigned":
        return _("{score}, gave up", score=told)
    return told


def advises(rules: AnyGame) -> bool:
    """Return whether the program gives hints in this game. It gives none in games whose cards are
    called one by one, so that all players place the same card at the same time."""
    return not isinstance(rules, CalledGame)


def suggested_tilts(tilts: Sequence[AnyTilt]) -> list[str]:
    """Return a sentence that says how many cards a hint suggests to tilt (to turn a little, as a
    reminder). The list is empty if there are none."""
    many = Counter(each.tilt for each in tilts)
    said = _(
        "Tilted: {dead} dead, {danger} danger, {first} to play before its twin.",
        dead=many[RIGHT],
        danger=many[ACROSS],
        first=many[LEFT],
    )
    return [said] if tilts else []


def checked_counts(counts: Sequence[int], own: Mapping[int, int]) -> list[str]:
    """Return a sentence for a player of Kings. While its cards are dealt onto heaps, the player may
    count how many cards of each rank are laid there, and ask whether the counts are right.

    `counts` has the right numbers for each rank, aces first; `own` has the player's numbers by
    rank, from 1. The sentence compares the two. If the player has counted nothing, it states all
    the right numbers. The list is empty if `counts` is empty.
    """
    if not counts:
        return []
    if own:
        checked = ", ".join(
            _("{number}: {own} of {right}", number=number, own=many, right=counts[number - 1])
            for number, many in sorted(own.items())
        )
        return [_("You counted {counts}.", counts=checked)]
    laid = " ".join(f"{number}:{many}" for number, many in enumerate(counts, 1))
    return [_("Laid on the heaps: {counts}.", counts=laid)]


def pace(moves: int, ms: int) -> str:
    """Return how fast moves were made, such as `12.5 moves a minute`. Empty if `moves` or `ms` is
    0."""
    return _("{n} moves a minute", n=f"{moves * 60_000 / ms:.1f}") if moves and ms else ""


def by_points(rules: "Rules | None") -> bool:
    """Return whether a game is played for points. A finished game of this kind has points and is
    neither won nor lost."""
    return rules is not None and rules.ranked_by in ("points", "round")


def own_end(
    rules: "Rules", over: GameOver | Standing | None, points: int | None, name: str | None = None
) -> list[str]:
    """Return a sentence that says how a game has ended for the contestant called `name`, or for the
    player if `name` is None. The list is empty if the game is not over."""
    if over is None:
        return []
    if over.result == "won":
        if name:
            return [_("{name} has solved {game}!", name=name, game=_(rules.book.title))]
        return [_("Solved: {game} is won!", game=_(rules.book.title))]
    reason = over.reason or ""
    told = WAYS_TO_END.get(reason, _("The game is over."))
    if over.result == "complete":
        told = _("Complete.")
    elif reason == "resigned" and name:
        told = _("{name} has given up.", name=name)
    if points is None:
        return [told]
    ending = told.removesuffix(".")
    return [_("{ending}, with {points}.", ending=ending, points=points_words(points))]


def what_changed(
    rules: AnyGame, before: State[Any], after: State[Any], passed: Sequence[Passed] = ()
) -> list[str]:
    """Return one sentence about what has visibly changed from the position `before` to the position
    `after`. The list is empty if nothing has changed. `passed` are cards that were turned up and
    then face down again in between, if the positions themselves do not show this."""
    lost = {
        i: old.up[_kept(old, new) :]
        for i, (old, new) in enumerate(zip(before.piles, after.piles, strict=True))
    }
    moved: list[str] = []
    sentences: list[str] = []
    for i, (old, new) in enumerate(zip(before.piles, after.piles, strict=True)):
        gained = new.up[_kept(old, new) :]
        turned = len(new.down) < len(old.down)
        for source, cards in _by_source(gained, lost, i):
            shown, to = cards_text(cards), title(rules, rules.layout.names[i])
            if source is not None:
                moved.append(_cards_moved(shown, title(rules, rules.layout.names[source]), to))
            elif turned:
                sentences.append(_("{cards} turned up on {pile}", cards=shown, pile=to))
            else:
                sentences.append(_("{cards} dealt to {pile}", cards=shown, pile=to))
    known = [(rules.layout.names[place], card) for place, card in rules.passed(before, after)]
    for name, card in known or passed:
        sentences.append(
            _(
                "{card} dealt to {pile}, which is turned face down",
                card=cards_text([card]),
                pile=title(rules, name),
            )
        )
    parts = [*moved, *sentences, *_grid_changes(rules, before, after)]
    return [f"{'; '.join(parts)}."] if parts else []


def _cards_moved(cards: str, origin: str, to: str) -> str:
    return _("{cards} from {origin} to {pile}", cards=cards, origin=origin, pile=to)


def move_made(name: str, rules: AnyGame, before: State[Any], text: str, after: State[Any]) -> str:
    """Return a sentence about a move that somebody has made, such as `Ann: 9H from a to c.` or `Ben
    gives up.` `text` is the move in notation, `before` and `after` the positions around it."""
    if text == kind_of(Resign):
        return _("{name} gives up.", name=name)
    if text == HINT_TEXT:
        return _("{name} asks for a hint.", name=name)
    seen = " ".join(what_changed(rules, before, after))
    if text == UNDO_TEXT:
        if seen:
            return _("{name} takes a move back: {seen}", name=name, seen=seen)
        return _("{name} takes a move back.", name=name)
    return f"{name}: {seen or move_words(rules, before, rules.codec.from_text(text)) + '.'}"


def _kept(old: Pile, new: Pile) -> int:
    """Return how many face-up cards at the bottom of a pile are the same in the position before a
    move (`old`) and after it (`new`)."""
    kept = 0
    while kept < min(len(old.up), len(new.up)) and old.up[kept] == new.up[kept]:
        kept += 1
    return kept


def _by_source(
    gained: Sequence[Card], lost: dict[int, tuple[Card, ...]], own: int
) -> list[tuple[int | None, list[Card]]]:
    """Group the cards that pile `own` has gained in a move by the pile from which they came, in the
    order of the cards. The pile is None for cards that no other pile has lost.

    `lost` has the cards that each pile has lost. Each card found there is removed from `lost`,
    because a game with two packs has every card twice.
    """
    groups: list[tuple[int | None, list[Card]]] = []
    for card in gained:
        source = next((i for i, cards in lost.items() if i != own and card in cards), None)
        if source is not None:
            at = lost[source].index(card)
            lost[source] = lost[source][:at] + lost[source][at + 1 :]
        if groups and groups[-1][0] == source:
            groups[-1][1].append(card)
        else:
            groups.append((source, [card]))
    return groups


def _grid_changes(rules: AnyGame, before: State[Any], after: State[Any]) -> list[str]:
    old, new = grid_of(rules, before), grid_of(rules, after)
    if old is None or new is None:
        return []
    known = {cell for cell, card in old.laid}
    told = [
        _("{card} laid at {cell}", card=card_text(NAME[card]), cell=cell_label(rules, cell))
        for cell, card in new.laid
        if cell not in known
    ]
    if new.next is not None and (new.laid != old.laid or old.next is None):
        told.append(_("next card {card}", card=card_text(NAME[new.next])))
    if new.last and not old.last:
        four = ", ".join(card_text(NAME[card]) for card in new.last)
        told.append(_("the last four cards {cards}", cards=four))
    return told


def move_words(rules: AnyGame, state: State[Any], move: Any) -> str:
    """Return a move that can be made in the position `state` in words: `9H from a to c`, `discard
    9H from a`, `deal`."""
    fields = rules.codec.to_json(move)
    kind, src, dst = str(fields["kind"]), fields.get("src"), fields.get("dst")
    if "cell" in fields:
        return _("{kind} at {cell}", kind=kind, cell=cell_label(rules, move.cell))
    if "order" in fields:
        return _("{kind}, as it lies", kind=kind.replace("_", " "))
    inside = card_inside(rules, state, src)
    if inside is not None and isinstance(dst, str):
        return _cards_moved(cards_text([inside[1]]), title(rules, inside[0]), title(rules, dst))
    if not isinstance(src, str) or src not in rules.layout.index:
        return rules.codec.to_text(move).replace("_", " ")
    n = fields.get("n")
    cards = state.piles[rules.layout.index[src]].up[-(n if isinstance(n, int) else 1) :]
    if isinstance(dst, str) and dst in rules.layout.index:
        return _cards_moved(cards_text(cards), title(rules, src), title(rules, dst))
    return _(
        "{kind} {cards} from {origin}",
        kind=kind.replace("_", " "),
        cards=cards_text(cards),
        origin=title(rules, src),
    )


def card_inside(rules: AnyGame, state: State[Any], src: object) -> tuple[str, Card] | None:
    """Return the pile and the card that the source `src` of a move names, if it is a card inside a
    pile. For example `fan.3` is the card with index 3 from the bottom of the pile `fan` in the game
    Kings. Return None for any other source, such as a whole pile."""
    if not isinstance(src, str) or src in rules.layout.index:
        return None
    pile, _, at = src.rpartition(".")
    where = rules.layout.index.get(pile)
    if where is None or rules.layout.group_of[where].role != "fan" or not at.isdecimal():
        return None
    up = state.piles[rules.layout.index[pile]].up
    return (pile, up[int(at)]) if int(at) < len(up) else None
