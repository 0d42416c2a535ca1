"""Commands for telephone calls in line mode: list calls, answer one, call others, mute.

A telephone call is a message to other players from a player who has won a crown, an award for
winning several of the five great games, which are difficult kinds of patience, in a row.
"""

from collections.abc import Sequence

from client_cli.exit_codes import Failure
from client_cli.features import calls
from client_cli.net.one_shot_client import OneShotClient
from client_cli.text_mode.server_command import ServerCommandContext, checked_name, run_on_server
from protocol.telephone import MOST_RUNG, Answer
from protocol.texts import _


def show(context: ServerCommandContext, offset: int, count: int) -> None:
    """Print the telephone calls that the player received and made, missed ones first: at most
    `count`, after the first `offset`. Raises Failure if the server refuses or cannot be reached."""
    found = run_on_server(context, lambda client: calls.listen(client, offset, count))
    context.voice.put(found.model_dump(mode="json", exclude={"id"}))
    if context.voice.as_json:
        return
    told = [text for call in found.calls for text in calls.call_lines(call)]
    after = offset + count
    if found.calls and after < found.total:
        told.append(_("{n} more: --offset {after}.", n=found.total - after, after=after))
    if found.muted:
        told.append(calls.MUTED[True])
    if any(map(calls.is_missed, found.calls)):
        told.append(
            _("To answer: patience calls answer NUMBER {words}", words="|".join(calls.WORDS))
        )
    context.voice.say(told or [calls.NONE])


def answer(context: ServerCommandContext, number: int, how: Answer) -> None:
    """Answer telephone call number `number`. After the answer "show me", print the commands that
    replay the races with which the caller won the crown. Raises Failure if the server refuses or
    cannot be reached."""

    async def work(client: OneShotClient) -> list[str]:
        await calls.answer(client, number, how)
        call = await calls.find(client, number) if how == "show_me" else None
        return calls.replays(call) if call is not None else []

    replays = run_on_server(context, work)
    context.voice.put({"type": "answered", "call": number, "answer": how, "replays": replays})
    if not context.voice.as_json:
        context.voice.say([calls.SENT[how], *replays])


def ring(context: ServerCommandContext, words: str, to: Sequence[str], award: str | None) -> None:
    """Make a telephone call with the text `words` to the people `to` or, if `to` is empty, to
    everybody, and print a confirmation. `award` is the id of the crown that the call is for; None
    means the player's latest crown for which there was no call yet. Raises Failure if the server
    refuses or cannot be reached."""
    said = calls.read_line(words)
    call = run_on_server(context, lambda client: calls.ring(client, said, to, award))
    context.voice.put(call.model_dump(mode="json"))
    if not context.voice.as_json:
        context.voice.say([calls.rung_sentence(call, to)])


def mute(context: ServerCommandContext, muted: bool) -> None:
    """Mute telephone calls to the player's account, or unmute them. Raises Failure if the server
    refuses or cannot be reached."""
    run_on_server(context, lambda client: calls.mute(client, muted))
    context.voice.put({"type": "muted", "muted": muted})
    if not context.voice.as_json:
        context.voice.say([calls.MUTED[muted]])


def read_people(names: Sequence[str]) -> list[str]:
    """Return the valid names of the people to call from the names that were typed. Raises Failure
    if a name is invalid or there are too many."""
    people = [checked_name(name) for name in names]
    if len(people) > MOST_RUNG:
        raise Failure.usage(
            _("At most {most} people can be chosen; or ring everybody.", most=MOST_RUNG)
        )
    return people
