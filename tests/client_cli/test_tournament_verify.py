"""Tournament verification: it fails if anything was altered, left out or unavailable."""

import asyncio
import json
from collections.abc import Callable, Coroutine
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from client_cli.exit_codes import REFUSED, Failure
from client_cli.local.storage import Storage
from client_cli.net.connection import RequestRefused
from client_cli.net.one_shot_client import OneShotClient
from client_cli.terminal.output import Output
from client_cli.text_mode.server_command import ServerCommandContext
from client_cli.text_mode.tournaments import tournament_verify, tournaments
from client_cli.tournament import claims_check, records, requests
from client_cli.tournament import state as known_as
from client_cli.tournament.claims_check import KeptCheckIn
from client_cli.tournament.verify import MISSING
from engine.races import record
from engine.races.verify import Check, verify
from protocol.from_server import Record, Refused
from protocol.retries import retry_after_ms
from protocol.tournaments.live import Tournament
from protocol.tournaments.requests import ListTournaments
from protocol.tournaments.tables import TournamentRound, Tournaments
from server.tournaments.state import Tournament as Stored
from tests.client_cli.tournament_raced import (
    KEPT,
    NONCES,
    PLAN,
    ROOMS,
    Told,
    lying,
    nothing,
    raced,
    tell,
    told,
    unplayed,
    with_results,
)
from tests.protocol.test_retries import refusal_codes
from tests.server.tournaments.test_evenings import MEDDLING, PLANS, begun, meddle

HONEST = told()
TABLE, STATES, PLANNED = "table", "states", "plan"
ARENA = {**PLAN, "format": "arena", "queue": "drawn"}


def test_an_honest_tournament_verifies() -> None:
    found = HONEST.found()
    assert [each for each in found.checks if not each.ok] == []
    assert found.checks[-1].step == TABLE
    assert (found.complete, found.unchecked) == (True, [])


def _without_the_first() -> Told:
    return HONEST.but(rounds=HONEST.tournament.rounds[1:])


def _seen(**fields: Any) -> Told:
    first, *others = HONEST.tournament.table
    return HONEST.but(table=[first.model_copy(update=fields), *others])


def _called_off(*, told: bool) -> Told:
    """The record of the first round ends a second after its last move, and may say why."""
    raced = record.read(HONEST.documents[ROOMS[0]])
    at_ms = max(seat.moves[-1].ms for seat in raced.seats) + 1_000
    results = tuple(
        placed._replace(standing=placed.standing._replace(ended_ms=at_ms))
        if placed.standing.reason == "timeout"
        else placed
        for placed in raced.results
    )
    ended = raced._replace(ended_ms=at_ms, results=results, called_off=True if told else None)
    assert verify(ended.to_json(), HONEST.saved)[-1].ok
    return HONEST._replace(documents={**HONEST.documents, ROOMS[0]: ended.to_json()})


ROW = HONEST.table.rows[0]
SCORE = ROW.rounds[0]
assert SCORE is not None
OPENED = HONEST.tournament.opened
assert OPENED is not None
ROUND = HONEST.tournament.rounds[0]

TAMPERED: dict[str, tuple[Told, str]] = {
    "a round left out": (_without_the_first(), "numbers"),
    "a round left out, of the table as well": (lying(lambda _, second: (second,)), "numbers"),
    "the last left out, of the table as well": (lying(lambda first, _: (first,)), PLANNED),
    "a heat that goes on, and does not count": (
        lying(lambda first, second: (unplayed(first), second)),
        STATES,
    ),
    "a round that goes on, and does not count": (
        lying(lambda first, second: (first.model_copy(update={"state": "racing"}), second)),
        STATES,
    ),
    "the last round left out": (HONEST.but(rounds=[ROUND]), PLANNED),
    "another name": (HONEST.but(name="tournament-AAAAAA"), "numbers"),
    "an entrant left out": (HONEST.but(entrants=HONEST.tournament.entrants[1:]), "numbers"),
    "a heat that goes on": (HONEST.with_heat(1, over=False), STATES),
    "a round that goes on": (HONEST.with_round(1, state="racing"), STATES),
    "the last round goes on": (HONEST.with_round(2, state="racing"), STATES),
    "the secret not told": (HONEST.but(opened=None), STATES),
    "another secret": (
        HONEST.but(opened=OPENED.model_copy(update={"secret": bytes(32).hex()})),
        "commitment",
    ),
    "no secret": (HONEST.but(opened=OPENED.model_copy(update={"secret": "x"})), "commitment"),
    "another commitment": (HONEST.but(commitment="00" * 32), "saved commitment"),
    "a total as it is seen": (
        HONEST.with_row(shown=ROW.shown.model_copy(update={"total": "999.00"})),
        TABLE,
    ),
    "a place as it is seen": (
        HONEST.with_row(shown=ROW.shown.model_copy(update={"place": 2})),
        TABLE,
    ),
    "a score as it is seen": (
        HONEST.with_row(rounds=[SCORE.model_copy(update={"shown": "1.00"}), *ROW.rounds[1:]]),
        TABLE,
    ),
    "a total": (HONEST.with_row(total="999"), TABLE),
    "the table people see": (_seen(total="999.00"), TABLE),
    "a row of it left out": (HONEST.but(table=HONEST.tournament.table[1:]), TABLE),
    "more rows than there are": (
        HONEST._replace(table=HONEST.table.model_copy(update={"total": 9})),
        TABLE,
    ),
    "another way to score": (
        HONEST._replace(table=HONEST.table.model_copy(update={"way": "place"})),
        TABLE,
    ),
    "another game": (HONEST.with_round(1, game="baroness"), PLANNED),
    "a game there is not": (HONEST.with_round(1, game="whist"), PLANNED),
    "another bell": (HONEST.with_round(1, bell_ms=1_000), PLANNED),
    "other terms": (
        HONEST.with_round(1, terms=ROUND.terms.model_copy(update={"winners": "moves"})),
        PLANNED,
    ),
    "more who go on": (HONEST.with_round(1, through=2), PLANNED),
    "a plan that is none": (HONEST.but(plan={"title": "Friday"}), PLANNED),
    "a nonce left out": (
        HONEST.but(opened=OPENED.model_copy(update={"nonces": {"0": NONCES[0], "1": NONCES[1]}})),
        "nonces",
    ),
    "a nonce that is none": (
        HONEST.but(opened=OPENED.model_copy(update={"nonces": {"x": "y"}})),
        "nonces",
    ),
    "somebody absent who played": (HONEST.with_heat(1, absent=[0]), "round 1, AAA-AA2"),
    "a race that was called off, and counts": (_called_off(told=True), "round 1, AAA-AA2"),
    "a race that ends early, and counts": (_called_off(told=False), "round 1, AAA-AA2"),
    "the record of another round": (
        HONEST._replace(documents=dict.fromkeys(ROOMS, HONEST.documents[ROOMS[1]])),
        "round 1, AAA-AA2",
    ),
}


@pytest.mark.parametrize("what", TAMPERED)
def test_what_was_altered_is_found(what: str) -> None:
    altered, step = TAMPERED[what]
    assert step in [each.step for each in altered.found().checks if not each.ok]


def test_whoever_went_before_they_came_has_played_nothing() -> None:
    """The server gives up the game of somebody who takes part no more."""
    tournament, documents = with_results()
    first, second = tournament.rounds
    record = raced(tournament, first, stays=False)
    assert [len(seat.moves) for seat in record.seats][:2] == [1, 4]
    there = sorted(placed.standing for placed in record.results if placed.standing.seat != 0)
    rounds = (first.model_copy(update={"heats": (first.heats[0].ended(there),)}), second)
    tournament = tournament.model_copy(update={"rounds": rounds})
    found = tell(tournament, {**documents, ROOMS[0]: record.to_json()}).found()
    assert [each for each in found.checks if not each.ok] == []
    assert (found.complete, found.checks[-1].step) == (True, TABLE)


def test_a_race_that_is_void_counts_for_nothing_and_says_so() -> None:
    unsaid = lying(lambda first, second: (nothing(first, void=False), second))
    assert unsaid.failing() == "round 1, AAA-AA2", "people who have played are said to be absent"
    void = lying(lambda first, second: (nothing(first), second))
    found = void.found()
    assert [each.step for each in found.checks if not each.ok] == []
    assert (found.complete, found.checks[-1].step) == (True, TABLE)
    assert any("AAA-AA2 count for nothing" in line for line in found.unchecked)
    assert void.without(ROOMS[0]).failing() is None
    assert void.with_heat(1, absent=[0]).failing() == STATES


@pytest.mark.parametrize("name", PLANS)
def test_no_honest_tournament_is_accused_whatever_people_do(name: str) -> None:
    for field in (2, 5, 7):
        evening = begun(name, field, 1)
        for _ in range(MEDDLING):
            if not evening.t.is_over:
                evening.look()
                meddle(evening, field)
                evening.pass_time()
                assert wrong_with(evening.t) == []
        evening.play()
        assert wrong_with(evening.t) == []


def test_in_a_round_robin_nobody_meets_whom_they_were_not_drawn_to_meet() -> None:
    evening = begun("round_robin", 6, 1)
    honest = tell(evening.play(), {})
    assert ("draw", True) in [(each.step, each.ok) for each in honest.found().checks]
    first, *others = honest.tournament.rounds
    one, other, *rest = first.heats
    swapped = [
        one.model_copy(update={"entrants": [one.entrants[0], other.entrants[1]]}),
        other.model_copy(update={"entrants": [other.entrants[0], one.entrants[1]]}),
    ]
    lie = honest.but(rounds=[first.model_copy(update={"heats": [*swapped, *rest]}), *others])
    assert ("draw", False) in [(each.step, each.ok) for each in lie.found().checks]


def test_a_knockout_has_a_last_heat() -> None:
    evening = begun("knockout", 7, 1)
    honest = tell(evening.play(), {}).tournament
    last = max(each.turn for each in honest.rounds)
    cut = honest.model_copy(update={"rounds": [r for r in honest.rounds if r.turn < last]})
    assert "there was no last heat" in [each.found for each in claims_check.checks(cut)]


def wrong_with(tournament: Stored) -> list[Check]:
    """What is found in a tournament before any record is read."""
    return [each for each in claims_check.checks(tell(tournament, {}).tournament) if not each.ok]


# One's own nonce. -----------------------------------------------------------------------------


def test_ones_own_nonce_is_in_the_deals() -> None:
    assert ("own nonce", True) in [(each.step, each.ok) for each in HONEST.found(KEPT).checks]
    assert HONEST.failing(KeptCheckIn("00" * 16, True)) == "own nonce"
    assert HONEST.but(mine=None).failing(KEPT) == "own nonce"
    elsewhere = HONEST.found(KeptCheckIn("00" * 16, False))
    assert all(each.ok for each in elsewhere.checks)
    assert elsewhere.unchecked == [
        "Your nonce is not the one kept here: you checked in elsewhere first."
    ]
    assert HONEST.failing(None) is None


def test_what_is_kept_of_a_check_in(tmp_path: Path) -> None:
    storage = Storage(tmp_path)
    assert requests.kept_place(storage, "ws://one/ws", "KQ74TX") is None
    at = requests.place(storage, "ws://one/ws", "KQ74TX")
    assert requests.kept_place(storage, "ws://one/ws", "KQ74TX") == KeptCheckIn(at.nonce, False)
    for number in (1, 2):
        race, room = f"tournament-KQ74TX-{number}", f"AAAAA{number + 1}"
        requests.keep_room(storage, "ws://one/ws", "KQ74TX", race, room)
    assert requests.own_rooms(storage, "ws://one/ws", "KQ74TX") == {
        "tournament-KQ74TX-1": "AAAAA2",
        "tournament-KQ74TX-2": "AAAAA3",
    }
    assert requests.own_rooms(storage, "ws://two/ws", "KQ74TX") == {}
    assert requests.place(storage, "ws://one/ws", "KQ74TX") == at


# An arena. ------------------------------------------------------------------------------------


def test_what_an_arena_deals_was_drawn() -> None:
    dealt = [each for each in ((0, 1), (1, 0)) if told(ARENA, each).failing() is None]
    assert len(dealt) == 1
    [right] = dealt
    wrong = (right[1], right[0])
    assert told(ARENA, wrong).failing() == PLANNED


def test_of_an_arena_that_goes_on_nothing_is_judged_by_its_rooms() -> None:
    under_way = told(ARENA, (0, 1), status="running", why=None)
    found = under_way.found()
    assert [each for each in found.checks if not each.ok] == []
    assert found.unchecked[-1] == "Its races are told at the end, and its table is checked then."


# What is missing. -----------------------------------------------------------------------------


def test_without_a_record_nothing_verifies() -> None:
    found = HONEST.without(ROOMS[0]).found()
    assert not found.complete
    assert found.unchecked == [
        "Round 1: the record of AAA-AA2 is not told, or not kept any more.",
        MISSING,
    ]


NOT_YET = ("too_fast", "storage_away", "race_not_over")


class Shop:
    """A line to a server that tells a tournament, but each record only after some refusals."""

    def __init__(self, storage: Storage, of: Told, patience: int) -> None:
        self.server, self.storage, self.account, self.is_known = "ws://x/ws", storage, None, False
        self.link, self.farewell = self, None
        self._of, self._patience, self._asked = of, patience, 0

    def next_id(self) -> int:
        return 1

    async def ask(self, request: Any) -> Any:
        match request.type:
            case "get_tournament":
                return without_rooms(self._of.tournament)
            case "get_tournament_round":
                each = self._of.tournament.rounds[request.round - 1]
                return TournamentRound(id=1, code="KQ74TX", round=each, goal=48, results=[])
            case "get_tournament_table":
                return self._of.table
        self._asked += 1
        if self._asked % self._patience:
            code = NOT_YET[self._asked % len(NOT_YET)]
            raise RequestRefused(Refused(id=1, code=code, error="Not yet.", ply=None))
        room = request.race.removesuffix("-1")
        if room not in self._of.documents:
            raise RequestRefused(Refused(id=1, code="unknown_race", error="Gone.", ply=None))
        return Record(id=1, record=self._of.documents[room])


@pytest.mark.parametrize("code", refusal_codes())
async def test_a_refused_request_is_repeated_as_the_protocol_says(
    monkeypatch: pytest.MonkeyPatch, code: str
) -> None:
    ask_at_once(monkeypatch)

    class Link:
        farewell = None
        asked = 0

        def next_id(self) -> int:
            return 1

        async def ask(self, _request: Any) -> Any:
            self.asked += 1
            if self.asked == 1:
                raise RequestRefused(Refused(id=1, code=code, error="No."))
            return Tournaments(id=1, tournaments=[])

    line: Any = SimpleNamespace(link=Link())
    asking = requests.ask(line, Tournaments, lambda n: ListTournaments(id=n))
    if retry_after_ms(code, "list_tournaments") is None:
        with pytest.raises(Failure, match="No"):
            await asking
    else:
        assert (await asking).tournaments == []


def without_rooms(tournament: Tournament) -> Tournament:
    """As it is told, where everybody goes on at their own pace."""
    if not known_as.own_pace(tournament):
        return tournament
    rounds = [each.model_copy(update={"heats": []}) for each in tournament.rounds]
    return tournament.model_copy(update={"rounds": rounds})


def ask_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Repeat refused requests without a delay."""

    def after_ms(code: str, request: str) -> int | None:
        return None if retry_after_ms(code, request) is None else 0

    monkeypatch.setattr(requests, "retry_after_ms", after_ms)
    monkeypatch.setattr(records, "AGAIN_S", 0)


def checked(monkeypatch: pytest.MonkeyPatch, path: Path, of: Told, patience: int = 3) -> None:
    """`patience verify` of it, by lines."""
    ask_at_once(monkeypatch)
    storage = Storage(path)
    shop: Any = Shop(storage, of, patience)

    def run_on_server(
        _: ServerCommandContext, work: Callable[[OneShotClient], Coroutine[Any, Any, Any]]
    ) -> Any:
        return asyncio.run(work(shop))

    monkeypatch.setattr(tournament_verify, "run_on_server", run_on_server)
    tournament_verify.check(
        ServerCommandContext("ws://x/ws", Output(as_json=False), storage), "KQ74TX"
    )


def test_who_is_refused_for_now_waits_and_asks_again(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    checked(monkeypatch, tmp_path, HONEST, patience=7)
    assert capsys.readouterr().out.splitlines()[-2:] == [
        "PASS  table: 3 places over 2 deals",
        "The tournament verifies.",
    ]


def test_the_rooms_of_an_arena_are_asked_for_round_by_round(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    arena = next(one for one in (told(ARENA), told(ARENA, (1, 0))) if one.failing() is None)
    checked(monkeypatch, tmp_path, arena)
    assert "PASS  table: 3 places over 2 deals" in capsys.readouterr().out


@pytest.mark.parametrize("patience", [1, 10**6])
def test_what_cannot_be_had_is_no_verification(
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    patience: int,
) -> None:
    with pytest.raises(Failure, match="records missing") as failed:
        checked(monkeypatch, tmp_path, HONEST.without(ROOMS[0]), patience)
    assert failed.value.code == REFUSED
    assert "verifies" not in capsys.readouterr().out


# Every record, saved. -------------------------------------------------------------------------


def save(monkeypatch: pytest.MonkeyPatch, path: Path, of: Told) -> list[Path]:
    """What is in a folder once all records are to be saved there."""
    ask_at_once(monkeypatch)
    shop: Any = Shop(Storage(path / "data"), of, 3)

    def run_on_server(
        _: ServerCommandContext, work: Callable[[OneShotClient], Coroutine[Any, Any, Any]]
    ) -> Any:
        return asyncio.run(work(shop))

    monkeypatch.setattr(tournaments, "run_on_server", run_on_server)
    context = ServerCommandContext("ws://x/ws", Output(as_json=False), Storage(path / "data"))
    tournaments.records(context, "KQ74TX", path / "in" / "there")
    return sorted((path / "in" / "there").iterdir())


def test_every_record_is_saved_and_verifies_by_itself(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    files = save(monkeypatch, tmp_path, HONEST)
    assert [each.name for each in files] == ["round-001-AAAAA2-1.json", "round-002-AAAAA3-1.json"]
    for each in files:
        found = verify(json.loads(each.read_text()), HONEST.saved)
        assert all(check.ok for check in found)


def test_a_record_that_cannot_be_saved_is_told(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(Failure, match="1 record could not be had"):
        save(monkeypatch, tmp_path, HONEST.without(ROOMS[0]))
    assert capsys.readouterr().out.startswith("1 record written to ")


@pytest.mark.parametrize("room", ["../../away", "", "aaa-aa2"])
def test_what_is_no_room_has_no_record(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, room: str
) -> None:
    moved = HONEST.with_heat(1, room=room)
    moved = moved._replace(documents={**HONEST.documents, room: HONEST.documents[ROOMS[0]]})
    with pytest.raises(Failure, match="1 record could not be had"):
        save(monkeypatch, tmp_path, moved)
    files = [each.name for each in tmp_path.rglob("round-*")]
    assert files == ["round-002-AAAAA3-1.json"]
    with pytest.raises(Failure, match="records missing"):
        checked(monkeypatch, tmp_path, moved)


def test_of_what_goes_on_it_is_not_said_that_it_verifies(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    checked(monkeypatch, tmp_path, told(ARENA, (0, 1), status="running", why=None))
    assert capsys.readouterr().out.splitlines()[-1] == "So far everything holds."
