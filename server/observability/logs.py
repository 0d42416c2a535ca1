"""Logging setup: structured log lines, as text or JSON. docs/operating.md lists the events."""

import logging
from collections.abc import Callable
from typing import TextIO

import structlog
from structlog.typing import EventDict, Processor, WrappedLogger

from server.observability import error_log


def begin(
    level: str,
    out: TextIO,
    *,
    as_json: bool,
    count_fault: Callable[[str], object] = lambda _: None,
) -> None:
    """Configure logging for the process: lines of `level` and above are written to `out`.

    `count_fault` is called for every line that has a traceback, also for a line below `level`, but
    not for lines that libraries log. Its argument is the event name of the line. Each line also has
    the fields that `about` has added for the task that logs it.
    """
    least = logging.getLevelNamesMapping()[level.upper()]
    renderer = structlog.processors.JSONRenderer() if as_json else _for_people(colors=out.isatty())
    structlog.configure(
        processors=[_FaultCounter(count_fault), _Filter(least), *_processors(renderer)],
        wrapper_class=structlog.make_filtering_bound_logger(min(least, logging.ERROR)),
        logger_factory=structlog.PrintLoggerFactory(out),
        cache_logger_on_first_use=True,
    )
    logging.root.handlers[:] = [_Libraries()]
    logging.root.setLevel(logging.WARNING)


class _FaultCounter:
    """Counts faults: lines with a traceback, except those that libraries log."""

    def __init__(self, count: Callable[[str], object]) -> None:
        self._count = count

    def __call__(self, _: WrappedLogger, __: str, line: EventDict) -> EventDict:
        if "traceback" in line and line["event"] != "library":
            self._count(line["event"])
        return line


class _Filter:
    """Drops log lines below the level `least`. The logger itself cannot drop them, because
    `_FaultCounter` must see errors whatever the level is."""

    def __init__(self, least: int) -> None:
        self._least = least

    def __call__(self, _: WrappedLogger, method: str, line: EventDict) -> EventDict:
        if structlog.processors.NAME_TO_LEVEL[method] < self._least:
            raise structlog.DropEvent
        return line


def _processors(renderer: Processor) -> list[Processor]:
    return [
        structlog.contextvars.merge_contextvars,
        structlog.processors.add_log_level,
        structlog.processors.TimeStamper(fmt="iso"),
        renderer,
    ]


def _for_people(*, colors: bool) -> Processor:
    """Return a console renderer with plain tracebacks. The library's default prints the local
    variables of every frame, which may be cards, tokens or secrets."""
    return structlog.dev.ConsoleRenderer(
        colors=colors, exception_formatter=structlog.dev.plain_traceback
    )


# The configuration for lines that are logged before `begin` is called, or without calling it.
structlog.configure(processors=_processors(_for_people(colors=False)))


def about(**known: object) -> None:
    """Add the fields `known` to all further log lines of the current task and of the tasks that it
    starts. A value of None removes a field."""
    structlog.contextvars.unbind_contextvars(*(name for name in known if known[name] is None))
    structlog.contextvars.bind_contextvars(
        **{name: value for name, value in known.items() if value is not None}
    )


class _Libraries(logging.Handler):
    """Logs the messages of libraries without their arguments, which may contain anything that
    clients have sent.

    For a message that has no arguments, only the name of its logger is logged, because the message
    itself may contain such data.
    """

    def emit(self, record: logging.LogRecord) -> None:
        told = {"logger": record.name}
        if record.args and isinstance(record.msg, str):
            told["said"] = record.msg
        error = record.exc_info[1] if record.exc_info else None
        if error is not None:
            told["error"] = type(error).__name__
            told["traceback"] = error_log.traceback(error.__traceback__)
        structlog.get_logger().log(record.levelno, "library", **told)
