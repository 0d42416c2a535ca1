"""Settings of a server process, read from environment variables and checked."""

from datetime import UTC, tzinfo
from ipaddress import IPv4Network, IPv6Network
from pathlib import Path
from typing import Annotated, Literal, Self
from urllib.parse import urlsplit
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from platformdirs import user_data_path
from pydantic import AfterValidator, BeforeValidator, Field, SecretStr, model_validator
from pydantic_settings import BaseSettings, NoDecode, SettingsConfigDict

from engine.crowns.time_limits import Limits as Crown
from engine.solver.analysis import DEFAULT_NODES
from server.store.redis_client import connect

DAY_S = 86_400
PREFIX = "PATIENCE_"
KEEP_DAYS = 400
"""The default number of days for which played rooms and the records of their races are kept."""
KEEP_PERIODS = 30
"""The default number of past days, weeks, months and years whose leaderboards are kept."""
SCHEMES = ("redis", "rediss", "unix", "redis+cluster", "rediss+cluster")

LogLevel = Literal["debug", "info", "warning", "error", "critical"]


def zone_of(name: str) -> tzinfo:
    """Return the time zone with this name, such as Europe/London.

    Raises ZoneInfoNotFoundError, ValueError or OSError if there is none.
    """
    return UTC if name == "UTC" else ZoneInfo(name)


def _listed(value: object) -> object:
    return [part.strip() for part in value.split(",")] if isinstance(value, str) else value


Networks = Annotated[tuple[IPv4Network | IPv6Network, ...], NoDecode, BeforeValidator(_listed)]


def _zone(name: str) -> str:
    """Check that there is a time zone with this name, and return the name. Raises ValueError
    otherwise."""
    try:
        zone_of(name)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        raise ValueError("there is no such time zone") from None
    return name


TimeZone = Annotated[str, AfterValidator(_zone)]


def _address(url: SecretStr) -> SecretStr:
    """Check the URL of a webhook and return it. Raises ValueError if it is not valid. The text of
    the error does not repeat the URL, which is secret."""
    whole = url.get_secret_value()
    try:
        parts = urlsplit(whole)
        fits = parts.scheme in ("http", "https") and parts.hostname and parts.port != 0
        fits = fits and "@" not in parts.netloc
    except ValueError:
        fits = False
    if not fits or not whole.isascii() or not whole.isprintable() or " " in whole:
        raise ValueError("it is no address beginning with http:// or https://")
    return url


Webhook = Annotated[SecretStr, AfterValidator(_address)]


def _store(url: str) -> str:
    """Check the address of a store and return it. Raises ValueError if it is not valid. The text of
    the error does not repeat the URL, which may have a password."""
    scheme, _, rest = url.partition("://")
    try:
        hosts = rest.split("/")[0].rpartition("@")[2].split(",")
        fits = scheme in SCHEMES and rest and all(urlsplit(f"//{one}").port != 0 for one in hosts)
        if fits:
            connect(url, 1)  # only parses the address
    except ValueError:
        fits = False
    if not fits:
        raise ValueError("it has to be an address such as redis://localhost:6379/0")
    return url


def _origin(origin: str) -> str:
    """Check that a text is the origin of a web page, and return it. Raises ValueError otherwise."""
    parts = urlsplit(origin)
    if parts.scheme not in ("http", "https") or not parts.netloc or parts.path.strip("/"):
        raise ValueError("origins are such as https://cards.example.org, with commas between them")
    return origin


Origins = Annotated[
    tuple[Annotated[str, AfterValidator(_origin)], ...], NoDecode, BeforeValidator(_listed)
]


class ServerSettings(BaseSettings):
    """All settings of a server process. Creating an instance reads the environment.

    The environment variable of a field is PATIENCE_ followed by the field's name in capitals; that
    of `redis_url` is REDIS_URL, a name that other programs use too. An empty variable counts as
    unset. Raises ValidationError if a value is wrong; its text does not repeat the value, which may
    be a secret.
    """

    model_config = SettingsConfigDict(
        env_prefix=PREFIX,
        env_ignore_empty=True,
        frozen=True,
        extra="forbid",
        validate_by_name=True,
        validate_by_alias=True,
        hide_input_in_errors=True,  # a value may be a secret
    )

    host: str = Field(
        default="127.0.0.1",
        description="The address to listen on; 0.0.0.0 lets other machines in.",
    )
    port: int = Field(
        default=8765,
        ge=0,
        le=65535,
        description=(
            "The TCP port for players, /healthz, /readyz and /metrics; 0 takes any free port."
        ),
    )
    redis_url: Annotated[str, AfterValidator(_store)] | None = Field(
        default=None,
        validation_alias="REDIS_URL",
        repr=False,
        description=(
            "The Redis (7.0 or newer) or Valkey that keeps races and ratings, such as"
            " redis://localhost:6379/0. For a cluster name some of its nodes:"
            " redis+cluster://one:6379,two:6379. Unset: the embedded store in data_dir."
        ),
    )
    data_dir: Path = Field(
        default_factory=lambda: user_data_path("crown-patience", appauthor=False),
        description="The directory of the embedded store's files; created if it is missing.",
    )
    countdown_ms: int = Field(
        default=5000,
        ge=0,
        le=60_000,
        description="Milliseconds from the last contestant's *ready* to the first card.",
    )
    keep_days: int = Field(
        default=KEEP_DAYS,
        ge=1,
        le=36_500,
        description="Days for which a room that has raced, and the records of its races, are kept.",
    )
    store_mb: int | None = Field(
        default=None,
        ge=16,
        description=(
            "MiB that the store (each node of a cluster) may use. From nine tenths of it on no"
            " new races begin, so that running races can go on. Unset: the store's own limit"
            " (maxmemory)."
        ),
    )
    time_zone: TimeZone = Field(
        default="UTC",
        description=(
            "The time zone whose midnight begins a day on the leaderboards, such as"
            " Europe/London. After a change, run `patience admin rebuild-boards`."
        ),
    )
    keep_periods: int = Field(
        default=KEEP_PERIODS,
        ge=1,
        le=1000,
        description=(
            "For how many past days, weeks, months and years leaderboards are kept; all-time"
            " leaderboards stay."
        ),
    )
    crown_break_between_s: int = Field(
        default=Crown().between_s,
        ge=0,
        le=DAY_S,
        description=(
            "Seconds a candidate for a crown may take from the end of a game to the next deal."
        ),
    )
    crown_break_within_s: int = Field(
        default=Crown().within_s,
        ge=0,
        le=DAY_S,
        description="Seconds of one break within a game: a declared break, or a lost connection.",
    )
    crown_break_total_s: int = Field(
        default=Crown().total_s,
        ge=0,
        le=DAY_S,
        description="Seconds of all breaks of a run together.",
    )
    crown_idle_connected_s: int = Field(
        default=Crown().idle_s,
        ge=0,
        le=DAY_S,
        description="Seconds a candidate may think about one move.",
    )
    crown_free_redeals: int = Field(
        default=Crown().free_redeals,
        ge=0,
        le=100,
        description="How many untouched deals a candidate may refuse in a run.",
    )
    calls: bool = Field(
        default=True,
        description="Whether the winner of a crown may call everybody, or chosen people.",
    )
    calls_webhook: Webhook | None = Field(
        default=None,
        description=(
            "The address (http or https) of a chat room that is told of calls to everybody. Keep"
            " it secret: anybody who knows it can write there. Unset: no chat room is told."
        ),
    )
    web_folder: Path | None = Field(
        default=None,
        description=(
            "The folder of the browser client's files, such as the bundle that `make bundle` makes."
            " Unset: the client that was installed with the server."
        ),
    )
    web_export: Path | None = Field(
        default=None,
        description=(
            "A folder into which the server writes the browser client's files when it starts, for"
            " a proxy that serves /static/ itself. Unset: no files are written. The server serves"
            " the files in any case."
        ),
    )
    drain_s: float = Field(
        default=5.0,
        ge=0,
        le=3600,
        description=(
            "Seconds over which a stopping process sends its people to other processes, one after"
            " the other. If there are no other processes, it sends everybody away at once."
        ),
    )
    bots: int = Field(
        default=40,
        ge=0,
        description=(
            "Computer players (bots) that a process plays for at the same time; 0 for none."
            " docs/bots.md describes them."
        ),
    )
    analysis_nodes: int = Field(
        default=DEFAULT_NODES,
        ge=0,
        le=10_000_000,
        description=(
            "How many positions a search may try when a finished race is analysed: whether it"
            " could be won, and where each contestant lost it. 0: races are not analysed."
            " docs/solver.md describes the analysis."
        ),
    )
    deal_searches: int = Field(
        default=1,
        ge=0,
        description=(
            "Searches for winnable deals that a process runs at the same time, each in a process"
            " of its own; 0: nobody can ask for a winnable deal. docs/solver.md describes"
            " these deals."
        ),
    )
    winnable_dailies: bool = Field(
        default=False,
        description=(
            "Whether the daily deals drawn from now on are winnable deals, in games that have such"
            " deals. Deals are drawn two days ahead."
        ),
    )
    log_level: LogLevel = Field(
        default="info",
        description="The least important messages to log.",
    )
    log_json: bool = Field(
        default=False,
        description="Log one JSON object a line, for machines, instead of text for people.",
    )
    limits: float = Field(
        default=1.0,
        gt=0,
        le=1e9,
        description=(
            "Factor by which the usual rate limits of a client are multiplied; docs/security.md"
            " has them."
        ),
    )
    unlimited: Networks = Field(
        default=(IPv4Network("127.0.0.0/8"), IPv6Network("::1")),
        description=(
            "Addresses and networks, separated by commas, to which the limits of an address do"
            " not apply, only those of each connection; by default this machine's."
        ),
    )
    trusted_proxies: Networks = Field(
        default=(),
        description=(
            "Addresses and networks of proxies, separated by commas. The server believes"
            " X-Forwarded-For from these addresses only."
        ),
    )
    allowed_origins: Origins = Field(
        default=(),
        description=(
            "Origins such as https://cards.example.org, separated by commas. Pages from there may"
            " connect, and the server answers requests for these host names, besides addresses,"
            " localhost and this machine's own names."
        ),
    )

    @model_validator(mode="after")
    def _agree(self) -> Self:
        if self.calls_webhook is not None and not self.calls:
            raise ValueError(
                "PATIENCE_CALLS_WEBHOOK names a chat room that PATIENCE_CALLS lets nobody ring"
            )
        if max(self.crown_break_between_s, self.crown_break_within_s) > self.crown_break_total_s:
            raise ValueError(
                "PATIENCE_CROWN_BREAK_TOTAL_S is less than one break may take by"
                " PATIENCE_CROWN_BREAK_BETWEEN_S or PATIENCE_CROWN_BREAK_WITHIN_S"
            )
        if self.winnable_dailies and not self.deal_searches:
            raise ValueError(
                "PATIENCE_WINNABLE_DAILIES needs the searches that PATIENCE_DEAL_SEARCHES=0"
                " switches off"
            )
        return self

    @property
    def crown(self) -> Crown:
        """The limits of a run, which is the games that somebody plays one after the other to win a
        crown: the length of breaks, the time without a move, and the number of deals that may be
        refused before the first move."""
        return Crown(
            self.crown_break_between_s,
            self.crown_break_within_s,
            self.crown_break_total_s,
            self.crown_idle_connected_s,
            self.crown_free_redeals,
        )
