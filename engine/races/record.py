"""Records: JSON documents from which anybody can replay and check a race.

`docs/records.md` lists the fields. The deal of a race follows from a secret of the server, whose
hash (the commitment) was published before the race, and from random numbers of the contestants
(nonces). A solo game, played alone without a server, has a deal number instead. If several deals
have one commitment together, as in a tournament, they are a session; the record then also says
which deal of the session it is.

A contestant has a seat, a numbered place in the room of the race. Race time is the time since the
start of the race, without outages.
"""

import json
import re
from collections.abc import Iterator, Mapping, Sequence, Sized
from hashlib import sha256
from itertools import chain
from typing import Any, Literal, NamedTuple, NotRequired, TypedDict

from engine.cards import SEED_BYTES, deal_number_seed
from engine.errors import BadRecord, EngineError
from engine.games import GAMES, AnyGame, game, unknown
from engine.options import Value, canonical
from engine.races.board import Entry
from engine.races.fairness import SECRET_BYTES, deal_seed, read_hex
from engine.races.limits import MOST_MOVES, MOST_MOVES_ALONE, MOST_SEATS_EVER
from engine.races.ranking import Placed, Standing
from engine.races.record_fields import (
    bell_in,
    boolean_in,
    list_in,
    nonces_in,
    number_in,
    object_in,
    text_in,
)
from engine.races.terms import EACH_CARD, Terms, terms
from engine.solver.difficulty_classes import Difficulty
from engine.solver.winnable_deals import UNPROVEN, WinnableDeal
from engine.takeback import HINT_TEXT

FORMAT, WITH_GRIDS, WITH_AIDS, WINNABLE, OF_DIFFICULTY = 1, 2, 3, 4, 5
"""The formats of a record. WITH_GRIDS is for a race whose terms have `show_grids`. WITH_AIDS is for
a record with hints among its moves or with `safe_play` in its terms. WINNABLE is for a winnable
deal, also with hints or `safe_play`, and OF_DIFFICULTY for one whose difficulty was chosen. FORMAT
is for all others. An older program that does not know a format refuses its records."""
FORMATS = (FORMAT, WITH_GRIDS, WITH_AIDS, WINNABLE, OF_DIFFICULTY)
TOURNAMENT = "tournament-"
"""The prefix of the session name of a tournament. After it comes the code of the tournament."""
LEISURE_RACE = "leisure-"
"""The prefix of the session name of a leisure race, whose contestants play the same deals alone and
when they like. After it comes the code of the leisure race."""
SERIES_NAME = re.compile(r"series-(?P<room>.+)-(?P<first>[0-9]{1,6})")
"""The session name of a series of Racing Demon (`series_name`)."""


RecordedMove = tuple[int, str] | tuple[int, str, Literal["host", "server"]]
"""A move in a record: race time in milliseconds, the text of the move, and who made it if not the
contestant. In JSON it is a list."""


class RecordedWinnableTerms(TypedDict):
    """How a winnable deal was searched for, in the JSON of a record: the fields of `WinnableTerms`
    (`engine/solver/winnable_deals.py`). `difficulty` is missing if no class of difficulty was
    chosen."""

    solver: int
    nodes: int
    last_pack: int
    difficulty: NotRequired[Difficulty]


class RecordedWinnableDeal(TypedDict):
    """A winnable deal in the JSON of a record: the number of the pack that was dealt, and the texts
    of the moves that win it. Both are None if the solver won no pack; then pack 0 was dealt."""

    k: int | None
    line: list[str] | None


class RecordedTerms(TypedDict):
    """The terms of a race in its record, with all default values written out. `show_grids` is
    missing if contestants did not see the cards that others had placed during the race, and
    `winnable` if the deal was not a winnable one. Records from before these fields existed do not
    have them."""

    format: Literal["first_out", "best", "score", "caller"]
    winners: Literal["time", "moves"]
    take_back: Literal["none", "until_card", "free", "practice"]
    call_ms: int | None
    show_grids: NotRequired[Literal["each_card"]]
    safe_play: NotRequired[Literal[True]]
    winnable: NotRequired[RecordedWinnableTerms]


class RecordedSeat(TypedDict):
    """A contestant in the JSON of a record: the number of the seat, the name, and all moves in
    order."""

    seat: int
    name: str
    moves: list[RecordedMove]


class RecordedResult(TypedDict):
    """The result of one contestant in the JSON of a record: the place, from 1, and the fields of
    `Standing` (`engine/races/ranking.py`)."""

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
    """The finished game against which a practice game was raced (its ghost), in the JSON of a
    record: the id of its race, the seat and the name of its player."""

    race: str
    seat: int
    name: str


class RecordedSession(TypedDict):
    """The session of a deal in the JSON of a record. `deal` is the number of the deal of this
    record, from 1. `secret` is the secret of the whole session, None until the session is over."""

    name: str
    deal: int
    commitment: str
    secret: str | None


class RecordBody(TypedDict):
    """The record of a race as a JSON document, without its digest (a hash of the document).
    `docs/records.md` explains the fields."""

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
    winnable: NotRequired[RecordedWinnableDeal]


class RaceRecord(RecordBody):
    """The record of a race as a JSON document, with its digest. It has everything that is needed to
    check the deal, the moves and the results. `docs/records.md` explains the fields."""

    digest: str


def series_name(code: str, first: int) -> str:
    """Return the session name of a series of Racing Demon. `code` is the code of its room, and
    `first` the number of the race that is its first round."""
    return f"series-{code}-{first}"


class SeatRecord(NamedTuple):
    """A contestant of a finished race: the number of the seat, the name, and all moves in order."""

    seat: int
    name: str
    moves: tuple[Entry, ...]


class Ghost(NamedTuple):
    """The finished game against which a solo game was raced: the id of the race of that game, and
    the seat and the name of its player."""

    race: str
    seat: int
    name: str


class Session(NamedTuple):
    """The session to which the deal of a record belongs: several deals with one commitment, as in a
    tournament. `deal` is the number of the deal of this record, from 1. `secret` is the secret of
    the whole session, None until the session is over."""

    name: str
    deal: int
    commitment: str
    secret: bytes | None = None

    @property
    def race(self) -> str:
        """The text that stands for the id of the race when the deal seed is computed. It has the
        name of the session and the number of the deal. So the deal is the same in every room in
        which it is played. For a round of a series of Racing Demon, which is played in one room
        only, the text is the id of the race itself."""
        series = SERIES_NAME.fullmatch(self.name)
        if series is not None:
            return f"{series['room']}-{int(series['first']) + self.deal - 1}"
        return f"{self.name}-{self.deal}"

    @property
    def of_tournament(self) -> bool:
        return self.name.startswith(TOURNAMENT)

    @property
    def of_leisure_race(self) -> bool:
        return self.name.startswith(LEISURE_RACE)

    def to_json(self) -> RecordedSession:
        """Return the session as the JSON object that a record contains."""
        secret = None if self.secret is None else self.secret.hex()
        return {
            "name": self.name,
            "deal": self.deal,
            "commitment": self.commitment,
            "secret": secret,
        }


class Record(NamedTuple):
    """A finished race or solo game, with everything that is needed to check it. Times are
    milliseconds of race time."""

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
    """The game that was raced against, if this is a practice game on the deal of another record.
    The results of such a game count nowhere."""
    session: Session | None = None
    """The session of the deal (several deals from one secret), if the deal belongs to one."""
    called_off: bool | None = None
    """Whether the organiser ended the race early. None for races outside tournaments, and in
    records written before this field existed."""
    winnable: WinnableDeal | None = None
    """The pack that was dealt, and the moves that win it. None if the terms have no `winnable`."""

    @property
    def format(self) -> int:
        """The number of the format in which the record is written, one of FORMATS. A program that
        does not know this number cannot read the record."""
        if self.terms.winnable is not None:
            return WINNABLE if self.terms.winnable.difficulty is None else OF_DIFFICULTY
        if self.terms.show_grids == EACH_CARD:
            return WITH_GRIDS
        hinted = any(entry.text == HINT_TEXT for seat in self.seats for entry in seat.moves)
        return WITH_AIDS if hinted or self.terms.safe_play else FORMAT

    @property
    def of_tournament(self) -> bool:
        return self.session is not None and self.session.of_tournament

    def true_seed(self) -> bytes:
        """Return the seed from which the pack must have been shuffled. It is computed from the
        secret and the nonces, or from the deal number if there is no secret. A verifier compares it
        with the `seed` of the record. Raises BadRequest for a deal number out of range."""
        if self.secret is None:
            return deal_number_seed(self.deal_number or 0)
        options = canonical(self.game.chosen)
        return deal_seed(self.secret, self.race, self.game.slug, options, self.nonces)

    @property
    def k(self) -> int:
        """The number of the pack that was dealt, of those that follow from the deal seed
        (`engine/solver/winnable_deals.py`). It is 0 if the deal was not a winnable one."""
        return self.winnable.dealt if self.winnable else 0

    def to_json(self) -> RaceRecord:
        """Return the record as a JSON document, including its digest (a hash of the document)."""
        body = self.body()
        return {**body, "digest": digest(body)}

    def body(self) -> RecordBody:
        """Return the record as a JSON document without its digest (a hash of the document)."""
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
            body["session"] = self.session.to_json()
        if self.called_off is not None:
            body["called_off"] = self.called_off
        if self.winnable is not None:
            body["winnable"] = winnable_json(self.winnable)
        return body


def winnable_json(deal: WinnableDeal) -> RecordedWinnableDeal:
    """Return a winnable deal as the JSON object that a record contains."""
    return {"k": deal.k, "line": None if deal.line is None else list(deal.line)}


def digest(document: Mapping[str, object]) -> str:
    """Return the digest of a document: the SHA-256 hash, in hexadecimal, of all its fields except
    `digest`. The fields are hashed as JSON in ASCII, with sorted keys and without spaces."""
    body = {name: value for name, value in document.items() if name != "digest"}
    return sha256(_text_of(body).encode()).hexdigest()


def written(record: Record) -> Iterator[bytes]:
    """Yield the JSON text of the document that `Record.to_json` returns, in pieces, so that the
    whole text is never in memory."""
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
    """Return the record that a JSON document contains. Raises BadRecord, which names the field. The
    function checks only the form of the fields; `engine/races/verify.py` checks that they are
    true."""
    if not isinstance(document, dict):
        raise BadRecord("A record is one JSON object.")
    if type(document.get("format")) is not int or document["format"] not in FORMATS:
        raise BadRecord(f"This program reads records of the formats {FORMAT} to {FORMATS[-1]}.")
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
    seats = tuple(_seat(seat, most) for seat in list_in(document, "seats"))
    if len({seat.seat for seat in seats}) < len(seats):
        raise BadRecord("Each seat stands once in a record.")
    slug = text_in(document, "game").replace("-", "_")
    if slug not in GAMES:  # other names may come to mean another game, and a record stays as it is
        raise unknown(slug)
    rules = game(slug, object_in(document, "options"))
    claimed = Record(
        race=text_in(document, "race"),
        game=rules,
        terms=_terms(rules, document, alone=len(seats) == 1),
        deal_number=number_in(document, "deal", optional=True),
        commitment=None if document["commitment"] is None else text_in(document, "commitment"),
        secret=None if secret is None else read_hex(secret, SECRET_BYTES, "secret"),
        nonces=nonces_in(document),
        seed=read_hex(document["seed"], SEED_BYTES, "seed"),
        bell_ms=bell_in(document),
        ended_ms=number_in(document, "ended_ms") or 0,
        seats=seats,
        results=tuple(_result(result) for result in list_in(document, "results")),
        ghost=_ghost(document) if "ghost" in document else None,
        session=session_in(document) if "session" in document else None,
        called_off=boolean_in(document, "called_off") if "called_off" in document else None,
        winnable=winnable_in(document) if "winnable" in document else None,
    )
    if claimed.format != document["format"]:
        raise BadRecord(
            f"The format {WITH_AIDS} is that of records with hints or safe_play, and the format"
            f" {OF_DIFFICULTY} that of records with a difficulty."
        )
    if (claimed.winnable is None) != (claimed.terms.winnable is None):
        raise BadRecord("A record has winnable if its terms have it, and only then.")
    if claimed.called_off is not None and not claimed.of_tournament:
        raise BadRecord("Only a race of a tournament can be called off.")
    return claimed


def _ghost(document: dict[str, Any]) -> Ghost:
    value = object_in(document, "ghost")
    return Ghost(text_in(value, "race"), number_in(value, "seat") or 0, text_in(value, "name"))


def session_in(document: dict[str, Any]) -> Session:
    """Return the session that the field `session` of a JSON record contains. Raises BadRecord if
    the field is not a session."""
    value = object_in(document, "session")
    if set(value) != set(Session._fields):
        raise BadRecord("A session has a name, the number of the deal, a commitment and a secret.")
    secret = value["secret"]
    return Session(
        text_in(value, "name"),
        number_in(value, "deal") or 0,
        text_in(value, "commitment"),
        None if secret is None else read_hex(secret, SECRET_BYTES, "secret of the session"),
    )


def winnable_in(document: dict[str, Any]) -> WinnableDeal:
    """Return the winnable deal that the field `winnable` of a JSON document contains. Raises
    BadRecord if the field is not a winnable deal."""
    value = object_in(document, "winnable")
    if set(value) != set(WinnableDeal._fields) or (value["k"] is None) != (value["line"] is None):
        raise BadRecord("A winnable deal has the number k of its pack and a line, or neither.")
    if value["k"] is None:
        return UNPROVEN
    k, line = number_in(value, "k"), list_in(value, "line")
    if len(line) > MOST_MOVES or not all(isinstance(text, str) for text in line):
        raise BadRecord(f"The line of a winnable deal has at most {MOST_MOVES:,} moves as texts.")
    return WinnableDeal(k, tuple(line))


def _terms(rules: AnyGame, document: dict[str, Any], *, alone: bool) -> Terms:
    value, form = object_in(document, "terms"), document["format"]
    with_grids, winnable = form == WITH_GRIDS, form in (WINNABLE, OF_DIFFICULTY)
    written = {*Terms._fields} - (set() if with_grids else {"show_grids"})
    aided = (form == WITH_AIDS or winnable) and value.get("safe_play") is True
    written -= set() if aided else {"safe_play"}
    written -= set() if winnable else {"winnable"}
    if {*value} != written:
        raise BadRecord("The terms of a record are written out.")
    if winnable and not isinstance(value["winnable"], dict):
        raise BadRecord(f"The terms of a record of format {form} have winnable.")
    if with_grids and value["show_grids"] != EACH_CARD:
        raise BadRecord(f"Grids were shown in a race of format {WITH_GRIDS}.")
    return terms(rules, value, alone=alone)


def _seat(value: object, most: int) -> SeatRecord:
    if not isinstance(value, dict):
        raise BadRecord("Each of the seats is an object.")
    made = list_in(value, "moves")
    if len(made) > most + 1:  # the last one may be a resignation
        raise BadRecord(f"A contestant of the record made more than {most:,} moves.")
    moves = tuple(_move(entry) for entry in made)
    return SeatRecord(number_in(value, "seat") or 0, text_in(value, "name"), moves)


def _move(value: object) -> Entry:
    match value:
        case [ms, str(text)] if type(ms) is int:
            return Entry(ms, "seat", text)
        case [ms, str(text), "host" | "server" as by] if type(ms) is int:
            return Entry(ms, by, text)
    raise BadRecord("A move of a record is its milliseconds and its text.")


def _result(value: object) -> Placed:
    if not isinstance(value, dict) or set(value) != {"place", *Standing._fields}:
        raise BadRecord("A result has a place and a standing.")
    numbers = {
        name: number_in(value, name, optional=name in ("points", "ended_ms"))
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
