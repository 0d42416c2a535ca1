"""Telephone calls: requests to the server, parsing of typed answers, and sentences for the player.

A call is a message that somebody who has won a crown sends to others; the client announces it like
a ringing telephone. A crown is won with three or five difficult games in a row.
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING, get_args

from client_cli.exit_codes import Failure
from client_cli.features.crowns import CROWNS, ago, race_words, title
from client_cli.features.leaderboards import NOBODY
from client_cli.features.roll_of_honour import backwards
from client_cli.messages.game import clock
from client_cli.net.one_shot_client import OneShotClient
from protocol.from_server import Done
from protocol.rooms.talk import LONGEST_TEXT
from protocol.telephone import (
    ANSWERS,
    Answer,
    AnswerCall,
    Answered,
    Call,
    CallAnswered,
    Calls,
    GetCalls,
    HearCalls,
    MuteCalls,
    Rang,
    Ring,
)
from protocol.texts import _, ngettext

if TYPE_CHECKING:
    from client_cli.state.session import RoomSession

SIGN = "☎"
AT_ONCE = 100
"""The largest number of calls that the server sends in one answer."""
WORDS: dict[str, Answer] = {answer.replace("_", "-"): answer for answer in get_args(Answer)}
"""Answers to a call, by the word that is typed for each."""
SENT: dict[Answer, str] = {
    answer: _("You answered: {text}", text=_(text)) for answer, text in ANSWERS.items()
}
MUTED = {True: _("The telephone is muted."), False: _("The telephone rings.")}
NONE = _("Nobody has rung yet.")
NO_CROWN = _("There is no crown of yours that you have not rung for.")
EMPTY = _("Say what? One line, such as: patience calls ring On the trot!")


# Requests. ------------------------------------------------------------------------------------


async def page(client: OneShotClient, offset: int = 0, count: int = 20) -> Calls:
    """Return calls that the player has received or made, the latest first. The latest `offset`
    calls are skipped, and at most `count` are returned. Raises Failure if the server refuses or
    cannot be reached."""
    return await client.ask(Calls, lambda n: GetCalls(id=n, offset=offset, count=count))


async def listen(client: OneShotClient, offset: int = 0, count: int = 20) -> Calls:
    """Return a page of calls, those that the player has missed first. If `offset` is 0, the page
    has all missed calls, even if they are more than `count`, and the server then marks them as
    heard. Raises Failure if the server refuses or cannot be reached."""
    await client.authenticate()
    found = await page(client, offset, count)
    calls = list(found.calls)
    while not offset and _missed(calls) < found.missed and len(calls) < found.total:
        more = (await page(client, len(calls), AT_ONCE)).calls
        if not more:
            break
        calls += more
    if not offset and found.missed and calls:
        await hear(client, max(call.call for call in calls))
    missed = [call for call in calls if is_missed(call)]
    calls = [*missed, *(call for call in calls[:count] if not is_missed(call))]
    return found.model_copy(update={"calls": calls})


def _missed(calls: Sequence[Call]) -> int:
    return sum(call.missed for call in calls)


async def hear(client: OneShotClient, up_to: int) -> None:
    """Tell the server that the player has heard all calls with numbers up to `up_to`. Raises
    Failure if the server refuses or cannot be reached."""
    await client.ask(Done, lambda n: HearCalls(id=n, up_to=up_to))


async def answer(client: OneShotClient, call: int, how: Answer) -> None:
    """Send the answer `how` to the call with the number `call`. Raises Failure if the server
    refuses or cannot be reached."""
    await client.authenticate()
    await client.ask(Done, lambda n: AnswerCall(id=n, call=call, answer=how))


async def find(client: OneShotClient, number: int) -> Call | None:
    """Return the call with this number, which the player has received or made; None if there is no
    such call. Raises Failure if the server refuses or cannot be reached."""
    at = 0
    while found := (await page(client, at, AT_ONCE)).calls:
        for call in found:
            if call.call == number:
                return call
        at += len(found)
    return None


async def mute(client: OneShotClient, muted: bool) -> None:
    """Switch the announcement of incoming calls off for the account if `muted` is True, otherwise
    on. Raises Failure if the server refuses or cannot be reached."""
    await client.authenticate()
    await client.ask(Done, lambda n: MuteCalls(id=n, muted=muted))


async def ring(
    client: OneShotClient, words: str, to: Sequence[str] | None = None, award: str | None = None
) -> Call:
    """Make a call about a crown that the player has won, and return the call. `award` is the id of
    the crown; by default it is the latest about which the player has not made a call. `words` is
    the text to send. `to` limits the call to the accounts with these names. Raises Failure if there
    is no such crown, or if the server refuses or cannot be reached."""
    await client.authenticate()
    about = award or await unrung(client)
    if about is None:
        raise Failure.not_found(NO_CROWN)
    people = list(to) if to else None
    done = await client.ask(Rang, lambda n: Ring(id=n, award=about, line=words, to=people))
    return done.call


async def unrung(client: OneShotClient) -> str | None:
    """Return the id of the latest crown that the player has won and has not made a call about; None
    if there is none. Raises Failure if the server refuses or cannot be reached."""
    known = client.account
    mine = [
        honour.award
        async for honour in backwards(client)
        if honour.award is not None and known is not None and honour.name == known.name
    ]
    rung = await _rung(client) if mine else set[str]()
    return next((award for award in mine if award not in rung), None)


async def _rung(client: OneShotClient) -> set[str]:
    """Return the ids of the crowns about which the player has made a call. Calls that the server
    has deleted are not known."""
    found, at = set[str](), 0
    while calls := (await page(client, at, AT_ONCE)).calls:
        found |= {call.award for call in calls if call.mine}
        at += len(calls)
    return found


# Parsing. -------------------------------------------------------------------------------------


def read_answer(text: str) -> Answer:
    """Return the answer to a call that the typed word stands for. Raises Failure if the word stands
    for none."""
    word = text.strip().lower().replace("_", "-").replace(" ", "-")
    if word not in WORDS:
        raise Failure.usage(
            _("An answer is {words}, not {text}.", words=", ".join(WORDS), text=repr(text[:20]))
        )
    return WORDS[word]


def read_line(text: str) -> str:
    """Return a text to send with a call, its words separated by single spaces. Raises Failure if it
    is empty, too long or not printable."""
    words = " ".join(text.split())
    if not words:
        raise Failure.usage(EMPTY)
    if len(words) > LONGEST_TEXT or not words.isprintable():
        raise Failure.usage(_("A line has at most {most} printable characters.", most=LONGEST_TEXT))
    return words


def must_wait(session: "RoomSession") -> bool:
    """Return whether an incoming call must wait before it is announced, because the player's own
    game is running or about to start."""
    board = session.board
    plays = session.racing and session.status in ("countdown", "running")
    return plays and (board is None or board.over is None)


# Sentences. -----------------------------------------------------------------------------------


def banner(call: Call) -> list[str]:
    """Return the lines that announce an incoming call: `☎ RING RING — Ann has the Triple Crown:
    Auntie Allis 18:02, …`, then the text that the caller has typed."""
    return [_("{sign} RING RING — {who}", sign=SIGN, who=headline(call)), *text_lines(call)]


def headline(call: Call) -> str:
    """Return a sentence about the crown of a call and the games that won it, with their times, such
    as `Ann has the Triple Crown: Auntie Allis 18:02, Kings 21:40, Seven and Sixes 33:15.`"""
    games = ", ".join(f"{title(won.game)} {clock(won.took_ms)}" for won in call.games)
    return f"{crown_words(call)}: {games}."


def crown_words(call: Call) -> str:
    """Return who has which crown, as the beginning of a sentence about a call, such as `Ann has the
    Triple Crown`."""
    crown = CROWNS[call.crown]
    if call.mine:
        if call.withdrawn:
            return _("You had the {crown}, withdrawn since", crown=crown)
        return _("You have the {crown}", crown=crown)
    name = caller(call)
    if call.withdrawn:
        return _("{name} had the {crown}, withdrawn since", name=name, crown=crown)
    return _("{name} has the {crown}", name=name, crown=crown)


def caller(call: Call) -> str:
    return _("You") if call.mine else call.name or NOBODY


def text_lines(call: Call) -> list[str]:
    return [f"“{call.line}”"] if call.line else []


def when_words(call: Call) -> str:
    """Return when a call was made, to whom if not to everybody, and whether the player has missed
    it, such as `2 hours ago, missed`."""
    alone = (
        "" if call.everybody else _(", to chosen people") if call.mine else _(", to you by name")
    )
    return ago(call.ago_ms) + alone + (", missed" if is_missed(call) else "")


def is_missed(call: Call) -> bool:
    """Return whether the player has missed a call and not answered it since."""
    return call.missed and not call.answers


def call_lines(call: Call) -> list[str]:
    """Return a call as lines of the list of calls: its number and sentence, then the caller's text
    and the answers."""
    sentences = [f"{call.call}. {headline(call)} {when_words(call).capitalize()}."]
    return [*sentences, *(f"   {text}" for text in (*text_lines(call), *answers(call)))]


def answers(call: Call) -> list[str]:
    """Return the answers to a call, one a line, such as `Ben: Congratulations!`. Of the answers to
    a call that somebody else has made, only the player's own is known."""
    return [
        f"{each.name if call.mine else _('You')}: {_(ANSWERS[each.answer])}"
        for each in call.answers
    ]


def answered(message: CallAnswered | Answered) -> str:
    """Return a sentence about an answer to the player's own call, such as `Ben answers your call:
    Congratulations!`"""
    told = message.answered if isinstance(message, CallAnswered) else message
    return _("{name} answers your call: {answer}", name=told.name, answer=_(ANSWERS[told.answer]))


def rung_sentence(call: Call, to: Sequence[str] = ()) -> str:
    """Return the sentence that confirms a call that the player has just made. `to` are the names of
    the accounts to which the player has limited it."""
    whom = _("everybody") if call.everybody else _(" and ").join(to) or _("nobody")
    return _("It rings for {whom}: your {crown}.", whom=whom, crown=CROWNS[call.crown])


def replays(call: Call) -> list[str]:
    """Return commands that replay the races in which the crown of a call was won."""
    return [f"patience replay {race_words(won)}" for won in call.games]


def missed_words(count: int) -> str:
    """Return a number of missed calls in words, such as `2 missed calls`."""
    return ngettext("{n} missed call", "{n} missed calls", count)
