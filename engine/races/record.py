"""Records: JSON documents from which anybody can replay and check a race.

`docs/records.md` lists the fields. The record of a solo game has a deal number instead of
commitment, secret and nonces. If several deals share one commitment (a session), the record also
says which of them it is.
"""

import json
from collections.abc import Iterator, Mapping, Sequence, Sized
from hashlib import sha256
from itertools import chain
from typing import Any, Literal, NamedTuple, NotRequired, TypedDict

from engine.cards import SEED_BYTES, deal_number_seed
from engine.errors import BadRecord, EngineError
from engine.games import GAMES, AnyGame, game, unknown
from engine.options import Value, canonical
from engine.races.board import Entry
from engine.races.fairness import NONCE_BYTES, SECRET_BYTES, deal_seed, read_hex
from engine.races.limits import LONGEST_BELL_MS, MOST_MOVES, MOST_MOVES_ALONE, MOST_SEATS_EVER
from engine.races.ranking import Placed, Standing
from engine.races.terms import EACH_CARD, Terms, terms
from engine.takeback import HINT_TEXT

FORMAT, WITH_GRIDS, WITH_AIDS = 1, 2, 3
"""The format of a record; that of one of a race whose grids were shown, in the term `show_grids`;
and that of one with hints in its moves or `safe_play` in its terms. Programs that do not know these
refuse the records."""
FORMATS = (FORMAT, WITH_GRIDS, WITH_AIDS)
TOURNAMENT = "tournament-"
"""The prefix of the session name of a tournament; the code of the tournament follows."""


RecordedMove = tuple[int, str] | tuple[int, str, Literal["host", "server"]]
"""Race time in milliseconds, text, and who made the move if not the seat itself. In JSON it is a
list."""


class RecordedTerms(TypedDict):
    """The terms of the race, with all defaults written out. Without `show_grids`, grids were not
    shown during the race; records written before there was this term lack it."""

    format: Literal["first_out", "best", "score", "caller"]
    winners: Literal["time", "moves"]
    take_back: Literal["none", "until_card", "free", "practice"]
    call_ms: int | None
    show_grids: NotRequired[Literal["each_card"]]
    safe_play: NotRequired[Literal[True]]


class RecordedSeat(TypedDict):
    """A contestant of a record, with all their moves."""

    seat: int
    name: str
    moves: list[RecordedMove]


class RecordedResult(TypedDict):
    """A place in the results of a record: the fields of `Standing` and the place."""

    place: int
    seat: int
    result: Literal["won", "lost", "complete"] | None
    reason: Literal["stuck", "resigned", "timeout"] | None
    best: int
    tie_break: int
    reached_ms: int
    points: int | None
    ended_ms: int | None
    moves: int
    clean: bool


class GhostGame(TypedDict):
    """The finished game that a practice game was raced against."""

    race: str
    seat: int
    name: str


class RecordedSession(TypedDict):
    """The session of a deal: several deals with a single commitment. `deal` is the number of this
    deal, from 1. `secret` is None until the session is over."""

    name: str
    deal: int
    commitment: str
    secret: str | None


class RecordBody(TypedDict):
    """A record as a JSON document, without its digest. `docs/records.md` explains the fields."""

    format: int
    race: str
    game: str
    options: dict[str, Value]
    terms: RecordedTerms
    deal: int | None
    commitment: str | None
    secret: str | None
    nonces: dict[str, str]
    seed: str
    bell_ms: int | None
    ended_ms: int
    seats: list[RecordedSeat]
    results: list[RecordedResult]
    ghost: NotRequired[GhostGame]
    session: NotRequired[RecordedSession]
    called_off: NotRequired[bool]


class RaceRecord(RecordBody):
    """A record as a JSON document: everything needed to check a deal, its moves and its results.
    `docs/records.md` explains the fields."""

    digest: str


class SeatRecord(NamedTuple):
    """A contestant and all their moves, in order."""

    seat: int
    name: str
    moves: tuple[Entry, ...]


class Ghost(NamedTuple):
    """The finished game that a solo game was raced against: its race, seat and player."""

    race: str
    seat: int
    name: str


class Session(NamedTuple):
    """Several deals with a single commitment. `deal` is the number of the deal of this record, from
    1. `secret` is None until the session is over."""

    name: str
    deal: int
    commitment: str
    secret: bytes | None = None

    @property
    def race(self) -> str:
        """The text that replaces the race id in the deal seed of this deal, in whichever room it is
        played."""
        return f"{self.name}-{self.deal}"

    @property
    def of_tournament(self) -> bool:
        return self.name.startswith(TOURNAMENT)


class Record(NamedTuple):
    """A finished race or solo game. Times are milliseconds of race time, without outages."""

    race: str
    game: AnyGame
    terms: Terms
    deal_number: int | None
    commitment: str | None
    secret: bytes | None
    nonces: Mapping[int, bytes]
    seed: bytes
    bell_ms: int | None
    ended_ms: int
    seats: tuple[SeatRecord, ...]
    results: tuple[Placed, ...]
    ghost: Ghost | None = None
    """Set if this is a practice game on the deal of another record. Such a game ranks nobody."""
    session: Session | None = None
    """Set if the deal belongs to a session."""
    called_off: bool | None = None
    """Whether the organiser ended the race early. None for races outside tournaments, and in
    records written before this field existed."""

    @property
    def format(self) -> int:
        """One of FORMATS."""
        if self.terms.show_grids == EACH_CARD:
            return WITH_GRIDS
        hinted = any(entry.text == HINT_TEXT for seat in self.seats for entry in seat.moves)
        return WITH_AIDS if hinted or self.terms.safe_play else FORMAT

    @property
    def of_tournament(self) -> bool:
        return self.session is not None and self.session.of_tournament

    def true_seed(self) -> bytes:
        """Return the deal seed computed from the secret and the nonces, or from the deal number.
        Raises BadRequest for a deal number out of range."""
        if self.secret is None:
            return deal_number_seed(self.deal_number or 0)
        options = canonical(self.game.chosen)
        return deal_seed(self.secret, self.race, self.game.slug, options, self.nonces)

    def to_json(self) -> RaceRecord:
        """Return the document, including its digest."""
        body = self.body()
        return {**body, "digest": digest(body)}

    def body(self) -> RecordBody:
        """Return the document without its digest."""
        body: RecordBody = {
            "format": self.format,
            "race": self.race,
            "game": self.game.slug,
            "options": self.game.chosen,
            "terms": self.terms.to_json(),  # type: ignore[typeddict-item] # it has these fields
            "deal": self.deal_number,
            "commitment": self.commitment,
            "secret": None if self.secret is None else self.secret.hex(),
            "nonces": {str(seat): nonce.hex() for seat, nonce in sorted(self.nonces.items())},
            "seed": self.seed.hex(),
            "bell_ms": self.bell_ms,
            "ended_ms": self.ended_ms,
            "seats": [_seat_json(seat) for seat in self.seats],
            "results": [_result_json(placed) for placed in self.results],
        }
        if self.ghost is not None:
            ghost = self.ghost
            body["ghost"] = {"race": ghost.race, "seat": ghost.seat, "name": ghost.name}
        if self.session is not None:
            session = self.session
            body["session"] = {
                "name": session.name,
                "deal": session.deal,
                "commitment": session.commitment,
                "secret": None if session.secret is None else session.secret.hex(),
            }
        if self.called_off is not None:
            body["called_off"] = self.called_off
        return body


def digest(document: Mapping[str, object]) -> str:
    """Return the SHA-256, in hexadecimal, of the document without its digest, as JSON in ASCII with
    sorted keys and without spaces."""
    body = {name: value for name, value in document.items() if name != "digest"}
    return sha256(_text_of(body).encode()).hexdigest()


def written(record: Record) -> Iterator[bytes]:
    """Yield the document of `Record.to_json` as JSON text in chunks, so that the whole text is
    never in memory."""
    body: Mapping[str, object] = {**record._replace(seats=()).body(), "format": record.format}
    summed, before = sha256(), "{"
    for name in sorted(body):
        values = _seats_text(record.seats) if name == "seats" else (_text_of(body[name]),)
        for text in chain((f"{before}{_text_of(name)}:",), values):
            summed.update(text.encode())
            yield text.encode()
        before = ","
    summed.update(b"}")
    yield f',"digest":"{summed.hexdigest()}"}}'.encode()


def _seats_text(seats: Sequence[SeatRecord]) -> Iterator[str]:
    before = "["
    for seat in seats:
        yield before + _text_of(_seat_json(seat))
        before = ","
    yield "]" if seats else "[]"


def _text_of(value: object) -> str:
    return json.dumps(value, sort_keys=True, separators=(",", ":"))


def _seat_json(seat: SeatRecord) -> RecordedSeat:
    return {"seat": seat.seat, "name": seat.name, "moves": [_entry(e) for e in seat.moves]}


def _result_json(placed: Placed) -> RecordedResult:
    # The fields of a standing are those of the document.
    return {"place": placed.place, **placed.standing._asdict()}  # type: ignore[typeddict-item]


def read(document: object) -> Record:
    """Return the record in a JSON document. Raises BadRecord, which names the field. Checks the
    form only; `engine/races/verify.py` checks the content."""
    if not isinstance(document, dict):
        raise BadRecord("A record is one JSON object.")
    if type(document.get("format")) is not int or document["format"] not in FORMATS:
        raise BadRecord(f"This program reads records of the formats {FORMAT} to {WITH_AIDS}.")
    try:
        return _read(document)
    except KeyError as error:
        raise BadRecord(f"The record has no field {error.args[0]}.") from None
    except EngineError as error:
        raise BadRecord(str(error)) from None


def _read(document: dict[str, Any]) -> Record:
    secret = document["secret"]
    solo = secret is None
    if solo == (document["deal"] is None) or solo != (document["commitment"] is None):
        raise BadRecord("A record has a commitment and a secret, or else a deal number.")
    if solo and "session" in document:
        raise BadRecord("Only a deal with a secret can be one of a session.")
    most = MOST_MOVES_ALONE if solo or "ghost" in document else MOST_MOVES
    for name in ("seats", "results", "nonces"):
        if isinstance(document[name], Sized) and len(document[name]) > MOST_SEATS_EVER:
            raise BadRecord(f"The record has more than {MOST_SEATS_EVER:,} {name}.")
    seats = tuple(_seat(seat, most) for seat in _list(document, "seats"))
    if len({seat.seat for seat in seats}) < len(seats):
        raise BadRecord("Each seat stands once in a record.")
    slug = _text(document, "game").replace("-", "_")
    if slug not in GAMES:  # other names may come to mean another game, and a record stays as it is
        raise unknown(slug)
    rules = game(slug, _object(document, "options"))
    claimed = Record(
        race=_text(document, "race"),
        game=rules,
        terms=_terms(rules, document, alone=len(seats) == 1),
        deal_number=_number(document, "deal", optional=True),
        commitment=None if document["commitment"] is None else _text(document, "commitment"),
        secret=None if secret is None else read_hex(secret, SECRET_BYTES, "secret"),
        nonces={
            _seat_number(seat): read_hex(nonce, NONCE_BYTES, "nonce")
            for seat, nonce in _object(document, "nonces").items()
        },
        seed=read_hex(document["seed"], SEED_BYTES, "seed"),
        bell_ms=_bell(document),
        ended_ms=_number(document, "ended_ms") or 0,
        seats=seats,
        results=tuple(_result(result) for result in _list(document, "results")),
        ghost=_ghost(document) if "ghost" in document else None,
        session=_session(document) if "session" in document else None,
        called_off=_boolean(document, "called_off") if "called_off" in document else None,
    )
    if claimed.format != document["format"]:
        raise BadRecord(f"The format {WITH_AIDS} is that of records with hints or safe_play.")
    if claimed.called_off is not None and not claimed.of_tournament:
        raise BadRecord("Only a race of a tournament can be called off.")
    return claimed


def _bell(document: dict[str, Any]) -> int | None:
    bell_ms = _number(document, "bell_ms", optional=True)
    if bell_ms is not None and bell_ms > LONGEST_BELL_MS:
        raise BadRecord(f"The bell of a race rings within {LONGEST_BELL_MS:,} ms.")
    return bell_ms


def _ghost(document: dict[str, Any]) -> Ghost:
    value = _object(document, "ghost")
    return Ghost(_text(value, "race"), _number(value, "seat") or 0, _text(value, "name"))


def _session(document: dict[str, Any]) -> Session:
    value = _object(document, "session")
    if set(value) != set(Session._fields):
        raise BadRecord("A session has a name, the number of the deal, a commitment and a secret.")
    secret = value["secret"]
    return Session(
        _text(value, "name"),
        _number(value, "deal") or 0,
        _text(value, "commitment"),
        None if secret is None else read_hex(secret, SECRET_BYTES, "secret of the session"),
    )


def _terms(rules: AnyGame, document: dict[str, Any], *, alone: bool) -> Terms:
    value, form = _object(document, "terms"), document["format"]
    with_grids = form == WITH_GRIDS
    written = {*Terms._fields} - (set() if with_grids else {"show_grids"})
    written -= set() if form == WITH_AIDS and value.get("safe_play") is True else {"safe_play"}
    if {*value} != written:
        raise BadRecord("The terms of a record are written out.")
    if with_grids and value["show_grids"] != EACH_CARD:
        raise BadRecord(f"Grids were shown in a race of format {WITH_GRIDS}.")
    return terms(rules, value, alone=alone)


def _seat(value: object, most: int) -> SeatRecord:
    if not isinstance(value, dict):
        raise BadRecord("Each of the seats is an object.")
    made = _list(value, "moves")
    if len(made) > most + 1:  # the last one may be a resignation
        raise BadRecord(f"A contestant of the record made more than {most:,} moves.")
    moves = tuple(_move(entry) for entry in made)
    return SeatRecord(_number(value, "seat") or 0, _text(value, "name"), moves)


def _move(value: object) -> Entry:
    match value:
        case [ms, str(text)] if type(ms) is int:
            return Entry(ms, "seat", text)
        case [ms, str(text), "host" | "server" as by] if type(ms) is int:
            return Entry(ms, by, text)
    raise BadRecord("A move of a record is its milliseconds and its text.")


def _seat_number(text: str) -> int:
    if len(text) > 9 or not text.isascii() or not text.isdecimal() or str(int(text)) != text:
        raise BadRecord("The nonces of a record are by seat number.")
    return int(text)


def _result(value: object) -> Placed:
    if not isinstance(value, dict) or set(value) != {"place", *Standing._fields}:
        raise BadRecord("A result has a place and a standing.")
    numbers = {
        name: _number(value, name, optional=name in ("points", "ended_ms"))
        for name in value
        if name not in ("result", "reason", "clean")
    }
    place = numbers.pop("place")
    words = {name: value[name] for name in ("result", "reason", "clean")}
    told = (words["result"], words["reason"])
    if not all(word is None or isinstance(word, str) for word in told):
        raise BadRecord("The result and the reason of a standing are words.")
    if type(words["clean"]) is not bool:
        raise BadRecord("A standing is clean or it is not.")
    return Placed(place or 0, Standing(**numbers, **words))  # type: ignore[arg-type] # `verify` compares it whole


def _entry(entry: Entry) -> RecordedMove:
    # A list, as reading JSON gives it.
    made = [entry.ms, entry.text]
    return made if entry.by == "seat" else [*made, entry.by]  # type: ignore[return-value]


def _text(document: dict[str, Any], name: str) -> str:
    value = document[name]
    if not isinstance(value, str) or len(value) > 200 or not _is_unicode(value):
        raise BadRecord(f"The field {name} is a short text.")
    return value


def _is_unicode(text: str) -> bool:
    """Return whether a text can be encoded. A text from JSON may contain lone surrogates, which
    cannot."""
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True


def _number(document: dict[str, Any], name: str, *, optional: bool = False) -> int | None:
    value = document[name]
    if (value is None and optional) or (type(value) is int and 0 <= value < 2**63):
        return value
    raise BadRecord(f"The field {name} is a whole number.")


def _boolean(document: dict[str, Any], name: str) -> bool:
    value = document[name]
    if not isinstance(value, bool):
        raise BadRecord(f"The field {name} is true or false.")
    return value


def _object(document: dict[str, Any], name: str) -> dict[str, Any]:
    value = document[name]
    if not isinstance(value, dict):
        raise BadRecord(f"The field {name} is an object.")
    return value


def _list(document: dict[str, Any], name: str) -> list[Any]:
    value = document[name]
    if not isinstance(value, list):
        raise BadRecord(f"The field {name} is a list.")
    return value
