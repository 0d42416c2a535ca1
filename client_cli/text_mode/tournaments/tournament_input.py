"""Parse the commands with which an organiser runs a tournament, and their arguments.

A tournament has rounds of races. A round waits in its lobby before its race, and after the race
while its table is shown.
"""

from collections.abc import Callable, Iterator

from client_cli.exit_codes import Failure
from client_cli.messages.race_terms import duration_ms
from client_cli.text_mode.server_command import checked_name
from client_cli.tournament import state as known_as
from protocol.texts import _
from protocol.tournaments import requests as said
from protocol.tournaments.live import Entrant, Tournament

HELP = _("""\
start      the organiser: begin; or go on where a lobby or a table is waited for
pause      let nothing begin; "resume" goes on
add-time 5m, announce TEXT, void-round N, replay-round N
withdraw WHO, remove WHO, reinstate WHO, admit NAME, invite NAME, hand-over NAME
open-hall N  raise the limits of your address for so many people; "close-hall" ends that
stop       end it, at once or when those have ended who play""")

MOST_ADDED_MS = 3_600_000
MOST_INVITING = 12_000
"""Most bytes of names in one invitation message; the server accepts messages of 16 KiB."""


def verb(line: str, tournament: Tournament) -> said.Verb | None:
    """Return the request about `tournament` that an organiser's typed line means; None if the line
    is not such a command. Raises Failure for a wrong argument."""
    word, _space, rest = line.strip().partition(" ")
    read = VERBS.get(word.lower())
    return None if read is None else read(rest.strip(), tournament)


def _alone(make: Callable[[Tournament], said.Verb]) -> Callable[[str, Tournament], said.Verb]:
    def read(rest: str, tournament: Tournament) -> said.Verb:
        if rest:
            raise Failure.usage(
                _("Nothing comes after that word; {rest} did.", rest=repr(rest[:24]))
            )
        return make(tournament)

    return read


def _of_entrant(name: str) -> Callable[[str, Tournament], said.Verb]:
    def read(rest: str, tournament: Tournament) -> said.Verb:
        one = entrant_named(tournament, rest)
        return said.EntrantVerb.model_validate({"verb": name, "entrant": one.number})

    return read


def _of_round(name: str) -> Callable[[str, Tournament], said.Verb]:
    def read(rest: str, tournament: Tournament) -> said.Verb:
        del tournament
        return said.RoundVerb.model_validate({"verb": name, "round": round_number(rest)})

    return read


def _of_account(name: str) -> Callable[[str, Tournament], said.Verb]:
    def read(rest: str, tournament: Tournament) -> said.Verb:
        del tournament
        return said.AccountVerb.model_validate({"verb": name, "name": account_named(rest)})

    return read


VERBS: dict[str, Callable[[str, Tournament], said.Verb]] = {
    "start": _alone(lambda t: said.StartOf(verb="start", round=known_as.waits(t))),
    "pause": _alone(lambda _: said.SimpleVerb(verb="pause")),
    "resume": _alone(lambda _: said.SimpleVerb(verb="resume")),
    "stop": _alone(lambda _: said.Stop(verb="stop")),
    "add-time": lambda rest, t: more_time(rest, known_as.waits(t)),
    "announce": lambda rest, _: announcement(rest),
    "void-round": _of_round("void_round"),
    "replay-round": _of_round("replay_round"),
    "withdraw": _of_entrant("withdraw"),
    "remove": _of_entrant("remove"),
    "reinstate": _of_entrant("reinstate"),
    "admit": _of_account("admit"),
    "hand-over": _of_account("hand_over"),
    "open-hall": lambda rest, _: hall_for(rest),
    "close-hall": _alone(lambda _: said.SimpleVerb(verb="close_hall")),
    "invite": lambda rest, _: said.InviteEntrants(verb="invite", names=[account_named(rest)]),
}


# Arguments. ------------------------------------------------------------------------------------


def more_time(text: str, number: int | None = None) -> said.AddTime:
    """Return the request that prolongs the present waiting of round `number` by a time such as
    `5m`: in its lobby before its race, or while its table is shown after its race. The number 0
    postpones the start of the tournament. The number is None if the caller adds it later, and in
    tournaments in which everybody plays at their own pace; there the request adds time to begin
    deals. Raises Failure unless the text is a time of at most an hour."""
    ms = duration_ms(text, _("More time"))
    if not 1 <= ms <= MOST_ADDED_MS:
        raise Failure.usage(_("Time is added from a second to an hour at once."))
    return said.AddTime(verb="add_time", ms=ms, round=number)


def hall_for(text: str) -> said.OpenHall:
    """Return the request that opens a hall: it raises the server's limits for the network address
    of this connection, from which many people take part. `text` is the number of people; if it is
    empty, the hall is for as many as the server permits. Raises Failure if the text is no number or
    the number is too large."""
    people = text.strip() or str(said.MOST_IN_HALL)
    if not people.isdecimal() or not 1 <= int(people) <= said.MOST_IN_HALL:
        raise Failure.usage(_("A hall is for 1 to {most} people.", most=said.MOST_IN_HALL))
    return said.OpenHall(verb="open_hall", people=int(people))


def round_number(text: str) -> int:
    """Return the number of a round from a text. Raises Failure unless the text is a number from 1
    to 999."""
    if not text.strip().isdecimal() or not 1 <= int(text) <= 999:
        raise Failure.usage(_("A round has a number, such as 2."))
    return int(text)


def announcement(text: str) -> said.Announce:
    """Return the request that sends an announcement to everybody in a tournament. White space is
    reduced to single spaces. Raises Failure unless the text then has 1 to 200 printable
    characters."""
    line = " ".join(text.split())
    if not 1 <= len(line) <= 200 or not line.isprintable():
        raise Failure.usage(_("An announcement has 1 to 200 printable characters."))
    return said.Announce(verb="announce", text=line)


def account_named(text: str) -> str:
    """Return the account name that a text gives, with single spaces. Raises Failure if the name is
    empty or invalid."""
    if not text.strip():
        raise Failure.usage(_("Say whom: the name of an account."))
    return checked_name(text)


def entrant_named(tournament: Tournament, text: str) -> Entrant:
    """Return the entrant of a tournament with this name, ignoring case, or with this number, typed
    as `#3`. Raises Failure if there is none."""
    wanted = text.strip()
    for one in tournament.entrants:
        if wanted == f"#{one.number}" or (one.name or "").casefold() == wanted.casefold():
            return one
    raise Failure.not_found(_("Nobody called {wanted} has entered.", wanted=repr(wanted[:24])))


def in_parts(names: list[str]) -> Iterator[said.InviteEntrants]:
    """Yield requests that invite the accounts of these names. The names are split into several
    requests, each small enough for the server."""
    part: list[str] = []
    for name in names:
        if len(part) == said.MOST_NAMES or _bytes([*part, name]) > MOST_INVITING:
            yield said.InviteEntrants(verb="invite", names=part)
            part = []
        part.append(name)
    if part:
        yield said.InviteEntrants(verb="invite", names=part)


def _bytes(names: list[str]) -> int:
    return sum(len(name.encode()) + 3 for name in names)
