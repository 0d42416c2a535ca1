"""Records of rounds of Racing Demon: JSON documents from which anybody can replay and check a
round.

The record of a race of other games (`engine/races/record.py`) has a list of moves for each
contestant. The record of a round has one list with the moves of all contestants, in the order in
which they were made. `docs/racing-demon.md` lists the fields. The document has the field
`table_format` and no field `format`, so that programs which know only races of other games refuse
it.

A contestant has a seat, a numbered place in the room of the round. Race time is the time since the
start of the round, without outages.
"""

from collections import Counter
from collections.abc import Mapping
from typing import Any, NamedTuple, TypedDict

from engine.cards import SEED_BYTES, deal_number_seed
from engine.errors import BadRecord, EngineError
from engine.options import Value, canonical
from engine.races.fairness import SECRET_BYTES, deal_seed, read_hex
from engine.races.limits import MOST_MOVES
from engine.races.record import RecordedSession, Session, digest, session_in
from engine.races.record_fields import (
    bell_in,
    boolean_in,
    list_in,
    nonces_in,
    number_in,
    object_in,
    text_in,
)
from engine.racing_demon.game import MOST_SEATS, RacingDemon
from engine.racing_demon.scores import RoundScore, Series, round_score
from engine.racing_demon.state import Reason, RoundEnd, RoundState, RoundStep

TABLE_FORMAT = 2
"""Format 1 has no `called_off` and no delays: its commands are `[ms, seat, text]`."""
FORMATS = (1, TABLE_FORMAT)
REASONS = ("out", "blocked", "bell", "deserted")
AWAY, BACK = "away", "back"
"""The texts of the two commands with which the server notes in a record that a contestant went away
or came back."""


MOST_COMMANDS = 3 * MOST_MOVES
"""The maximum number of commands of a seat in a record: its moves, and AWAY and BACK in turn for as
long as the longest race, with 20 seconds before each AWAY."""


class TableSeat(NamedTuple):
    """A contestant of a round: the number of the seat in the room, and the name."""

    seat: int
    name: str


class Command(NamedTuple):
    """A move that the server accepted: its race time in milliseconds, the number of the seat in the
    room, and the text of the move. If the server noted that the contestant went away or came back,
    the text is AWAY or BACK instead. `delay_ms` is how many milliseconds the last ping of the
    server took to the contestant and back; it is None if no ping had been answered."""

    ms: int
    seat: int
    text: str
    delay_ms: int | None = None

    @property
    def is_move(self) -> bool:
        """Whether the command is a move of the contestant, and not AWAY or BACK."""
        return self.text not in (AWAY, BACK)


class TableResult(NamedTuple):
    """The result of a contestant in a round: the place, from 1, the number of the seat in the room,
    and the score. Contestants with equal points share a place. Contestants who resigned are placed
    below all who did not."""

    place: int
    seat: int
    resigned: bool
    score: RoundScore


class RecordedTableSeat(TypedDict):
    """A contestant in the record of a round."""

    seat: int
    name: str


RecordedCommand = tuple[int, int, str, int | None]
"""A command in the record of a round: the fields of `Command` in their order."""


class RecordedEnd(TypedDict):
    """How a round ended, in the JSON of its record: the fields of `RoundEnd`. `out` is a seat by
    its number in the room."""

    reason: Reason
    out: int | None


class RecordedTableResult(TypedDict):
    """The result of one contestant in the JSON of a record: place and seat, whether the contestant
    resigned, and the fields of `RoundScore`."""

    place: int
    seat: int
    resigned: bool
    cards: int
    kings: int
    left: int
    out: bool
    points: int


class RecordedTable(TypedDict):
    """The record of a round of Racing Demon as a JSON document. `docs/racing-demon.md` explains the
    fields."""

    table_format: int
    race: str
    game: str
    options: dict[str, Value]
    deal: int | None
    commitment: str | None
    secret: str | None
    nonces: dict[str, str]
    seed: str
    bell_ms: int | None
    ended_ms: int
    seats: list[RecordedTableSeat]
    commands: list[RecordedCommand]
    end: RecordedEnd
    results: list[RecordedTableResult]
    session: RecordedSession | None
    called_off: bool
    digest: str


class TableRecord(NamedTuple):
    """A finished round of Racing Demon, with everything that is needed to check it. `seats` are in
    the order of the table: the first of them got the first pack. Their numbers are those of the
    room, which need not begin with 0."""

    race: str
    game: RacingDemon
    deal_number: int | None
    commitment: str | None
    secret: bytes | None
    nonces: Mapping[int, bytes]
    seed: bytes
    bell_ms: int | None
    ended_ms: int
    seats: tuple[TableSeat, ...]
    commands: tuple[Command, ...]
    end: RoundEnd
    """How the round ended. `out` is a number of a seat in its room."""
    results: tuple[TableResult, ...]
    session: Session | None = None
    called_off: bool = False
    """Whether the organiser of a tournament ended the round before its bell."""

    def true_seed(self) -> bytes:
        """Return the seed from which the packs must have been shuffled. It is computed from the
        server's secret and the random numbers of the contestants (nonces), or from the deal number
        if there is no secret. A verifier compares it with the `seed` of the record. Raises
        BadRequest if the deal number is out of range."""
        if self.secret is None:
            return deal_number_seed(self.deal_number or 0)
        options = canonical(self.game.chosen)
        return deal_seed(self.secret, self.race, self.game.slug, options, self.nonces)

    def begun(self) -> RoundState:
        """Return the table after the deal and before the first move. Raises BadRequest for an
        impossible number of seats."""
        return self.game.deal(self.game.packs(self.seed, len(self.seats)))

    def step(self, state: RoundState, command: Command) -> RoundStep:
        """Return the table after one of the recorded commands has been carried out on the table
        `state`. Raises EngineError if the command is not possible there."""
        seats = [each.seat for each in self.seats]
        if command.seat not in seats:
            raise BadRecord("nobody sits there")
        seat = seats.index(command.seat)
        if not command.is_move:
            return self.game.attend(state, seat, away=command.text == AWAY)
        return self.game.play(state, seat, self.game.codec.from_text(command.text))

    def to_json(self) -> RecordedTable:
        """Return the record as a JSON document with its digest (a hash of the document)."""
        session = self.session
        body: dict[str, Any] = {
            "table_format": TABLE_FORMAT,
            "race": self.race,
            "game": self.game.slug,
            "options": self.game.chosen,
            "deal": self.deal_number,
            "commitment": self.commitment,
            "secret": None if self.secret is None else self.secret.hex(),
            "nonces": {str(seat): nonce.hex() for seat, nonce in sorted(self.nonces.items())},
            "seed": self.seed.hex(),
            "bell_ms": self.bell_ms,
            "ended_ms": self.ended_ms,
            "seats": [each._asdict() for each in self.seats],
            "commands": [list(command) for command in self.commands],
            "end": self.end._asdict(),
            "results": [_result_json(each) for each in self.results],
            "session": None if session is None else session.to_json(),
            "called_off": self.called_off,
        }
        body["digest"] = digest(body)
        return body  # type: ignore[return-value] # it has these fields


def results(
    game: RacingDemon, state: RoundState, seats: tuple[TableSeat, ...]
) -> list[TableResult]:
    """Return the results of all contestants of a round that is over, best first."""
    scores = [round_score(state, at, game.chosen) for at in range(len(seats))]
    gone = [at for at, board in enumerate(state.boards) if board.resigned]
    series = Series(len(seats), 0).after([score.points for score in scores], gone)
    return [
        TableResult(each.place, seats[each.seat].seat, each.left, scores[each.seat])
        for each in series.places()
    ]


def end_of(state: RoundState, seats: tuple[TableSeat, ...]) -> RoundEnd | None:
    """Return how the round ended, or None if it is not over. In the returned value a seat has its
    number in the room, while in `state` it has its number at the table."""
    over = state.over
    if over is None or over.out is None:
        return over
    return over._replace(out=seats[over.out].seat)


def read(document: dict[str, Any]) -> TableRecord:
    """Return the record of a round that a JSON document contains. Raises BadRecord, which names the
    field. The function checks only the form of the fields; `engine/racing_demon/verify.py` checks
    that they are true."""
    version = document.get("table_format")
    if type(version) is not int or version not in FORMATS:
        raise BadRecord(f"This program reads records of tables up to the format {TABLE_FORMAT}.")
    try:
        return _read(document)
    except KeyError as error:
        raise BadRecord(f"The record has no field {error.args[0]}.") from None
    except EngineError as error:
        raise BadRecord(str(error)) from None


def _read(document: dict[str, Any]) -> TableRecord:
    secret = document["secret"]
    alone = secret is None
    if alone == (document["deal"] is None) or alone != (document["commitment"] is None):
        raise BadRecord("A record has a commitment and a secret, or else a deal number.")
    if alone and document["session"] is not None:
        raise BadRecord("Only a deal with a secret can be one of a session.")
    seats = tuple(map(_seat, list_in(document, "seats")))
    if not 1 <= len({each.seat for each in seats}) == len(seats) <= MOST_SEATS:
        raise BadRecord(f"One to {MOST_SEATS} seats stand in a record, each once.")
    commands = list_in(document, "commands")
    if len(commands) > MOST_COMMANDS * len(seats):
        raise BadRecord(f"The record has more than {MOST_COMMANDS:,} commands of a seat.")
    if text_in(document, "game") != RacingDemon.slug:
        raise BadRecord("The game of a common table is racing_demon.")
    read_commands = tuple(map(_command, commands))
    moves = Counter(each.seat for each in read_commands if each.is_move)
    if max(moves.values(), default=0) > MOST_MOVES + 1:  # one more to resign
        raise BadRecord(f"The record has more than {MOST_MOVES:,} moves of a seat.")
    return TableRecord(
        race=text_in(document, "race"),
        game=RacingDemon(object_in(document, "options")),
        deal_number=number_in(document, "deal", optional=True),
        commitment=None if alone else text_in(document, "commitment"),
        secret=None if alone else read_hex(secret, SECRET_BYTES, "secret"),
        nonces=nonces_in(document),
        seed=read_hex(document["seed"], SEED_BYTES, "seed"),
        bell_ms=bell_in(document),
        ended_ms=number_in(document, "ended_ms") or 0,
        seats=seats,
        commands=read_commands,
        end=_end(object_in(document, "end")),
        results=tuple(map(_result, list_in(document, "results"))),
        session=None if document["session"] is None else session_in(document),
        called_off=document["table_format"] > 1 and boolean_in(document, "called_off"),
    )


def _seat(value: object) -> TableSeat:
    if not isinstance(value, dict):
        raise BadRecord("Each of the seats is an object.")
    return TableSeat(number_in(value, "seat") or 0, text_in(value, "name"))


def _command(value: object) -> Command:
    match value:
        case [ms, seat, str(text), *rest] if type(ms) is int and type(seat) is int:
            match rest:
                case [] | [None]:
                    return Command(ms, seat, text)
                case [delay_ms] if type(delay_ms) is int and delay_ms >= 0:
                    return Command(ms, seat, text, delay_ms)
    raise BadRecord(
        "A command of a record is its milliseconds, its seat, its text and the delay of its line."
    )


def _end(value: dict[str, Any]) -> RoundEnd:
    if value["reason"] not in REASONS:
        raise BadRecord("A round ends out, blocked, deserted or when time is up.")
    return RoundEnd(value["reason"], number_in(value, "out", optional=True))


def _result(value: object) -> TableResult:
    names = {"place", "seat", "resigned", *RoundScore._fields}
    if not isinstance(value, dict) or set(value) != names:
        raise BadRecord("A result has a place, a seat and a score.")
    points = value["points"]
    if type(points) is not int:  # it may be below 0
        raise BadRecord("The field points is a whole number.")
    cards, kings, left = (number_in(value, name) or 0 for name in ("cards", "kings", "left"))
    return TableResult(
        number_in(value, "place") or 0,
        number_in(value, "seat") or 0,
        boolean_in(value, "resigned"),
        RoundScore(cards, kings, left, boolean_in(value, "out"), points),
    )


def _result_json(result: TableResult) -> dict[str, Any]:
    shown = {"place": result.place, "seat": result.seat, "resigned": result.resigned}
    return {**shown, **result.score._asdict()}
