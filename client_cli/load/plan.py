"""The plan of a load test: parsed from command-line options and divided among processes."""

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from random import Random

from client_cli.exit_codes import Failure
from client_cli.terminal.game_input import chosen_game
from engine.games import GAMES
from engine.races.limits import LONGEST_BELL_MS
from protocol.texts import _

MIX = ("uncle_remus", "aces_up", "cribbage_patience")
"""The games measured in `docs/benchmarks.md`: a long one, a short one, and one for points."""
SHAPES = ("lognormal", "exponential", "uniform", "constant")
SPREAD = 0.8
"""Standard deviation of the logarithm of lognormal thinking times: most moves are quick, a few
slow."""
AFTERWARDS_MS = 600_000
"""Milliseconds that races may last longer than the planned load. The bell then ends races whose
clients have gone."""


@dataclass(frozen=True)
class ThinkTime:
    """The distribution of the thinking time before a move, and its mean in seconds."""

    shape: str
    mean_s: float

    def draw(self, rng: Random) -> float:
        """Return a random thinking time in seconds."""
        match self.shape:
            case "lognormal" if self.mean_s:
                return rng.lognormvariate(math.log(self.mean_s) - SPREAD**2 / 2, SPREAD)
            case "exponential" if self.mean_s:
                return rng.expovariate(1 / self.mean_s)
            case "uniform":
                return rng.uniform(0, 2 * self.mean_s)
            case _:
                return self.mean_s


@dataclass(frozen=True)
class DisconnectStorm:
    """A storm: the load test cuts a share (0 to 1) of all connections at the same moment, every
    `every_s` seconds."""

    share: float
    every_s: float


@dataclass(frozen=True)
class LoadPlan:
    """The plan of a load test on one server.

    The races begin spread over `ramp_s` seconds. Once all have begun, they are measured for
    `seconds`; then the test waits up to `wait_s` seconds for them to end. `races` is the number of
    races that all processes together run at a time. `contestants`, `watchers` and `slow`
    (spectators that hardly read) are numbers for each race.
    """

    url: str
    games: tuple[str, ...]
    races: int
    contestants: int
    think: ThinkTime
    ramp_s: float
    seconds: float
    watchers: int = 0
    slow: int = 0
    storm: DisconnectStorm | None = None
    verify: bool = False
    wait_s: float = 60.0
    seed: int = 0
    first: int = 0
    """The number of this process's first race, from 0."""
    every: int = 1
    """The number of processes; this one runs every `every`-th race."""

    @property
    def lines(self) -> int:
        """The number of connections of all races together."""
        return self.races * (self.contestants + self.watchers + self.slow)

    @property
    def numbers(self) -> range:
        """The numbers, from 0, of the races that this process of the load test runs."""
        return range(self.first, self.races, self.every)

    @property
    def bell_ms(self) -> int:
        """The bell of each race, which is the time after which it ends, in milliseconds: longer
        than the whole test, as far as the server allows it."""
        needed = 1000 * (self.ramp_s + self.seconds + self.wait_s) + AFTERWARDS_MS
        return min(LONGEST_BELL_MS, int(needed))

    def shared(self, processes: int) -> list["LoadPlan"]:
        """Divide the plan among up to `processes` processes: return one plan for each, with at
        least one race."""
        parts = min(processes, self.races)
        return [replace(self, first=i, every=parts) for i in range(parts)]


def games(text: str) -> tuple[str, ...]:
    """Return the slugs of the games that a command-line option means: `mix`, `all`, or names
    separated by commas. Raises Failure for an unknown name."""
    if text == "mix":
        return MIX
    if text == "all":
        return tuple(GAMES)
    return tuple(chosen_game(name, []).slug for name in text.split(","))


def think(text: str | None, rate: float | None, contestants: int) -> ThinkTime:
    """Return the thinking time that a command-line option means: a mean such as `2s`, a
    distribution with a mean such as `exponential:500ms`, or a distribution alone. `rate` is the
    moves a second of all `contestants` together; if it is given, the mean follows from it. Raises
    Failure if the option cannot be parsed."""
    shape, mean_s = "lognormal", 2.0
    if text is not None:
        named, colon, mean = text.strip().lower().partition(":")
        if named in SHAPES:
            shape = named
            mean_s = seconds(mean, "--think") if colon else mean_s
        else:
            mean_s = seconds(text, "--think")
    return ThinkTime(shape, mean_s if rate is None else contestants / rate)


def storm(text: str | None) -> DisconnectStorm | None:
    """Return the storm that a command-line option means: `20/30s` cuts a fifth of all connections
    every 30 seconds. None means no storms. Raises Failure if the option cannot be parsed."""
    if text is None:
        return None
    share, slash, every = text.replace("%", "").partition("/")
    try:
        percent = float(share)
    except ValueError:
        percent = -1.0
    if not slash or not 0 < percent <= 100:
        raise Failure.usage(
            _("--storm is written 20/30s (per cent, how often), not {text}.", text=repr(text[:20]))
        )
    every_s = seconds(every, "--storm")
    if every_s < 1:
        raise Failure.usage(_("Between two storms there is a second at least."))
    return DisconnectStorm(percent / 100, every_s)


UNITS: Sequence[tuple[str, float]] = (("ms", 0.001), ("s", 1), ("m", 60), ("h", 3_600))


def seconds(text: str, option: str) -> float:
    """Return the seconds that a text means: `90`, `90s`, `250ms`, `5m` or `1h`, at most a day.
    Raises Failure for any other text; the sentence of the Failure names the `option`."""
    plain = text.strip().lower()
    unit = 1.0
    for name, worth in UNITS:
        if plain.endswith(name):
            plain, unit = plain.removesuffix(name), worth
            break
    try:
        value = float(plain) * unit
    except ValueError:
        value = -1.0
    if not 0 <= value <= 86_400:
        raise Failure.usage(
            _(
                "{option} takes a time such as 250ms, 2s or 5m, not {text}.",
                option=option,
                text=repr(text[:20]),
            )
        )
    return value
