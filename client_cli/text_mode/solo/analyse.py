"""The command `patience analyse`: whether the deal of a record could be won, and where each
contestant lost it."""

from client_cli.exit_codes import Failure
from client_cli.messages.analysis import NO_SOLVER, analysis_lines
from client_cli.terminal.output import Output
from client_cli.text_mode.record_lookup import NamedRecord, NamedRound
from engine.errors import EngineError
from engine.solver.analysis import DEFAULT_NODES, analyse
from protocol.texts import _, ngettext


def show_analysis(found: NamedRecord | NamedRound, nodes: int | None, voice: Output) -> None:
    """Analyse a record and print what was found; programs get the analysis as one JSON object.

    A search tries the moves of at most `nodes` positions; None means the usual number. Raises
    Failure for a round of Racing Demon, and for a record with an impossible move.
    """
    if isinstance(found, NamedRound):
        raise Failure.refused(NO_SOLVER)
    try:
        analysis = analyse(found.record, nodes or DEFAULT_NODES)
    except EngineError as error:
        raise Failure.refused(
            _("A move of the record cannot be played: {reason}", reason=error)
        ) from None
    voice.put(analysis)
    if not voice.as_json:
        voice.say(analysis_lines(found.record, analysis))
        searched = analysis["searched"]
        voice.say([ngettext("{n} position searched.", "{n} positions searched.", searched)])
