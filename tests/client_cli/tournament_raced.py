"""A finished tournament as an honest server tells it, with all its records."""

from collections.abc import Callable
from typing import Any, NamedTuple

from client_cli.tournament.claims_check import KeptCheckIn
from client_cli.tournament.verify import Findings, found
from engine.games import game
from engine.races.board import standing
from engine.races.fairness import commitment, sub_secret
from engine.races.ranking import Standing, rank
from engine.races.record import Record, SeatRecord, Session
from engine.races.terms import Terms
from protocol.message import encode
from protocol.tournaments.live import Tournament
from protocol.tournaments.plan import TournamentPlan
from protocol.tournaments.tables import TournamentTable
from server.tournaments import messages, table_messages
from server.tournaments.state import Entrant, StoredHeat, StoredRound
from server.tournaments.state import Tournament as Stored
from tests.engine.test_record import played

SECRET = bytes(range(1, 33))
NONCES = {0: "a0" * 16, 1: "b1" * 16, 2: "c2" * 16}
ROOMS = ("AAAAA2", "AAAAA3", "AAAAA4")
KEPT = KeptCheckIn(NONCES[0], True)
PLAN: dict[str, Any] = {"title": "Friday", "rounds": ["aces_up", "baroness"]}


class Told(NamedTuple):
    """All that somebody needs who would check a tournament."""

    tournament: Tournament
    table: TournamentTable
    documents: dict[str, Any]
    saved: str

    def found(self, kept: KeptCheckIn | None = KEPT) -> Findings:
        return found(self.tournament, self.table, self.documents, self.saved, kept)

    def failing(self, kept: KeptCheckIn | None = KEPT) -> str | None:
        """The first step that fails."""
        return next((each.step for each in self.found(kept).checks if not each.ok), None)

    def but(self, **fields: Any) -> "Told":
        """With other fields of the tournament."""
        return self._replace(tournament=self.tournament.model_copy(update=fields))

    def with_round(self, number: int, **fields: Any) -> "Told":
        rounds = list(self.tournament.rounds)
        rounds[number - 1] = rounds[number - 1].model_copy(update=fields)
        return self.but(rounds=rounds)

    def with_heat(self, number: int, **fields: Any) -> "Told":
        heat = self.tournament.rounds[number - 1].heats[0]
        return self.with_round(number, heats=[heat.model_copy(update=fields)])

    def with_row(self, **fields: Any) -> "Told":
        first, *others = self.table.rows
        rows = [first.model_copy(update=fields), *others]
        return self._replace(table=self.table.model_copy(update={"rows": rows}))

    def without(self, room: str) -> "Told":
        return self._replace(documents={r: d for r, d in self.documents.items() if r != room})


def stored(plan: dict[str, Any], kinds: tuple[int, ...], **fields: Any) -> Stored:
    """Three came, and all of them were raced in every round."""
    entrants = tuple(
        Entrant(number=number, account=f"account-{number}", nonce=nonce, token_hash="", since=1)
        for number, nonce in NONCES.items()
    )
    base = Stored(
        code="KQ74TX",
        organiser="account-9",
        plan=TournamentPlan.model_validate(plan),
        secret=SECRET.hex(),
        entrants=entrants,
        status="finished",
        why="played",
        nonces=dict(NONCES),
        order=(0, 1, 2),
        made_at=0,
        touched_at=0,
    )
    rounds = tuple(
        StoredRound(
            number=number,
            turn=number,
            kind=kind,
            heats=(StoredHeat(room=ROOMS[number - 1], entrants=(0, 1, 2)),),
            state="closed",
            since=0,
        )
        for number, kind in enumerate(kinds, 1)
    )
    return base.model_copy(update={"rounds": rounds, **fields})


def told(plan: dict[str, Any] = PLAN, kinds: tuple[int, ...] = (0, 1), **fields: Any) -> Told:
    """The same with results, as account 0 is told of it."""
    return tell(*with_results(plan, kinds, **fields))


def with_results(
    plan: dict[str, Any] = PLAN, kinds: tuple[int, ...] = (0, 1), **fields: Any
) -> tuple[Stored, dict[str, Any]]:
    """The same with results, and its records."""
    tournament = stored(plan, kinds, **fields)
    documents, rounds = {}, []
    for each in tournament.rounds:
        record = raced(tournament, each)
        heat = each.heats[0]
        documents[heat.room] = record.to_json()
        results: list[Standing] = sorted(placed.standing for placed in record.results)
        rounds.append(each.model_copy(update={"heats": (heat.ended(results),)}))
    return tournament.model_copy(update={"rounds": tuple(rounds)}), documents


def lying(rounds: Callable[[StoredRound, StoredRound], tuple[StoredRound, ...]]) -> Told:
    """The honest tournament with other rounds, and the table that follows from them."""
    tournament, documents = with_results()
    first, second = tournament.rounds
    return tell(tournament.model_copy(update={"rounds": rounds(first, second)}), documents)


def unplayed(each: StoredRound) -> StoredRound:
    """A round without its results."""
    heat = each.heats[0].model_copy(update={"results": None})
    return each.model_copy(update={"heats": (heat,)})


def nothing(each: StoredRound, *, void: bool = True) -> StoredRound:
    """A round whose results were taken back; `void`: and whoever runs the server says so."""
    return each.model_copy(update={"heats": (each.heats[0].ended((), void=void),)})


def tell(tournament: Stored, documents: dict[str, Any]) -> Told:
    names = {f"account-{n}": name for n, name in enumerate(("Anna", "Ben", "Cleo"))}
    known = messages.TournamentFacts(tournament, 0, names, tournament.table(), {})
    whole = messages.whole(messages.body(known, 0), tournament, 1, 0, "account-0")
    table = table_messages.full_table(tournament, known.table, 1, 0, 100)
    found = Tournament.model_validate_json(whole)
    if tournament.is_over:  # as `tournaments.with_rooms` asks for them
        rounds = [messages.round_info(tournament, each, 0) for each in tournament.rounds]
        found = found.model_copy(update={"rounds": rounds})
    return Told(
        found,
        TournamentTable.model_validate_json(encode(table)),
        documents,
        tournament.commitment,
    )


def raced(tournament: Stored, each: StoredRound, *, stays: bool = True) -> Record:
    """The first two give up, one later than the other, or the first before anything was played; the
    third sees the bell."""
    plan = tournament.plan_of(each)
    rules = game(plan.game, plan.options)
    session = Session(tournament.name, each.number, tournament.commitment, SECRET)
    secret = sub_secret(SECRET, each.number)
    nonces = {number: bytes.fromhex(nonce) for number, nonce in tournament.nonces.items()}
    record = Record(
        race=session.race,
        game=rules,
        terms=Terms(**plan.terms.model_dump()),
        deal_number=None,
        commitment=commitment(secret),
        secret=secret,
        nonces=nonces,
        seed=b"",
        bell_ms=plan.bell_ms,
        ended_ms=plan.bell_ms,
        seats=(),
        results=(),
        session=session,
    )
    seed = record.true_seed()
    plies = (3 if stays else 1, 4, 5)
    games = [played(rules, seed, plies[seat], seat, quick=seat < 2) for seat in range(3)]
    seats = [SeatRecord(seat, f"P{seat}", moves) for seat, (moves, _) in enumerate(games)]
    ends = [standing(rules, s, board, plan.bell_ms) for s, (_, board) in enumerate(games)]
    results = rank(ends, plan.rules.ranked_by, plan.terms.winners)
    return record._replace(seed=seed, seats=tuple(seats), results=tuple(results))
