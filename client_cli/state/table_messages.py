"""Reducers for the common table, at which all contestants of a round of Racing Demon play: whole
tables, changes, and answers to the player's moves there.

Each function applies one message to the session, the client's copy of the room.
"""

from typing import TYPE_CHECKING

from client_cli.messages.common_table import overtaken_sentence, table_sentences
from protocol import from_server as said
from protocol.retries import retry_after_ms
from protocol.rooms.known_table import KnownTable
from protocol.texts import _

if TYPE_CHECKING:
    from client_cli.state.known_room import KnownRoom


def heard(
    session: "KnownRoom",
    message: said.CommonTable | said.TableChanged | said.TablePlayed,
    now_ms: int,
) -> list[str]:
    """Apply a message about the common table, if it belongs to the current race. Return the
    sentences to show about it."""
    if session.race is None or message.race != session.race.n:
        return []
    match message:
        case said.CommonTable():
            table(session, message, now_ms)
        case said.TableChanged():
            return changed(session, message, now_ms)
        case said.TablePlayed(id=request):
            session.commands = [each for each in session.commands if each.request != request]
    return []


def table(session: "KnownRoom", message: said.CommonTable, now_ms: int) -> None:
    """Replace the common table by the one that the server has sent."""
    rules = session.table_rules
    if rules is None:
        return
    session.common, session.needs_table = KnownTable.heard(rules, message), False
    if session.status == "running":
        session.clock.running(message.clock_ms, now_ms)


def changed(session: "KnownRoom", message: said.TableChanged, now_ms: int) -> list[str]:
    """Apply the commands of a message to the common table, and return the sentences to show about
    them. If commands before them were missed, set `needs_table` instead, so that the client asks
    for the whole table."""
    before = session.common
    after = None if before is None else before.after(message)
    if before is None or after is None:
        session.needs_table = True
        return []
    if after is before:
        return []
    session.common = after
    if session.status == "running":
        session.clock.running(message.ms, now_ms)
    for command in message.commands:
        if command.seat == session.seat:
            _done(session, command.move)
    session.unseen += message.commands
    return table_sentences(session, before, message)


def _done(session: "KnownRoom", text: str) -> None:
    """Forget the oldest unanswered move with this text. The change is told before the answer, and
    the move must not be shown twice in between."""
    rules = session.table_rules
    for sent in session.commands:
        if rules is not None and rules.codec.to_text(sent.move) == text:
            session.commands.remove(sent)
            return


def refused(session: "KnownRoom", message: said.Refused) -> list[str]:
    """Forget the player's move that the server has refused, and return a sentence with the reason.
    If the refusal is only for the moment, keep the move, because it is sent again, and return an
    empty list."""
    if retry_after_ms(message.code, "play_table") is not None:
        return []
    session.commands = [each for each in session.commands if each.request != message.id]
    if message.overtaken is not None:
        return [overtaken_sentence(session, message.overtaken)]
    return [_(message.error)]
