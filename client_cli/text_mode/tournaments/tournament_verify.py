"""The command `patience verify` for a tournament: fetch the records of its races (documents of the
finished races, with their deals and moves), check them, and print the result of each check."""

from client_cli.exit_codes import Failure
from client_cli.net.one_shot_client import OneShotClient
from client_cli.text_mode.offline import check_lines
from client_cli.text_mode.server_command import ServerCommandContext, run_on_server
from client_cli.tournament import records, requests
from client_cli.tournament.verify import Findings, counting, found
from protocol.texts import _
from protocol.tournaments.live import Tournament
from protocol.tournaments.tables import TournamentTable

SETTLED = 5
"""Most attempts to read a tournament and its table without a change in between."""


def check(context: ServerCommandContext, code: str) -> None:
    """Verify the tournament with this code, and print the result of each check. Raises a Failure
    that names the first failed check, or that says that records are missing."""

    async def work(client: OneShotClient) -> tuple[Tournament, Findings]:
        saved_before = context.storage.commitment(context.server, f"tournament-{code}")
        tournament, exact = await _of_one_moment(client, code)
        tournament = await requests.with_rooms(client, tournament)
        kept = requests.kept_place(context.storage, context.server, code)
        races = records.raced(client, tournament, counting(tournament))
        documents = {each.heat.room: each.document async for each in races}
        had = {room: document for room, document in documents.items() if document is not None}
        return tournament, found(tournament, exact, had, saved_before, kept)

    tournament, told = run_on_server(context, work)
    failed = next((each for each in told.checks if not each.ok), None)
    context.voice.put(
        {
            "ok": failed is None and told.complete,
            "complete": told.complete,
            "failed": failed.step if failed else None,
            "steps": [each._asdict() for each in told.checks],
            "unchecked": told.unchecked,
        }
    )
    if not context.voice.as_json:
        context.voice.say([*check_lines(told.checks), *told.unchecked])
    if failed is not None:
        raise Failure.refused(
            _(
                "The tournament does not verify: {step}: {found}.",
                step=failed.step,
                found=failed.found,
            )
        )
    if not told.complete:
        raise Failure.refused(_("The tournament cannot be verified: there are records missing."))
    if not context.voice.as_json:
        over = tournament.status == "finished"
        context.voice.say(
            [_("The tournament verifies.") if over else _("So far everything holds.")]
        )


async def _of_one_moment(client: OneShotClient, code: str) -> tuple[Tournament, TournamentTable]:
    """Fetch a tournament and its table from the server, and return them if the tournament has not
    changed between the two requests; otherwise try again. Raises Failure after SETTLED attempts."""
    tournament = await requests.get(client, code)
    for _try in range(SETTLED):
        exact = await requests.table(client, code)
        before, tournament = tournament, await requests.get(client, code)
        if tournament.code != code:
            raise Failure.unreachable(
                _("The server sent another tournament: {code}.", code=tournament.code)
            )
        if _stands(before) == _stands(tournament):
            return tournament, exact
    raise Failure.refused(_("The tournament changes all the time; ask again a little later."))


def _stands(tournament: Tournament) -> object:
    rounds = [(each.state, each.heats) for each in tournament.rounds]
    return tournament.status, tournament.entrants, rounds, tournament.table, tournament.teams
