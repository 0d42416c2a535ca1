"""Call commands in line mode: list, answer, ring, mute."""

from collections.abc import Sequence

from client_cli.exit_codes import Failure
from client_cli.features import calls
from client_cli.net.one_shot_client import OneShotClient
from client_cli.text_mode.server_command import Visit, checked_name, visiting
from protocol.telephone import MOST_RUNG, Answer
from protocol.texts import _


def show(visit: Visit, offset: int, count: int) -> None:
    """Print the calls received and made, missed ones first. Raises Failure."""
    found = visiting(visit, lambda line: calls.listen(line, offset, count))
    visit.voice.put(found.model_dump(mode="json", exclude={"id"}))
    if visit.voice.as_json:
        return
    told = [text for call in found.calls for text in calls.lines(call)]
    after = offset + count
    if found.calls and after < found.total:
        told.append(_("{n} more: --offset {after}.", n=found.total - after, after=after))
    if found.muted:
        told.append(calls.MUTED[True])
    if any(map(calls.is_missed, found.calls)):
        told.append(
            _("To answer: patience calls answer NUMBER {words}", words="|".join(calls.WORDS))
        )
    visit.voice.say(told or [calls.NONE])


def answer(visit: Visit, number: int, how: Answer) -> None:
    """Answer a call. After the answer "show me", print the commands that replay the call's races.
    Raises Failure."""

    async def work(line: OneShotClient) -> list[str]:
        await calls.answer(line, number, how)
        call = await calls.find(line, number) if how == "show_me" else None
        return calls.replays(call) if call is not None else []

    replays = visiting(visit, work)
    visit.voice.put({"type": "answered", "call": number, "answer": how, "replays": replays})
    if not visit.voice.as_json:
        visit.voice.say([calls.SENT[how], *replays])


def ring(visit: Visit, words: str, to: Sequence[str], award: str | None) -> None:
    """Ring about a crown of the player, and print the confirmation. Raises Failure."""
    said = calls.read_line(words)
    call = visiting(visit, lambda line: calls.ring(line, said, to, award))
    visit.voice.put(call.model_dump(mode="json"))
    if not visit.voice.as_json:
        visit.voice.say([calls.rung(call, to)])


def mute(visit: Visit, muted: bool) -> None:
    """Mute calls to this account, or unmute them. Raises Failure."""
    visiting(visit, lambda line: calls.mute(line, muted))
    visit.voice.put({"type": "muted", "muted": muted})
    if not visit.voice.as_json:
        visit.voice.say([calls.MUTED[muted]])


def read_people(names: Sequence[str]) -> list[str]:
    """Return the typed names of people to ring. Raises Failure if a name is invalid or there are
    too many."""
    people = [checked_name(name) for name in names]
    if len(people) > MOST_RUNG:
        raise Failure.usage(
            _("At most {most} people can be chosen; or ring everybody.", most=MOST_RUNG)
        )
    return people
