"""Error log: logs unexpected errors by type and traceback, without messages or variables.

The text of an error and the variables of its frames may contain cards, tokens or secrets.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from traceback import extract_tb
from types import TracebackType

import structlog

from server.errors import StoreAway

HERE = Path(__file__).parents[2]
MOST_FRAMES = 12
"""How many frames of a traceback are logged, the innermost ones."""

log = structlog.get_logger()


def note(event: str, error: BaseException, **about: object) -> None:
    """Log an error under the name `event`; for an exception group, log each error in the group.
    `about` has more fields for the log line; they must contain nothing secret."""
    kind, where = type(error).__name__, traceback(error.__traceback__)
    if isinstance(error, BaseExceptionGroup):
        for one in error.exceptions:
            note(event, one, **about)
        return
    log.error(event, error=kind, traceback=where, **about)


@contextmanager
def isolated(event: str, **about: object) -> Iterator[None]:
    """Context manager: log an error of its block with `note` instead of raising it, so that the
    caller goes on with other work. StoreAway is raised, not logged."""
    try:
        yield
    except StoreAway:
        raise
    except Exception as error:
        note(event, error, **about)


def traceback(trace: TracebackType | None) -> str:
    """Return a traceback as one line: file, line number and function of each frame, innermost
    last."""
    frames = extract_tb(trace)[-MOST_FRAMES:]
    return " > ".join(f"{_short(frame.filename)}:{frame.lineno} {frame.name}" for frame in frames)


def _short(filename: str) -> str:
    path = Path(filename)
    return str(path.relative_to(HERE)) if path.is_relative_to(HERE) else path.name
