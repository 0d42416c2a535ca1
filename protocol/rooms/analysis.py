"""Messages about the analysis of a finished race: whether its deal could be won, and after which
move each contestant could win it no more. `docs/solver.md` explains the fields of an analysis."""

from typing import Literal

from protocol.message import Message, Request, RequestId
from protocol.names import Race
from protocol.schemas.payloads import RaceAnalysis


class GetAnalysis(Request):
    """Get the analysis of a finished race. `race` is a race id; a room code alone means the latest
    race of the room. Everybody who may get the record of the race may send this."""

    type: Literal["get_analysis"] = "get_analysis"
    race: Race


class Analysis(Message):
    """The answer to `get_analysis`. `status` is `done`; `waiting` if the server has still to make
    the analysis; or `none` if it will not make one, because it makes none at all, nobody moved, or
    the game has no solver. `analysis` is None unless `status` is `done`."""

    type: Literal["analysis"] = "analysis"
    id: RequestId
    status: Literal["done", "waiting", "none"]
    analysis: RaceAnalysis | None
