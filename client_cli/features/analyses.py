"""The analyses of records that are stored on this computer: whether a race could be won, and where
each contestant lost it."""

import contextlib

from client_cli.exit_codes import Failure
from client_cli.local.record_store import KeptRecord, keep_analysis
from client_cli.local.storage import Storage
from engine.solver.analysis import DEFAULT_NODES, AnalysisDocument, analyse, read


def analysis_of(storage: Storage, kept: KeptRecord, nodes: int | None = None) -> AnalysisDocument:
    """Return the analysis of a record. It is taken from the files of this computer if it is stored
    there and `nodes` is None. Otherwise a search makes it, which tries the moves of at most `nodes`
    positions, and it is stored if the record is. Raises EngineError if a move of the record is not
    possible."""
    stored = read(kept.analysis, kept.record) if nodes is None else None
    if stored is not None:
        return stored
    made = analyse(kept.record, nodes or DEFAULT_NODES)
    if kept.path.exists():
        with contextlib.suppress(Failure):  # the disk may be full; the analysis can be made again
            keep_analysis(storage, kept, made)
    return made
