"""How a fault of ours is logged: its kind and where it happened, and nothing of what it was about.

The text of an error and what stands in its frames may be cards, tokens or secrets.
"""

from pathlib import Path
from traceback import extract_tb
from types import TracebackType

import structlog

HERE = Path(__file__).parents[2]
MOST_FRAMES = 12
"""The innermost of so many are told."""

log = structlog.get_logger()


def note(event: str, error: BaseException, **about: object) -> None:
    """Log a fault; `about` must be fit for anybody's eyes."""
    kind, where = type(error).__name__, traceback(error.__traceback__)
    if isinstance(error, BaseExceptionGroup):
        for one in error.exceptions:
            note(event, one, **about)
        return
    log.error(event, error=kind, traceback=where, **about)


def traceback(trace: TracebackType | None) -> str:
    """The way to a fault in one line: files, lines and functions, the innermost last."""
    frames = extract_tb(trace)[-MOST_FRAMES:]
    return " > ".join(f"{_short(frame.filename)}:{frame.lineno} {frame.name}" for frame in frames)


def _short(filename: str) -> str:
    path = Path(filename)
    return str(path.relative_to(HERE)) if path.is_relative_to(HERE) else path.name
