"""What an organiser who plays along types between races: the verbs of `patience tournament`."""

from collections.abc import Callable

from client_cli import tournament_known as known_as
from client_cli import tournaments
from client_cli.exits import Failure
from client_cli.tournaments import account_named
from protocol import tournaments as said
from protocol.tournaments import Tournament

HELP = """\
start      the organiser: begin; or go on where a lobby or a table is waited for
pause      let nothing begin; "resume" goes on
add-time 5m, announce TEXT, void-round N, replay-round N
withdraw WHO, remove WHO, reinstate WHO, admit NAME, invite NAME, hand-over NAME
stop       end it, at once or when those have ended who play"""


def verb(line: str, tournament: Tournament) -> said.Verb | None:
    """What is to be done; None where it is nothing an organiser says. Raises Failure."""
    word, _, rest = line.strip().partition(" ")
    read = VERBS.get(word.lower())
    return None if read is None else read(rest.strip(), tournament)


def _alone(make: Callable[[Tournament], said.Verb]) -> Callable[[str, Tournament], said.Verb]:
    def read(rest: str, tournament: Tournament) -> said.Verb:
        if rest:
            raise Failure.usage(f"Nothing comes after that word; {rest[:24]!r} did.")
        return make(tournament)

    return read


def _of_entrant(name: str) -> Callable[[str, Tournament], said.Verb]:
    def read(rest: str, tournament: Tournament) -> said.Verb:
        one = tournaments.entrant_named(tournament, rest)
        return said.OfEntrant.model_validate({"verb": name, "entrant": one.number})

    return read


def _of_round(name: str) -> Callable[[str, Tournament], said.Verb]:
    def read(rest: str, tournament: Tournament) -> said.Verb:
        del tournament
        return said.OfRound.model_validate({"verb": name, "round": tournaments.round_number(rest)})

    return read


def _of_account(name: str) -> Callable[[str, Tournament], said.Verb]:
    def read(rest: str, tournament: Tournament) -> said.Verb:
        del tournament
        return said.OfAccount.model_validate({"verb": name, "name": account_named(rest)})

    return read


VERBS: dict[str, Callable[[str, Tournament], said.Verb]] = {
    "start": _alone(lambda t: said.StartOf(verb="start", round=known_as.waits(t))),
    "pause": _alone(lambda _: said.Plain(verb="pause")),
    "resume": _alone(lambda _: said.Plain(verb="resume")),
    "stop": _alone(lambda _: said.Stop(verb="stop")),
    "add-time": lambda rest, t: tournaments.more_time(rest, known_as.waits(t)),
    "announce": lambda rest, _: tournaments.announcement(rest),
    "void-round": _of_round("void_round"),
    "replay-round": _of_round("replay_round"),
    "withdraw": _of_entrant("withdraw"),
    "remove": _of_entrant("remove"),
    "reinstate": _of_entrant("reinstate"),
    "admit": _of_account("admit"),
    "hand-over": _of_account("hand_over"),
    "invite": lambda rest, _: said.InviteEntrants(verb="invite", names=[account_named(rest)]),
}
