"""A common table in line mode: what happens there, and the commands that a player types.

At a common table all contestants play the game Racing Demon at the same time. They share the
foundations: to claim is to lay a card on a foundation before somebody else does.
"""

import asyncio
from collections.abc import Sequence
from typing import Any

from client_cli.messages.common_table import (
    claimable_line,
    claims_line,
    own_lines,
    place_words,
    rivals_line,
    seat_lines,
    table_lines,
)
from client_cli.messages.table_text import wrapped
from client_cli.net.room_protocol import RoomProtocol
from client_cli.state.common_table import best_claim, laid_cards
from client_cli.state.session import RoomSession
from client_cli.state.table_selection import MIDDLE, TableSelection
from client_cli.terminal.output import Output
from client_cli.terminal.pile_labels import by_label, read_card
from engine.cards import NAME
from engine.errors import BadRequest, IllegalMove
from engine.moves import Resign, Turn
from engine.racing_demon.game import Out, Stuck, TableMove
from engine.racing_demon.state import RoundState
from protocol.rooms.known_table import KnownTable
from protocol.texts import _, ngettext

HELP = _("""\
turn, t    turn the stock
claim, m   lay the best card that can be claimed on its foundation
can, l     which cards can be claimed now
a m        the demon to the middle; a is the demon, b to f the work piles, w the waste
w c        the waste to pile c; "b 3 c": three cards of b
b          the top card of b where it is worth most
claim waste foundation.3    the whole text of a move will do; the height is filled in
look       the whole table; "look c" one pile, "look ANN" the piles of somebody
moves      every legal move
demons, n  how many cards are left in the demons of the others
score      your points so far
out        call out, when your demon is used up and the table plays on
stuck, k   say that you are stuck
give up    leave the table; the others play on
rules      the rules of this game""")
NEWS_EVERY_S = 3.0
"""The least seconds between two lines about what others have laid."""
NAMES = {"demon": "reserve", "reserve": "reserve", "waste": "waste", "middle": MIDDLE, "m": MIDDLE}


class TableNewsLines:
    """Prints what happens at a common table: the player's own moves at once, and the cards that
    others have laid in one short line every few seconds. If the cards that the player can claim
    have changed, a line with them follows."""

    def __init__(self, session: RoomSession, voice: Output) -> None:
        self._session, self._voice = session, voice
        self._race: str | None = None
        self._laid: list[Any] = []
        self._claimable = ""
        self._timer: asyncio.TimerHandle | None = None

    def tell(self) -> None:
        """Print the news since the last call. Call this after every message."""
        session, table = self._session, self._session.common
        commands = session.seen()
        if table is None or session.race is None:
            return
        if self._race != session.race.id:
            self._race, self._claimable, self._laid = session.race.id, "", []
            self._voice.say(table_lines(session, table))
            self._claimable = claimable_line(table, session.seat)
            return
        self._laid += [card for card in laid_cards(commands) if card.seat != session.seat]
        own = own_lines(session, [each for each in commands if each.seat == session.seat])
        self._voice.say(own)
        if own or table.state.over is not None:
            self.flush()
        elif self._timer is None and (self._laid or self._changed(table)):
            loop = asyncio.get_running_loop()
            self._timer = loop.call_later(NEWS_EVERY_S, self.flush)

    def _changed(self, table: KnownTable) -> bool:
        return claimable_line(table, self._session.seat) != self._claimable

    def flush(self) -> None:
        """Print at once what others have laid, and what can be claimed."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        session, table = self._session, self._session.common
        line, self._laid = claims_line(session, self._laid), []
        told = [line] if line else []
        if table is not None and session.sits_at_table and self._changed(table):
            before, self._claimable = self._claimable, claimable_line(table, session.seat)
            if before or best_claim(table.rules, table.legal(session.seat)):
                told.append(self._claimable)
        self._voice.say(told)


class TableLines:
    """Carries out the lines that a player types at a common table."""

    def __init__(self, room: RoomProtocol, voice: Output) -> None:
        self._room, self._voice = room, voice

    def execute(self, line: str) -> bool:
        """Carry out a typed line if it is a command for the common table. Return whether it
        is."""
        session = self._room.session
        table = session.common
        words = line.strip().lower().split()
        if words == ["rules"] and session.table_rules is not None:
            self._voice.say(wrapped(session.table_rules.rules_page()))
            return True
        if table is None or not words:
            return False
        if (told := self._looked(table, words)) is not None:
            self._voice.say(told)
            return True
        if table.position(session.seat) is None:
            return False
        read = self._read(table, words)
        if read is None:
            return False
        if isinstance(read, str):
            self._voice.say([read])
            return True
        try:
            self._room.play_table(read)
        except IllegalMove as refusal:
            self._voice.say([_(str(refusal))])
        return True

    def _looked(self, table: KnownTable, words: Sequence[str]) -> list[str] | None:
        """Return what a command that asks about the table tells; None if it is another line."""
        session, (word, *rest) = self._room.session, words
        if word in ("can", "l"):
            return [claimable_line(table, session.seat)]
        if word in ("demons", "n") and not rest:
            return [rivals_line(session, table)]
        if word in ("look", "watch"):
            return self._look(table, " ".join(rest))
        at = table.position(session.seat)
        if at is None:
            return None
        if word == "moves" and not rest:
            texts = [table.rules.codec.to_text(move) for move in table.legal(session.seat)]
            return texts or [_("No move is left.")]
        if word == "score" and not rest:
            points = table.view.seats[at].points
            return [ngettext("{n} point so far.", "{n} points so far.", points)]
        return None

    def _look(self, table: KnownTable, what: str) -> list[str]:
        session = self._room.session
        if not what:
            return table_lines(session, table)
        at, pile = table.position(session.seat), self._pile(table, what)
        if at is not None and pile in table.rules.layout.index:
            named = place_words(table, str(pile))
            return [each for each in seat_lines(table, at) if each.startswith(f"{named}:")]
        for position, seat in enumerate(table.seats):
            if session.name(seat).lower().startswith(what):
                return seat_lines(table, position)
        return [_("There is no pile {pile}.", pile=repr(what[:20]))]

    def _pile(self, table: KnownTable, word: str) -> str | None:
        """Return the name of the pile that a word means; MIDDLE for the foundations."""
        found = NAMES.get(word) or by_label(table.rules).get(word)
        if found is None and (word in table.rules.layout.index or word.startswith(MIDDLE)):
            return word
        return found

    def _read(self, table: KnownTable, words: Sequence[str]) -> TableMove | str | None:
        """Return the move that a line means, or a sentence why it means none; None if the line is
        not about the table."""
        session = self._room.session
        state = session.common_ahead() or table.state
        plain: dict[str, TableMove] = {
            **dict.fromkeys(("turn", "t", "s", "deal"), Turn()),
            "out": Out(),
            **dict.fromkeys(("stuck", "k"), Stuck()),
            "resign": Resign(),
            "give up": Resign(),  # not a text: it is typed
        }
        joined = " ".join(words)
        if joined in plain:
            return plain[joined]
        if joined in ("claim", "m"):
            claim = best_claim(table.rules, table.legal(session.seat, state))
            return claim or _("Nothing can be claimed now.")
        if words[0] in table.rules.codec.kinds and words[0] != "claim":
            try:
                whole: TableMove = table.rules.codec.from_text(joined)
            except BadRequest as error:
                return _(str(error))
            return whole
        return self._from_to(table, state, words[1:] if words[0] in ("claim", "play") else words)

    def _from_to(
        self, table: KnownTable, state: RoundState, words: Sequence[str]
    ) -> TableMove | str | None:
        """Return the move of a pile or card to another place: `w c`, `b 3 c`, `5H m`, `b`."""
        at = table.position(self._room.session.seat) or 0
        hand, count = TableSelection(table.rules, at), None
        words = [word for word in words if word != "to"]
        if len(words) == 3 and words[1].isdecimal():
            words, count = [words[0], words[2]], int(words[1])
        places = [self._pile(table, word) or _lying(table, state, at, word) for word in words[:2]]
        if not words or None in places or (len(words) > 2 and not words[2].isdecimal()):
            return None
        begun = hand.pick(state, str(places[0]), count)
        if begun.say:
            return begun.say
        dst = str(places[1]) if len(places) > 1 else str(places[0])
        act = hand.pick(state, dst)
        return act.move or act.say


def _lying(table: KnownTable, state: RoundState, at: int, word: str) -> str | None:
    """Return the pile of the seat at a position on which a card lies uppermost."""
    card = read_card(word)
    for index in table.rules.free:
        up = state.boards[at].piles[index].up
        if card is not None and up and NAME[up[-1]] == card:
            return str(table.rules.place[index])
    return None
