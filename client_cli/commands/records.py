"""Record commands of `patience`: history, stats, replay, share, verify, analyse, traveller, export,
import."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from client_cli.commands import completion
from client_cli.commands.options import Json, Plain, Race, Server, command_context
from client_cli.commands.user import own_storage, voice_of
from client_cli.exit_codes import NOT_FOUND, UNREACHABLE, Failure
from protocol.texts import _, ngettext

if TYPE_CHECKING:
    from client_cli.replay.progress_chart import ProgressChart
    from client_cli.terminal.output import Output
    from client_cli.text_mode.record_lookup import NamedRound
    from client_cli.text_mode.server_command import ServerCommandContext
    from protocol.rivals import Streaks

app = typer.Typer()

OfGame = Annotated[
    str | None,
    typer.Argument(
        metavar="[GAME]", help=_("Of this game alone."), autocompletion=completion.games
    ),
]


@app.command(
    help=_("List the races and games you have records of.\n\nThose of your account elsewhere too.")
)
def history(
    game: OfGame = None,
    last: Annotated[int, typer.Option(min=1, help=_("The latest so many."))] = 20,
    server: Server = None,
    as_json: Json = False,
) -> None:
    from client_cli.text_mode.record_list import list_history

    list_history(voice_of(as_json), own_storage(), game, last, server)


@app.command(
    help=_(
        "Sum up what you have played: out, best, mean.\n\n"
        "What your account has raced elsewhere counts too."
    )
)
def stats(game: OfGame = None, server: Server = None, as_json: Json = False) -> None:
    from client_cli.features.history import tallies, tally_line
    from client_cli.features.rivals import daily_lines
    from client_cli.local import preferences
    from client_cli.solo.saved_games import left_games, left_sentences
    from client_cli.text_mode.record_list import kept_records

    voice = voice_of(as_json)
    streaks, told = _fetch_with_streaks(server)
    daily = streaks.daily if streaks is not None and game is None else None
    found = tallies(kept_records(game, own_storage()))
    for tally in found:
        voice.put(tally._asdict())
    if daily is not None:
        voice.put({"daily": daily.model_dump()})
    if game is None and (left := left_games(own_storage())):
        voice.put({"left": left})
    if as_json:
        return
    shown = preferences.choice(own_storage(), "streaks") == "shown"
    voice.say([tally_line(tally, streaks=shown) for tally in found])
    if not found:
        voice.say([_("You have finished no game yet.")])
    voice.say([] if game is not None else left_sentences(own_storage()))
    if shown:
        voice.say(daily_lines(daily))
    voice.say(told)


@app.command(help=_("Print a finished race or game, or compare two in it."))
def replay(
    race: Race,
    pair: Annotated[
        tuple[str, str] | None,
        typer.Option(
            "--compare", metavar="NAME NAME", help=_("Two on one clock; you is yourself.")
        ),
    ] = None,
    svg: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help=_("Write progress against time as a picture.")),
    ] = None,
    server: Server = None,
    plain: Plain = False,
    as_json: Json = False,
) -> None:
    from client_cli.replay.positions import replay as every_position
    from client_cli.replay.progress_chart import chart
    from client_cli.text_mode.record_lookup import NamedRound, contestant, named

    context = command_context(server, as_json, plain)
    found, voice = named(race, context), context.voice
    if isinstance(found, NamedRound):
        _replay_table(found, pair, svg, context)
        return
    among, own = found.record.seats, found.seat
    seats = [contestant(among, own, name) for name in pair] if pair else list(among)
    with _playable():
        if svg is not None:
            _draw(chart(found.record, seats), svg, voice)
        if pair is not None and context.full_screen:
            from client_cli.screens.entry_points import run_compare

            run_compare(found.record, seats[0], seats[1], context.storage)
        elif pair is not None:
            from client_cli.replay.compare import compare

            compare(found.record, seats[0], seats[1], voice)
        elif svg is None:
            wrong = every_position(found.record, voice, found.analysis)
            if wrong:
                raise Failure.refused(wrong)


@app.command(help=_("A result as text to pass on; it names no card."))
def share(race: Race, server: Server = None, as_json: Json = False) -> None:
    from client_cli.replay.share_text import shared
    from client_cli.text_mode.record_lookup import named

    found, voice = named(race, command_context(server, as_json, plain=True)), voice_of(as_json)
    with _playable():
        voice.put({"race": found.record.race, "text": "\n".join(shared(found.record))})
        if not as_json:
            voice.say(shared(found.record, drawn=False))


@app.command(
    help=_("Check a record, or a whole tournament: deals, moves, results. Trusts no server.")
)
def verify(race: Race, server: Server = None, as_json: Json = False) -> None:
    from client_cli.text_mode import offline

    voice = voice_of(as_json)
    if offline.is_file_name(race):
        return offline.show_verification(offline.read_document(Path(race)), voice)
    from client_cli.local.record_store import find
    from client_cli.text_mode.record_lookup import is_round, stored_record
    from client_cli.text_mode.server_command import fetch_record

    kept = find(own_storage(), race)
    if kept is not None:
        return offline.show_verification(kept.document, voice)
    if "://" in race and "/t/" in race:
        return _verify_tournament(race, command_context(race, as_json, plain=True))
    if is_round(race):
        return _verify_round(race, server, voice)
    address, name = offline.race_of(race, server)
    try:
        document = fetch_record(command_context(address, as_json, plain=True), name)
    except Failure as failure:
        if failure.code == NOT_FOUND:
            try:
                return _verify_tournament(name, command_context(address, as_json, plain=True))
            except Failure as other:
                if other.code != NOT_FOUND:
                    raise
        kept = stored_record(race, own_storage())
        if kept is None or failure.code not in (UNREACHABLE, NOT_FOUND):
            raise
        document = kept.document
        voice.say([_("{failure} This is the record that was kept here.", failure=failure)])
    saved = own_storage().saved_commitments(address, document)
    return offline.show_verification(document, voice, saved)


@app.command(help=_("Say if a race could be won, and where it was lost."))
def analyse(
    race: Race,
    nodes: Annotated[
        int | None,
        typer.Option(min=1, help=_("Try the moves of so many positions in a search at most.")),
    ] = None,
    server: Server = None,
    as_json: Json = False,
) -> None:
    from client_cli.text_mode.solo.analyse import show_analysis

    show_analysis(race, nodes, command_context(server, as_json, plain=True))


@app.command(help=_("Everybody who has played a deal, compared."))
def traveller(
    deal: Annotated[
        str,
        typer.Argument(
            metavar="CODE|DAILY",
            help=_("A race (KQ7-4TX or KQ7-4TX-2) or a daily deal (daily-2026-11-21-sprint)."),
            autocompletion=completion.races,
        ),
    ],
    offset: Annotated[int, typer.Option(min=0, help=_("Leave out so many."))] = 0,
    rows: Annotated[int, typer.Option(min=1, max=100, help=_("At most so many."))] = 50,
    server: Server = None,
    as_json: Json = False,
) -> None:
    from client_cli.text_mode.travellers import show_traveller

    show_traveller(command_context(server, as_json, plain=True), deal, offset, rows)


def _replay_table(
    found: "NamedRound",
    pair: tuple[str, str] | None,
    svg: Path | None,
    context: "ServerCommandContext",
) -> None:
    """Show a round at a common table on the full screen, or print it. With `pair`, show or compare
    these two contestants alone. With `svg`, also write a picture of their progress into that
    file."""
    from client_cli.replay.table_replay import compare_seats, replay_table, round_chart
    from client_cli.text_mode.record_lookup import contestant

    record, voice = found.record, context.voice
    seats = [contestant(record.seats, found.seat, name) for name in pair or ()]
    with _playable():
        if svg is not None:
            _draw(round_chart(record, seats or record.seats), svg, voice)
        if context.full_screen and (svg is None or pair):
            from client_cli.screens.entry_points import run_table_replay

            run_table_replay(record, context.storage, *seats)
        elif pair:
            compare_seats(record, seats[0], seats[1], voice)
        elif svg is None:
            replay_table(record, voice)


def _draw(chart: "ProgressChart", to: Path, voice: "Output") -> None:
    """Write a chart as a picture into a file, and say so. Raises Failure if it cannot be
    written."""
    from client_cli.replay.progress_chart import svg

    _write(to, svg(chart))
    voice.put({"type": "written", "file": str(to)})
    if not voice.as_json:
        voice.say([_("Written to {svg}.", svg=to)])


def _verify_round(race: str, server: str | None, voice: "Output") -> None:
    """Verify the record of a tournament round. `race` is its name, such as `tournament-KQ74TX-2`;
    the record is taken from this computer or else from the server."""
    from client_cli.text_mode import offline
    from client_cli.text_mode.record_lookup import fetch_round, stored_record

    kept, context = (
        stored_record(race, own_storage()),
        command_context(server, voice.as_json, plain=True),
    )
    document = kept.document if kept is not None else fetch_round(race, context)
    saved = context.storage.saved_commitments(context.server, document)
    offline.show_verification(document, voice, saved)


def _verify_tournament(code: str, context: "ServerCommandContext") -> None:
    from client_cli.text_mode.tournaments import tournament_verify
    from client_cli.tournament import requests

    tournament_verify.check(context, requests.code_of(code))


@app.command("export", help=_("Write your records, or those named, into a zip or a directory."))
def export_records(
    races: Annotated[list[str] | None, typer.Argument(metavar="[RACE]...")] = None,
    to: Annotated[
        Path, typer.Option(metavar="FILE.zip|DIRECTORY", help=_("Where they go."))
    ] = Path("patience-records.zip"),
    as_json: Json = False,
) -> None:
    from client_cli.features.record_archive import export
    from client_cli.text_mode.record_list import kept_records
    from client_cli.text_mode.record_lookup import stored_record

    voice, chosen = voice_of(as_json), kept_records(None, own_storage()) if not races else []
    for race in races or []:
        kept = stored_record(race, own_storage())
        if kept is None:
            raise Failure.not_found(_("There is no record {race} of yours.", race=repr(race[:40])))
        chosen.append(kept)
    written = export(chosen, to)
    voice.put({"records": written, "to": str(to)})
    if not as_json:
        voice.say(
            [
                ngettext(
                    "{n} record written to {to}.", "{n} records written to {to}.", written, to=to
                )
            ]
        )


@app.command(
    "import",
    help=_("Verify records from elsewhere; keep those that hold.\n\nThey are marked as imported."),
)
def import_records(
    paths: Annotated[list[Path], typer.Argument(metavar="FILE|DIRECTORY|ZIP...")],
    as_json: Json = False,
) -> None:
    from client_cli.features.record_archive import import_records

    voice, refused = voice_of(as_json), 0
    for brought in import_records(own_storage(), paths):
        refused += brought.outcome == "refused"
        voice.put(brought._asdict())
        if not as_json:
            why = f": {brought.why}" if brought.why else ""
            voice.say([f"{brought.name}: {brought.outcome}{why}."])
    if refused:
        raise Failure.refused(_("What does not verify was left out."))


def _fetch_with_streaks(server: str | None) -> "tuple[Streaks | None, list[str]]":
    """Fetch the records of the player's account that are not stored on this computer. Return the
    account's streaks (wins in a row), and sentences about the result. The streaks are None if no
    server was asked or the server did not answer."""
    from client_cli.text_mode.record_list import asks_server

    if not asks_server(server, own_storage()):
        return None, []
    from client_cli.features.remote_history import fetch_with_streaks

    return fetch_with_streaks(server, own_storage())


@contextmanager
def _playable() -> Iterator[None]:
    """Turn an EngineError raised in the `with` block into a Failure that says that the record
    cannot be played."""
    from engine.errors import EngineError

    try:
        yield
    except EngineError as error:
        raise Failure.refused(_("The record cannot be played: {error}", error=error)) from None


def _write(path: Path, text: str) -> None:
    try:
        path.write_text(text, encoding="utf-8")
    except OSError as error:
        raise Failure.usage(
            _("Cannot write {path}: {strerror}.", path=path, strerror=error.strerror)
        ) from None
