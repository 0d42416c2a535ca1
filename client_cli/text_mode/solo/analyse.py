"""The command `patience analyse`: whether the deal of a record could be won, and where each
contestant lost it."""

from client_cli.exit_codes import Failure
from client_cli.features.analyses import analysis_of
from client_cli.local.record_store import KeptRecord
from client_cli.messages.analysis import NO_SOLVER, analysis_lines
from client_cli.text_mode.offline import is_file_name, race_of
from client_cli.text_mode.record_lookup import NamedRound, is_round, named, stored_record
from client_cli.text_mode.server_command import ServerCommandContext, fetch_analysis
from engine.errors import EngineError
from engine.races.record import Record
from engine.solver.analysis import DEFAULT_NODES, AnalysisDocument, analyse, read
from protocol.texts import _, ngettext


def show_analysis(race: str, nodes: int | None, context: ServerCommandContext) -> None:
    """Analyse a finished race and print what was found; programs get the analysis as one JSON
    object. `race` names the race or the file of its record.

    A search tries the moves of at most `nodes` positions. With None, an analysis that is stored on
    this computer or on the server of the race is printed; if there is none, a search tries the
    usual number of positions. The analysis of a record that is stored on this computer is stored
    with it. Raises Failure if there is no such record, for a round of Racing Demon, and for a
    record with an impossible move.
    """
    is_file = is_file_name(race)
    kept = None if is_file else stored_record(race, context.storage)
    found, voice = named(race, context), context.voice
    if isinstance(found, NamedRound):
        raise Failure.refused(NO_SOLVER)
    record, analysis = found.record, None
    if nodes is None and kept is None and not is_file and not is_round(race):
        analysis = _of_server(race, record, context)
    try:
        if isinstance(kept, KeptRecord):
            analysis = analysis_of(context.storage, kept, nodes)
        elif analysis is None:
            analysis = analyse(record, nodes or DEFAULT_NODES)
    except EngineError as error:
        raise Failure.refused(
            _("A move of the record cannot be played: {reason}", reason=error)
        ) from None
    voice.put(analysis)
    if not voice.as_json:
        voice.say(analysis_lines(record, analysis))
        searched = analysis["searched"]
        voice.say([ngettext("{n} position searched.", "{n} positions searched.", searched)])


def _of_server(race: str, record: Record, context: ServerCommandContext) -> AnalysisDocument | None:
    """Return the analysis that the server has of a race whose record was fetched from there; None
    if it has none that this program can read."""
    address, name = race_of(race, None)
    address = address if "://" in race else context.server
    try:
        return read(fetch_analysis(context._replace(server=address), name), record)
    except Failure:  # an older server does not know the request
        return None
