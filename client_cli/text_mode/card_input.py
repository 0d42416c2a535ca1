"""Parse moves that name cards, for players who hear the table by a screen reader.

play QH              the queen of hearts, wherever she lies, to her only legal place
play QH b            the same card to pile b
play queen of hearts to b
put_back JS 9C       in the game Kings, put the fan (a heap that is spread out) back: these cards on
                     top of the others, the last uppermost
"""

from typing import Any, NamedTuple

from client_cli.messages.game import card_inside
from client_cli.terminal.pile_labels import by_label, card_text, grid_of, read_card
from engine.cards import NAME
from engine.games import AnyGame
from engine.table import State
from protocol.texts import _

PLAY = "play"
AN_EXAMPLE = _("Name a card, such as: play KH, or play KH c.")


class NamedCardMoves(NamedTuple):
    """The legal moves of a card that a player has named.

    `src` is the pile where the card lies; empty if that is unknown or does not matter. `dst` is the
    destination pile if the player typed one. If there are no moves, `why` is a sentence that tells
    the player the reason.
    """

    moves: list[Any]
    src: str
    dst: str | None
    why: str


def read(game: AnyGame, state: State[Any], text: str) -> NamedCardMoves | str | None:
    """Parse a typed line that begins with `play` and a card, or with the command that puts the fan
    of the game Kings (a heap that is spread out) back in a new order. Return None if the line is
    neither. Return a sentence for the player if the line begins like one of these but has no
    meaning."""
    kind, _space, rest = text.partition(" ")
    if game.codec.kinds.get(kind.lower()) == ["order"] and not _is_order(rest):
        return _put_back(game, state, kind.lower(), rest)
    if kind.lower() != PLAY:
        return None
    what, place = _parts(rest)
    card = read_card(what)
    if card is None:
        return None if PLAY in game.codec.kinds else AN_EXAMPLE
    dst = by_label(game).get(place.lower()) if place else None
    if place and dst is None:
        return _("There is no pile {place}.", place=repr(place[:20]))
    return _of_card(game, state, card, dst)


def _is_order(text: str) -> bool:
    """Return whether the new order of the fan of Kings (a heap spread out) is typed as numbers such
    as `1,0,2`, not as cards."""
    return bool(text) and set(text) <= set("0123456789,")


def _parts(text: str) -> tuple[str, str]:
    """Split the text after `play`, such as `QH`, `QH b` or `queen of hearts to b`, into the card
    and the pile. The pile may be empty."""
    if read_card(text) is not None:
        return text, ""
    what, _space, place = text.rpartition(" ")
    return what.lower().removesuffix(" to"), place


def _of_card(game: AnyGame, state: State[Any], card: str, dst: str | None) -> NamedCardMoves:
    grid = grid_of(game, state)
    if grid is not None and grid.last:
        chosen = [m for m in game.legal(state).moves if NAME[grid.last[m.n]] == card]
        why = _("{card} cannot be played now.", card=card_text(card))
        return NamedCardMoves(chosen, "", None, why)
    found, lies = [], []
    for move in game.legal(state).moves:
        src = getattr(move, "src", None)
        moved = _card_of(game, state, move)
        if moved is not None and NAME[moved] == card:
            found.append(move)
            lies.append(src)
    if found:
        return NamedCardMoves(_alike_once(found), str(lies[0]), dst, "")
    seen = [
        name
        for name, pile in zip(game.layout.names, state.piles, strict=True)
        if any(NAME[lying] == card for lying in pile.up)
    ]
    told = card_text(card)
    if not seen:
        return NamedCardMoves([], "", None, _("{card} is not to be seen.", card=told))
    return NamedCardMoves([], seen[0], None, _("{card} cannot be played now.", card=told))


def _alike_once(moves: list[Any]) -> list[Any]:
    """Return the moves without repetitions. If equal cards lie in one pile, such as the spread-out
    fan of Kings, the moves of only one of them are kept, because the others lead to the same
    position."""
    ways: dict[tuple[object, ...], Any] = {}
    for move in moves:
        names = ("dst", "n", "fills", "end", "slots")
        pile = str(getattr(move, "src", "")).rpartition(".")[0] if _inside(move) else move.src
        ways[type(move), pile, *(getattr(move, name, None) for name in names)] = move
    return list(ways.values())


def _inside(move: Any) -> bool:
    return str(move.src).startswith("fan.")


def _card_of(game: AnyGame, state: State[Any], move: Any) -> int | None:
    """Return the card that a move takes. If it takes several, return the card nearest the bottom of
    the pile. Return None if the move takes no card."""
    src = getattr(move, "src", None)
    inside = card_inside(game, state, src)
    if inside is not None:
        return inside[1]
    if src not in game.layout.index:
        return None
    up, n = state.piles[game.layout.index[src]].up, int(getattr(move, "n", 1))
    return up[-n] if 0 < n <= len(up) else None


def _put_back(game: AnyGame, state: State[Any], kind: str, text: str) -> NamedCardMoves | str:
    fans = [name for name, group in zip(game.layout.names, game.layout.group_of, strict=True)
            if group.role == "fan"]  # fmt: skip
    lying = [NAME[card] for card in state.piles[game.layout.index[fans[0]]].up] if fans else []
    rest, on_top = list(range(len(lying))), []
    for word in text.replace(",", " ").split():
        card = read_card(word)
        at = next((i for i in rest if lying[i] == card), None)
        if at is None:
            return _("{word} is not in the fan.", word=word[:20])
        rest.remove(at)
        on_top.append(at)
    move = game.codec.from_json({"kind": kind, "order": [*rest, *on_top]})
    why = game.refusal(state, move)
    return why if why else NamedCardMoves([move], "", None, "")
