"""What a server logs, and how: lines of an event and what it was about, for people or for machines.
docs/operating.md lists the events."""

import logging
from typing import TextIO

import structlog

from server import faults


def begin(level: str, out: TextIO, *, as_json: bool) -> None:
    """Log what is as important as this or more.

    Whatever has been bound to the task a line comes from (`about`) stands in it as well.
    """
    least = logging.getLevelNamesMapping()[level.upper()]
    renderer = (
        structlog.processors.JSONRenderer()
        if as_json
        else structlog.dev.ConsoleRenderer(
            colors=out.isatty(),
            # The usual one may show what stands in every frame: cards, tokens, secrets.
            exception_formatter=structlog.dev.plain_traceback,
        )
    )
    structlog.configure(
        processors=[
            structlog.contextvars.merge_contextvars,
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="iso"),
            renderer,
        ],
        wrapper_class=structlog.make_filtering_bound_logger(least),
        logger_factory=structlog.PrintLoggerFactory(out),
        cache_logger_on_first_use=True,
    )
    logging.root.handlers[:] = [_Libraries()]
    logging.root.setLevel(logging.WARNING)


def about(**known: object) -> None:
    """Have this stand in every line that comes from this task, and from those it starts. None: no
    more."""
    structlog.contextvars.unbind_contextvars(*(name for name in known if known[name] is None))
    structlog.contextvars.bind_contextvars(
        **{name: value for name, value in known.items() if value is not None}
    )


class _Libraries(logging.Handler):
    """What libraries log, without what it was about: that may be anything somebody has sent.

    Where it does not stand apart, in arguments, it may stand in the message: then that is left out.
    """

    def emit(self, record: logging.LogRecord) -> None:
        told = {"logger": record.name}
        if record.args and isinstance(record.msg, str):
            told["said"] = record.msg
        error = record.exc_info[1] if record.exc_info else None
        if error is not None:
            told["error"] = type(error).__name__
            told["traceback"] = faults.traceback(error.__traceback__)
        structlog.get_logger().log(record.levelno, "library", **told)
