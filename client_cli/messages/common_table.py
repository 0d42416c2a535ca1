"""Sentences about the common table of Racing Demon: what happens, who was first at a place, what
can be claimed, and how rounds and series of rounds end.

All contestants play at this table. Each has a demon, a pile of thirteen cards to get rid of;
whoever has used it up is out. To claim is to lay a card on a foundation. The foundations lie in the
middle of the table and belong to all contestants. `session` is what the client knows of the room.
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Protocol

from client_cli.messages.game import points_words
from client_cli.state.common_table import CardLaid
from client_cli.terminal.pile_labels import card_text, cards_text, title
from engine.cards import CARD, NAME, SUITS
from engine.racing_demon.game import Claim, RacingDemon, TableMove
from engine.racing_demon.scores import DEMON, RoundScore, round_score
from engine.racing_demon.state import RoundState
from protocol.rooms.common_tables import (
    OvertakenClaim,
    SeriesInfo,
    SeriesSeat,
    TableChanged,
    TableCommand,
    TableEvent,
    TableOver,
)
from protocol.rooms.known_table import KnownTable
from protocol.texts import _, ngettext

if TYPE_CHECKING:
    from client_cli.state.known_room import KnownRoom

SHIFTED = _("Nobody can play: everybody puts the top card of the stock at its bottom.")
SUIT_NAMES = {"S": _("spades"), "H": _("hearts"), "D": _("diamonds"), "C": _("clubs")}
ENDS = {
    "blocked": _("Nobody can play any more: the round is over."),
    "deserted": _("Only one contestant is left: the round is over."),
    "bell": _("Time is up: the round is over."),
}


class ShownTable(Protocol):
    """What the functions of this file need of a table: its rules and its state."""

    @property
    def rules(self) -> RacingDemon: ...

    @property
    def state(self) -> RoundState: ...


def table_sentences(session: "KnownRoom", before: KnownTable, message: TableChanged) -> list[str]:
    """Return sentences about the commands in `message`: who is stuck or has left, and whether all
    put the top card of their stock at its bottom. The last sentences say that the round is over or,
    while it goes on, whose demon was used up. Other moves are not mentioned. `before` is the table
    before the commands."""
    told = [line for command in message.commands for line in _command(session, command)]
    if message.over is not None:
        return [*told, round_end(session, message.over)]
    for seat in message.emptied:
        if before.seats.index(seat) not in before.state.emptied:
            own = seat == session.seat
            told.append(
                _("Your demon is used up.")
                if own
                else _("The demon of {name} is used up.", name=session.name(seat))
            )
    return told


def _command(session: "KnownRoom", command: TableCommand) -> list[str]:
    own, name, told = command.seat == session.seat, session.name(command.seat), []
    if command.move == "stuck":
        told = [_("You say that you are stuck.") if own else _("{name} is stuck.", name=name)]
    elif command.move == "resign":
        told = [
            _("You have left the table.") if own else _("{name} has left the table.", name=name)
        ]
    shifted = any(event.event == "shifted" for event in command.events)
    return [*told, SHIFTED] if shifted else told


def round_end(session: "KnownRoom", over: TableOver) -> str:
    """Return the sentence that says how a round has ended."""
    if over.out is None:
        return ENDS.get(over.reason, ENDS["bell"])
    if over.out == session.seat:
        return _("You are the first out!")
    return _("{name} is the first out!", name=session.name(over.out))


def overtaken_sentence(session: "KnownRoom", late: OvertakenClaim) -> str:
    """Return the sentence for a player whose claim came too late: who was first, and which card
    lies there now."""
    card = card_text(late.top)
    if late.seat == session.seat:
        return _("You were there before: {card} lies there now.", card=card)
    name = session.name(late.seat)
    return _("{name} was first: {card} lies there now.", name=name, card=card)


def claims_line(session: "KnownRoom", laid: Sequence[CardLaid]) -> str:
    """Return one short line about cards that others have laid on foundations, with the number of
    cards left in their demons: `Ann (7): 5H, 6H; Cleo (12): AS.` Empty if there are no such
    cards."""
    by_seat: dict[int, list[str]] = {}
    for card in laid:
        if card.seat != session.seat:
            by_seat.setdefault(card.seat, []).append(card_text(card.card))
    parts = [f"{_with_demon(session, seat)}: {', '.join(cards)}" for seat, cards in by_seat.items()]
    return f"{'; '.join(parts)}." if parts else ""


def _with_demon(session: "KnownRoom", seat: int) -> str:
    table = session.common
    at = None if table is None else table.position(seat)
    if table is None or at is None:
        return session.name(seat)
    return f"{session.name(seat)} ({DEMON - table.view.seats[at].progress})"


def own_lines(session: "KnownRoom", commands: Sequence[TableCommand]) -> list[str]:
    """Return a sentence about what each of the player's own commands has changed, such as `4H from
    the waste to hearts.`, for players who do not see the table. `commands` are the player's."""
    table = session.common
    if table is None:
        return []
    return [event_words(table, command.events) for command in commands if command.events]


def event_words(table: ShownTable, events: Sequence[TableEvent]) -> str:
    """Return a sentence about the visible changes that one command has made. `table` is the table
    after the command."""
    parts = []
    for event in events:
        if event.dst is None or not event.cards:
            parts += [SHIFTED.removesuffix(".")] if event.event == "shifted" else []
            continue
        cards, to = cards_text([CARD[name] for name in event.cards]), place_words(table, event.dst)
        if event.event == "moved" and event.src is not None:
            origin = place_words(table, event.src)
            parts.append(_("{cards} from {origin} to {pile}", cards=cards, origin=origin, pile=to))
        else:
            parts.append(_("{cards} turned up on {pile}", cards=cards, pile=to))
    return f"{'; '.join(parts)}."


def place_words(table: ShownTable, name: str) -> str:
    """Return the words for a place in sentences: a pile of a contestant, or a foundation. `name` is
    its name in the rules."""
    if name.startswith("foundation."):
        number = name.partition(".")[2]
        at = int(number) if number.isdecimal() else -1
        return foundation_words(table.state, at)
    return _("the demon") if name == "reserve" else title(table.rules, name)


def foundation_words(state: RoundState, at: int) -> str:
    """Return the words for the foundation with the index `at`: its suit. If several foundations of
    this suit are not complete, also its number among all foundations, from 1."""
    if not 0 <= at < len(state.foundations):
        return _("a new foundation")
    suit = SUIT_NAMES[SUITS[state.foundations[at].suit]]
    alike = [
        each
        for each in state.foundations
        if each.suit == state.foundations[at].suit and not each.closed
    ]
    return suit if len(alike) < 2 else f"{suit} {at + 1}"


def claimable(moves: Sequence[TableMove]) -> list[Claim]:
    """Return the claims among the legal `moves`. If a card can go to several foundations, only one
    of its claims is returned."""
    found: dict[str, Claim] = {}
    for move in moves:
        if isinstance(move, Claim):
            found.setdefault(move.src, move)
    return list(found.values())


def claimable_line(table: KnownTable, seat: int | None) -> str:
    """Return the sentence that says which cards the contestant at `seat` can claim now, and on
    which piles these cards lie."""
    at, parts = table.position(seat), []
    for move in claimable(table.legal(seat)):
        piles = table.state.boards[at or 0].piles
        card = piles[table.rules.layout.index[move.src]].up[-1]
        parts.append(
            _(
                "{card} from {pile}",
                card=card_text(NAME[card]),
                pile=place_words(table, move.src),
            )
        )
    if not parts:
        return _("Nothing can be claimed now.")
    return _("Can be claimed: {cards}.", cards=", ".join(parts))


def seat_lines(table: KnownTable, at: int) -> list[str]:
    """Return the piles of the contestant at position `at` of the table in words, one pile a
    line."""
    rules, board = table.rules, table.state.boards[at]
    lines = []
    for name, pile in zip(rules.layout, board.piles, strict=True):
        what = place_words(table, name)
        shown = pile.up if name.startswith("tab.") else pile.up[-1:]
        parts = [card_text(NAME[card]) for card in reversed(shown)]
        hidden = len(pile.down) + len(pile.up) - len(shown)
        if name == "reserve":
            left = len(pile.down) + len(pile.up)
            parts.append(ngettext("{n} card left", "{n} cards left", left))
        elif name == "stock" and hidden:
            parts.append(_("{n} face down", n=hidden))
        elif hidden:
            parts.append(ngettext("{n} card below", "{n} cards below", hidden))
        lines.append(f"{what}: {', '.join(parts) or _('empty')}.")
    return lines


def middle_line(table: KnownTable) -> str:
    """Return the sentence that says which cards lie on top of the foundations."""
    open_ones = [each for each in table.state.foundations if not each.closed]
    closed = len(table.state.foundations) - len(open_ones)
    tops = ", ".join(card_text(NAME[each.top]) for each in open_ones)
    told = _("In the middle: {cards}.", cards=tops) if tops else _("The middle is empty.")
    if not closed:
        return told
    return told + " " + ngettext("{n} pile is closed.", "{n} piles are closed.", closed)


def rivals_line(session: "KnownRoom", table: KnownTable) -> str:
    """Return the sentence that says how many cards each other contestant has left in the demon.
    Empty if there are no others."""
    parts = [
        _("{name} {n}", name=session.name(seat), n=DEMON - each.progress)
        for seat, each in zip(table.seats, table.view.seats, strict=True)
        if seat != session.seat
    ]
    return _("Demons: {counts}.", counts=", ".join(parts)) if parts else ""


def table_lines(session: "KnownRoom", table: KnownTable) -> list[str]:
    """Return the whole table in words. For a player: the foundations, how many cards the others
    have left in their demons, the player's own piles, and what can be claimed. For a spectator: the
    foundations and the piles of all contestants."""
    at, rivals = table.position(session.seat), rivals_line(session, table)
    lines = [middle_line(table)]
    if at is not None:
        lines += [rivals] if rivals else []
        return [*lines, *seat_lines(table, at), claimable_line(table, session.seat)]
    for position, seat in enumerate(table.seats):
        lines += [f"{session.name(seat)}:", *seat_lines(table, position)]
    return lines


# The end of a round and the series. ---------------------------------------------------------------


def counted_lines(session: "KnownRoom", table: KnownTable) -> list[str]:
    """Return the score of each contestant in the round, one a line, in the order in which they sit
    at the table."""
    return [
        counted(session.name(seat), round_score(table.state, at, table.rules.chosen), table.rules)
        for at, seat in enumerate(table.seats)
    ]


def counted(name: str, score: RoundScore, rules: RacingDemon) -> str:
    """Return the score of one contestant in a round in words: `Ann: 14 cards in the middle, 1 king
    for 5, 3 left in the demon for -3, out for 10: 26 points.`"""
    parts = [ngettext("{n} card in the middle", "{n} cards in the middle", score.cards)]
    if score.kings and rules.chosen["king_bonus"]:
        points = score.kings * int(rules.chosen["king_bonus"])
        parts.append(
            ngettext("{n} king for {points}", "{n} kings for {points}", score.kings, points=points)
        )
    if score.left and rules.chosen["penalty"]:
        points = score.left * int(rules.chosen["penalty"])
        parts.append(_("{n} left in the demon for -{points}", n=score.left, points=points))
    if score.out and rules.chosen["out_bonus"]:
        parts.append(_("out for {points}", points=rules.chosen["out_bonus"]))
    return _(
        "{name}: {parts}: {points}.",
        name=name,
        parts=", ".join(parts),
        points=points_words(score.points),
    )


def series_lines(series: SeriesInfo) -> list[str]:
    """Return the points of a series of rounds: a heading and a line for each contestant, best
    first. The list is empty before the first round is over, and if the room plays single rounds."""
    played = max((len(each.rounds) for each in series.seats), default=0)
    if not played or not series.target:
        return []
    heading = (
        _("The series to {target} points is over.", target=series.target)
        if series.over
        else ngettext(
            "After {n} round of the series to {target} points:",
            "After {n} rounds of the series to {target} points:",
            played,
            target=series.target,
        )
    )
    return [heading, *map(_series_line, series.seats)]


def _series_line(each: SeriesSeat) -> str:
    rounds = ", ".join(map(str, each.rounds))
    gone = _("left the table")
    name = f"{each.name} ({gone})" if each.gone else each.name
    return _(
        "{place}. {name}: {points} ({rounds})",
        place=each.place,
        name=name,
        points=points_words(each.points),
        rounds=rounds,
    )
