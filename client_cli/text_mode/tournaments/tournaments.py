"""Commands for tournaments in line mode: create, organise, show, follow, results, records.

An organiser runs a tournament: rounds of races with one table of points. Its players are the
entrants. Some rounds are played at common tables, at which all players of a table play one game of
Racing Demon together.
"""

import asyncio
import re
import secrets
import sys
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from random import SystemRandom
from typing import Any, NamedTuple
from urllib.parse import parse_qs, urlsplit

from client_cli.exit_codes import Failure
from client_cli.messages import tournaments as words
from client_cli.messages.race_terms import difficulty_named
from client_cli.messages.tournament_events import changes
from client_cli.net.addresses import tournament_link
from client_cli.net.invitations import ONLY_HERE
from client_cli.net.one_shot_client import OneShotClient
from client_cli.net.room_client import now_ms
from client_cli.net.server_process import reach_of
from client_cli.text_mode.server_command import ServerCommandContext, run_on_server
from client_cli.text_mode.tournaments import tournament_input as typed
from client_cli.tournament import export, requests
from client_cli.tournament import records as tournament_records
from client_cli.tournament import state as known_as
from client_cli.tournament.definition_file import plan_of, with_winnable_deals
from client_cli.tournament.export import TableSheet
from client_cli.tournament.follow import follow, until
from client_cli.tournament.round_tables import is_over, round_tables, rounds_at_tables
from client_cli.tournament.state import KnownTournament
from protocol.texts import _, ngettext
from protocol.tournaments import requests as said
from protocol.tournaments.live import RoundInfo, Tournament
from protocol.tournaments.plan import TournamentPlan
from protocol.tournaments.tables import RoundResult

Timed = said.StartOf | said.AddTime
ORGANISE = "organise"
"""The name of the parameter of an organiser's link that has the secret."""


class AskedDeals(NamedTuple):
    """Which deals the rounds of a new plan ask for: winnable deals where their games have such
    deals, and of the class of difficulty that is named in `difficulty` unless that is None."""

    winnable: bool = False
    difficulty: str | None = None


def new(context: ServerCommandContext, title: str, rounds: str, deals: AskedDeals) -> None:
    """Create the draft of a tournament and print it. `rounds` defines its rounds: a definition
    file, a template (`template:hour`) or a number of random games (`surprise:5`). Raises Failure if
    no game has the `deals` asked for, or if the server refuses or cannot be reached."""
    plan = _plan(rounds, title, deals)
    ask(context, lambda client: requests.draft(client, plan))


def change(
    context: ServerCommandContext, code: str, rounds: str, title: str | None, deals: AskedDeals
) -> None:
    """Replace the definition of a draft tournament by `rounds`, which is given as in `new`, with
    `deals` as there. If `title` is None, the draft keeps its title. Raises Failure as `new`
    does."""
    plan = _plan(rounds, title or code, deals)

    async def work(client: OneShotClient) -> Tournament:
        called = title or known_as.title(await requests.get(client, code))
        named = TournamentPlan.model_validate({**plan.model_dump(), "title": called})
        return await requests.redefine(client, code, named)

    ask(context, work)


def _plan(rounds: str, title: str, deals: AskedDeals) -> TournamentPlan:
    now = time.time_ns() // 1_000_000
    plan = plan_of(rounds, title, SystemRandom().randrange(2**32), now)
    if deals.difficulty is not None and not deals.winnable:
        raise Failure.usage(_("Only for a winnable deal can a difficulty be chosen."))
    classed = None if deals.difficulty is None else difficulty_named(deals.difficulty)
    return with_winnable_deals(plan, classed) if deals.winnable else plan


def ask(
    context: ServerCommandContext, work: Callable[[OneShotClient], Awaitable[Tournament]]
) -> None:
    """Call `work` with a new connection to the server, and print the tournament that it returns.
    Raises Failure if the server refuses or cannot be reached."""
    _show(context, run_on_server(context, work))


def _show(context: ServerCommandContext, tournament: Tournament) -> None:
    context.voice.put(as_json(tournament))
    if not context.voice.as_json:
        now = now_ms()
        context.voice.say(words.tournament_lines(KnownTournament(tournament, now), now))
        if tournament.status in ("draft", "open"):
            others = reach_of(context.server).others
            told = ONLY_HERE if others is None else tournament_link(others, tournament.code)
            context.voice.say([_("Link: {told}", told=told) if others is not None else told])


def as_json(tournament: Tournament) -> dict[str, Any]:
    return tournament.model_dump(mode="json", exclude={"id"})


def verb(context: ServerCommandContext, code: str, do: said.Verb) -> None:
    """Send an organiser's request about a tournament, and print the tournament. Raises Failure if
    the server refuses or cannot be reached."""
    ask(context, lambda client: requests.run(client, code, do))


def of_what_waits(context: ServerCommandContext, code: str, number: int | None, do: Timed) -> None:
    """Send the organiser's request `do` to end the waiting of round `number` or to prolong it, and
    print the tournament. A round waits in its lobby before its race, and after the race while its
    table is shown; number 0 is the time before the start of the tournament. If `number` is None,
    the request is about the round that waits now. Raises Failure if the server refuses or cannot be
    reached."""

    async def work(client: OneShotClient) -> Tournament:
        meant = number
        if meant is None:
            meant = known_as.waits(await requests.get(client, code))
        return await requests.run(client, code, do.model_copy(update={"round": meant}))

    ask(context, work)


def of_entrant(context: ServerCommandContext, code: str, what: str, name: str) -> None:
    """Send the organiser's request `what`, such as `withdraw`, about the entrant with this name or
    number, and print the tournament. Raises Failure if the server refuses or cannot be reached."""

    async def work(client: OneShotClient) -> Tournament:
        one = typed.entrant_named(await requests.get(client, code), name)
        given = {"verb": what, "entrant": one.number}
        return await requests.run(client, code, said.EntrantVerb.model_validate(given))

    ask(context, work)


def invite(context: ServerCommandContext, code: str, names: list[str]) -> None:
    """Invite the accounts of these names to a tournament, as its organiser. Raises Failure if the
    server refuses or cannot be reached."""

    async def work(client: OneShotClient) -> Tournament:
        for part in typed.in_parts(names):
            await requests.run(client, code, part)
        return await requests.get(client, code)

    ask(context, work)
    if not context.voice.as_json:
        context.voice.say([words.invited(names)])


def share(context: ServerCommandContext, code: str, end: bool) -> None:
    """Print a link with which others can organise the tournament too. With `end`, make the present
    link invalid and let only the tournament's own organiser organise it. Raises Failure if the
    server refuses or cannot be reached."""
    word = None if end else secrets.token_urlsafe(18)
    done = said.ShareOrganising(verb="share", word=word)
    run_on_server(context, lambda client: requests.run(client, code, done))
    link = None if word is None else organising_link(context.server, code, word)
    context.voice.put({"type": "shared", "code": code, "link": link})
    if not context.voice.as_json:
        told = _("You alone organise it.") if link is None else _("Link: {told}", told=link)
        context.voice.say([told])


def organise(context: ServerCommandContext, link: str) -> None:
    """Become an organiser of a tournament by the link that the command `share` has printed, and
    print the tournament. Raises Failure if the server refuses or cannot be reached."""
    parts = urlsplit(link.strip())
    word = next(iter(parse_qs(parts.query).get(ORGANISE, [])), "")
    if not re.fullmatch(r"[A-Za-z0-9_-]{22,64}", word):
        raise Failure.usage(_("That is no link for organisers: such a link ends with its word."))
    code = requests.code_of(parts._replace(query="", fragment="").geturl())
    ask(context, lambda client: requests.organise(client, code, word))


def organising_link(server: str, code: str, word: str) -> str:
    """Return the link with which somebody becomes an organiser of the tournament. `word` is the
    secret in the link."""
    others = reach_of(server).others or server
    return f"{tournament_link(others, code)}?{ORGANISE}={word}"


def show_all(context: ServerCommandContext) -> None:
    """Print the tournaments that are open, running or recently finished. Raises Failure if the
    server refuses or cannot be reached."""
    found = run_on_server(context, requests.all_of)
    for entry in found.tournaments:
        context.voice.put(entry.model_dump(mode="json"))
        if not context.voice.as_json:
            context.voice.say([words.entry_line(entry)])
    if not found.tournaments and not context.voice.as_json:
        context.voice.say([words.NO_TOURNAMENT])


def live(context: ServerCommandContext, code: str) -> None:
    """Print the state of a tournament, then each change until it is over. Raises Failure if the
    server refuses or cannot be reached."""
    asyncio.run(_follow(context, code))


async def _follow(context: ServerCommandContext, code: str) -> None:
    seen: list[KnownTournament] = []
    changed = asyncio.Event()

    def tell(known: KnownTournament) -> None:
        context.voice.put(as_json(known.tournament))
        if not context.voice.as_json:
            now = now_ms()
            told = changes(seen[-1], known, now) if seen else words.tournament_lines(known, now)
            context.voice.say(told)
        seen[:] = [known]
        changed.set()

    following = asyncio.ensure_future(follow(context.server, context.storage, code, tell))
    try:
        over = lambda: bool(seen) and seen[-1].tournament.status == "finished"  # noqa: E731
        await until(following, over, changed)
    finally:
        following.cancel()


# Results. -------------------------------------------------------------------------------------


def results(
    context: ServerCommandContext, code: str, number: int | None, of_teams: bool, csv: str | None
) -> None:
    """Print the table of a tournament; with `of_teams` the table of teams; with `number` the
    results of this round. With `csv`, write the table as CSV to this file instead (`-` is standard
    output). Raises Failure if the server refuses or cannot be reached."""

    async def work(client: OneShotClient) -> tuple[Tournament, TableSheet, dict[str, Any]]:
        found = await requests.get(client, code)
        if number is not None:
            told = await requests.round_of(client, code, number)
            return found, export.deal(found, told), told.model_dump(mode="json", exclude={"id"})
        table = await requests.table(client, code)
        sheet = export.teams(found, table) if of_teams else export.standings(found, table)
        return found, sheet, table.model_dump(mode="json", exclude={"id"})

    found, sheet, exact = run_on_server(context, work)
    if csv is not None:
        _write(csv, sheet.csv())
        if csv != "-":
            context.voice.put({"type": "written", "file": csv})
        if csv != "-" and not context.voice.as_json:
            context.voice.say([_("Written to {file}.", file=csv)])
        return
    names = {str(one.number): one.name for one in found.entrants}
    context.voice.put({**exact, "title": found.plan.get("title"), "names": names})
    if not context.voice.as_json:
        context.voice.say([f"{sheet.title}.", *sheet.lines()])


def tables(context: ServerCommandContext, code: str, number: int | None) -> None:
    """Print who sits at which common table in round `number`, or in the latest round that has
    common tables. Raises Failure if there is no such round, or if the server refuses or cannot be
    reached."""

    async def work(client: OneShotClient) -> RoundAtTables:
        return await tables_of(client, await requests.get(client, code), number)

    found = run_on_server(context, work)
    context.voice.put(
        {
            "code": found.tournament.code,
            "round": found.round.number,
            "state": found.round.state,
            "tables": [
                {
                    "table": table.number,
                    "room": table.room,
                    "entrants": [
                        {**one._asdict(), "name": known_as.names(found.tournament).get(one.entrant)}
                        for one in table.seated
                    ],
                }
                for table in round_tables(found.tournament, found.round, found.results)
            ],
        }
    )
    if not context.voice.as_json:
        context.voice.say(found.lines())


class RoundAtTables(NamedTuple):
    """A round of a tournament at common tables, with its results if it is over."""

    tournament: Tournament
    round: RoundInfo
    results: list[RoundResult]

    def lines(self) -> list[str]:
        """Return the title of the round, and its tables, one a line."""
        title = words.tables_title(self.tournament, self.round)
        return [f"{title}.", *words.round_table_lines(self.tournament, self.round, self.results)]


async def tables_of(
    client: OneShotClient, found: Tournament, number: int | None = None
) -> RoundAtTables:
    """Return round `number` of a tournament or, if `number` is None, the latest round that is
    played at common tables. If it is over, ask the server for its results. Raises Failure if there
    is no such round, or if the server refuses or cannot be reached."""
    rounds = [each for each in rounds_at_tables(found) if number in (None, each.number)]
    if not rounds:
        raise Failure.not_found(words.NO_TABLES)
    latest = rounds[-1]
    if not is_over(latest):
        return RoundAtTables(found, latest, [])
    told = await requests.round_of(client, found.code, latest.number)
    return RoundAtTables(found, latest, told.results)


def records(context: ServerCommandContext, code: str, folder: Path) -> None:
    """Save the record of every race of a tournament in a folder. If a record cannot be fetched,
    save the others and raise Failure. Also raises Failure if the server cannot be reached."""

    async def work(client: OneShotClient) -> tuple[list[Path], int]:
        found = await requests.with_rooms(client, await requests.get(client, code))
        return await tournament_records.save(client, found, folder)

    written, missing = run_on_server(context, work)
    files = [str(path) for path in written]
    context.voice.put({"type": "written", "files": files, "missing": missing})
    if not context.voice.as_json:
        context.voice.say(
            [
                ngettext(
                    "{n} record written to {folder}.",
                    "{n} records written to {folder}.",
                    len(files),
                    folder=folder,
                )
            ]
        )
    if missing:
        raise Failure.refused(
            ngettext("{n} record could not be had.", "{n} records could not be had.", missing)
        )


def _write(name: str, text: str) -> None:
    if name == "-":
        sys.stdout.write(text)
        sys.stdout.flush()
        return
    try:
        Path(name).write_text(text, encoding="utf-8", newline="")
    except OSError as error:
        raise Failure.usage(
            _("Cannot write {name}: {strerror}.", name=name, strerror=error.strerror)
        ) from None
