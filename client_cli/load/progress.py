"""The progress display of a load test: a bar on a terminal, or one sentence for each phase."""

from collections.abc import Callable, Iterable
from types import TracebackType
from typing import Self

from rich.console import Console
from rich.progress import BarColumn, TextColumn
from rich.progress import Progress as Bar

from client_cli.load.counters import Second
from client_cli.load.plan import LoadPlan
from protocol.texts import _


class LoadProgress:
    """Shows the progress of a load test: as a bar on the console if one is given, and as sentences
    passed to `say`."""

    def __init__(
        self, plan: LoadPlan, console: Console | None, say: Callable[[Iterable[str]], object]
    ) -> None:
        self._plan, self._say = plan, say
        self._lines: dict[int, int] = {}
        self._measured_from = 0
        self._verified = 0
        self._bar = Bar(
            TextColumn("{task.description}"),
            BarColumn(),
            TextColumn("{task.fields[told]}"),
            console=console,
            disable=console is None,
            auto_refresh=False,
            transient=True,
        )
        self._task = self._bar.add_task(_("coming in"), total=plan.lines, told="")

    def __enter__(self) -> Self:
        self._bar.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._bar.stop()

    def heard(self, second: Second) -> None:
        """Show the counters of a second that one process has reported."""
        at = second.at
        self._lines[at] = self._lines.get(at, 0) + second.lines
        p99 = second.acknowledged.ms(0.99)
        delay = "" if p99 is None else _(", p99 {p99} ms", p99=f"{p99:,.1f}")
        sentence = _(
            "{lines} lines, {moves} moves/s{delay}",
            lines=f"{self._lines[at]:,}",
            moves=f"{second.moves:,}",
            delay=delay,
        )
        if not self._measured_from:
            self._bar.update(self._task, completed=self._lines[at], told=sentence)
        elif self._verified or second.verified:
            self._verified += second.verified
            self._bar.update(
                self._task,
                total=None,
                told=_("{verified} records verified", verified=f"{self._verified:,}"),
            )
        else:
            self._bar.update(self._task, completed=at - self._measured_from, told=sentence)
        self._bar.refresh()

    def measuring(self, first: int) -> None:
        """Show that all races have begun and that measuring starts at the second `first` (since
        1970)."""
        self._measured_from = first
        total = max(1, round(self._plan.seconds))
        self._bar.update(self._task, description=_("racing"), total=total, completed=0)
        self._say(
            [
                _(
                    "All have begun; measuring for {total} seconds. Ctrl-C ends it in order.",
                    total=total,
                )
            ]
        )

    def ending(self) -> None:
        """Show that the measured time is over."""
        self._bar.update(self._task, description=_("ending"), total=None)
        self._say([_("Letting the races end.")])
