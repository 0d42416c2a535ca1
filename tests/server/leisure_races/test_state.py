"""State transitions of a leisure race, as pure functions."""

from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.games import game
from engine.races.fairness import commitment, sub_secret
from engine.races.terms import terms
from protocol.leisure_races import MOST_INVITED
from protocol.message import encode
from server.errors import Refusal
from server.leisure_races import state as decide
from server.leisure_races.state import (
    LEAST_MS,
    NEVER_BEGUN,
    LeisurePlan,
    LeisureRace,
    LeisureTry,
    PlannedDeal,
    TryEnd,
    TryStanding,
)
from server.leisure_races.table import LeisureFacts, message, table_of
from server.own_pace import state as own_pace

BEFORE = Path(__file__).parent / "stored" / "race_without_rounds.json"
"""A leisure race as the revision before `rounds`, `has_opened` and claimed parts stored it."""
CODE, SECRET = "KQ74TX", bytes(range(32))
NOON = 1_795_262_400_000
LASTS_MS = 2 * 86_400_000


def planned(slug: str = "aces_up", **chosen: Any) -> PlannedDeal:
    rules = game(slug)
    return PlannedDeal(
        game=slug, options=rules.chosen, terms=terms(rules, chosen).to_json(), bell_ms=240_000
    )


def of_deals(*deals: PlannedDeal, invited: Iterable[str] = (), by_code: int = 0) -> LeisureRace:
    plan = LeisurePlan("Holidays", deals, by_code, NOON, NOON + LASTS_MS)
    return decide.opened(CODE, SECRET, plan, "anna", invited, 0)


def made(*invited: str, deals: int = 2, by_code: int = 0) -> LeisureRace:
    return of_deals(*[planned()] * deals, invited=invited, by_code=by_code)


def end(best: int = 10, **figures: Any) -> TryEnd:
    usual = {
        "result": "lost", "reason": "stuck", "best": best, "tie_break": 0, "reached_ms": 5_000,
        "points": None, "ended_ms": 9_000, "moves": 20, "clean": True, "progress": best,
    }  # fmt: skip
    return TryEnd(standing=TryStanding.model_validate({**usual, **figures}))


def play(
    race: LeisureRace, who: str, *bests: int, now: int = NOON, deal: int | None = None
) -> LeisureRace:
    """The next deals of a contestant, each to an end with this progress."""
    for best in bests:
        race = decide.claim(race, who, deal, f"{who[:3]}{len(race.rooms)}", now)
        playing = decide.mine_in(race, who).playing
        assert playing is not None
        race = decide.ended(race, {playing.room: end(best)}, now)
    return race


def refused(code: str) -> "pytest.RaisesExc[Refusal]":
    return pytest.raises(Refusal, check=lambda refusal: refusal.code == code)


def test_its_deals_follow_from_the_secret_alone() -> None:
    session, secret = made("ben").deal(2)
    assert (session.name, session.deal, session.nonces) == ("leisure-KQ74TX", 2, {})
    assert (session.commitment, secret) == (commitment(SECRET), sub_secret(SECRET, 2))


def test_a_race_reads_as_it_was_written() -> None:
    race = play(decide.join(made("ben", by_code=2), "guest:1", "Cid", NOON), "guest:1", 7)
    assert LeisureRace.model_validate_json(race.model_dump_json()) == race


def test_a_race_stored_before_deals_could_differ_and_parts_be_claimed() -> None:
    race = LeisureRace.model_validate_json(BEFORE.read_text())
    assert (race.rounds, race.has_opened) == ((), True)
    assert [(each.game, each.bell_ms) for each in map(race.planned, (1, 2))] == [
        ("aces_up", 240_000)
    ] * 2
    assert [one.guest for one in race.contestants] == [None] * 3
    assert race.contestants[0].playing == LeisureTry(deal=1, room="AAAAAA", end=None)
    assert decide.claimed(race, "c3guest", "cid").contestant("cid") is not None


def test_each_deal_is_ranked_by_its_own_game_and_its_own_rule_of_winners() -> None:
    deals = (planned(), planned("cribbage_patience"), planned(winners="moves"))
    race = of_deals(*deals, invited=["ben"])
    assert [race.planned(deal) for deal in (1, 2, 3)] == list(deals)
    assert LeisureRace.model_validate_json(race.model_dump_json()) == race
    won: dict[str, Any] = {"best": 48, "result": "won", "reason": None}
    ends = {
        "anna": [
            end(**won, ended_ms=8_000, moves=40),
            end(points=20, best=16),
            end(**won, ended_ms=8_000, moves=40),
        ],
        "ben": [
            end(**won, ended_ms=9_000, moves=30),
            end(points=31, best=9),
            end(**won, ended_ms=9_000, moves=30),
        ],
    }
    for who, tries in ends.items():
        for number, each in enumerate(tries, 1):
            race = decide.claim(race, who, number, f"{who}{number}", NOON)
            race = decide.ended(race, {f"{who}{number}": each}, NOON)
    first = [next(n for n, one in each.items() if one.place == 1) for each in table_of(race).scores]
    assert first == [0, 1, 1], "by time, by points, by moves"


def test_places_by_the_code_are_for_those_who_were_not_invited() -> None:
    race = made("ben", by_code=1)
    assert decide.join(race, "ben", None, NOON) == race
    race = decide.join(race, "guest:1", "Cid", NOON)
    with refused("leisure_race_full"):
        decide.join(race, "dora", None, NOON)
    with refused("one_seat"):
        decide.join(race, "guest:1", "Dora", NOON)
    race = decide.quit_it(race, "guest:1", NOON)
    assert race.places_left == 0, "or it would tell whether the guest has played"
    assert not decide.mine_in(decide.join(race, "guest:1", "Cid", NOON), "guest:1").quit
    with refused("not_invited"):
        decide.join(made("ben"), "dora", None, NOON)


def test_a_try_that_is_in_progress_is_returned_to() -> None:
    race = decide.claim(made("ben"), "anna", 2, "ROOM01", NOON)
    assert decide.claim(race, "anna", 1, "ROOM02", NOON) == race
    with refused("no_contestant"):
        decide.claim(race, "zoe", None, "ROOM03", NOON)


def test_it_goes_on_while_somebody_may_come_by_the_code() -> None:
    race = play(play(made("ben"), "anna", 1, 2), "ben", 3, 4, now=NOON + 5)
    assert (race.over_at, race.status(NOON + 5)) == (NOON + 5, "closed")
    assert own_pace.told(race).status(NOON + 5) == "told"
    race = play(play(made("ben", by_code=1), "anna", 1, 2), "ben", 3, 4)
    assert race.over_at is None
    assert decide.settled(race, NOON + LASTS_MS).over_at == NOON + LASTS_MS


def test_nothing_begins_in_the_last_minute() -> None:
    last = NOON + LASTS_MS - LEAST_MS
    assert decide.claim(made("ben"), "anna", None, "ROOM01", last).pending
    with refused("leisure_race_over"):
        decide.claim(made("ben"), "anna", None, "ROOM01", last + 1)
    one = decide.mine_in(made("ben"), "anna")
    assert made("ben").is_turn_of(one, last)
    assert not made("ben").is_turn_of(one, last + 1)


def test_matchpoints_and_those_who_missed_a_deal() -> None:
    race = play(play(made("ben", "cid", "dot"), "anna", 9, 5), "ben", 9)
    race = play(race, "cid", 4, deal=2)
    found = table_of(race)
    assert [{n: float(one.points) for n, one in each.items()} for each in found.scores] == [
        {0: 1.5, 1: 1.5},
        {0: 2.0, 2: 1.0},
    ]
    assert found.places == {0: 1, 1: 2, 2: 3}, "Dot, who played nothing, has no place"
    assert table_of(race, frozenset(race.contestants[2].tries[0].room)).places
    never = decide.claim(race, "dot", None, "NEVER1", NOON)
    never = decide.ended(never, {"NEVER1": NEVER_BEGUN}, NOON)
    assert table_of(never).places == found.places


def test_a_winner_by_time_and_then_by_moves() -> None:
    race = made("ben", deals=1)
    for who, ms, moves in (("anna", 9_000, 30), ("ben", 8_000, 40)):
        race = decide.claim(race, who, None, who, NOON)
        won = end(48, result="won", reason=None, ended_ms=ms, moves=moves)
        race = decide.ended(race, {who: won}, NOON)
    assert table_of(race).places == {1: 1, 0: 2}
    by_moves = race.model_copy(update={"terms": {**race.terms, "winners": "moves"}})
    assert table_of(by_moves).places == {0: 1, 1: 2}


# Whatever happens. ------------------------------------------------------------------------------

NAMES = ("anna", "ben", "guest:c", "guest:d")
steps = st.lists(
    st.tuples(
        st.sampled_from(["join", "quit", "claim", "end", "seen", "outage"]),
        st.sampled_from(NAMES),
        st.integers(0, 3),
        st.integers(0, LASTS_MS // 4),
    ),
    max_size=40,
)


def step(race: LeisureRace, what: str, who: str, number: int, now: int) -> LeisureRace:
    match what:
        case "join":
            return decide.join(race, who, who[-1] if who.startswith("guest") else None, now)
        case "quit":
            return decide.quit_it(race, who, now)
        case "claim":
            return decide.claim(race, who, number or None, f"R{now}{who}", now)
        case "end":
            return decide.ended(race, {room: end(number) for room in race.pending[:1]}, now)
        case "outage":
            return own_pace.held(race, [(now - 1_000, now)])
        case _:
            return decide.seen(race, who)


@given(steps)
def test_whatever_happens_each_deal_is_tried_once_and_results_stay(
    script: list[tuple[str, str, int, int]],
) -> None:
    race, now = made("ben", by_code=2), NOON
    for what, who, number, wait in script:
        before, now = race, now + wait
        try:
            race = step(race, what, who, number, now)
        except Refusal:
            continue
        for one in race.contestants:
            deals = [each.deal for each in one.tries]
            assert len(deals) == len(set(deals))
            assert set(deals) <= {1, 2}
            assert sum(each.end is None for each in one.tries) <= 1
        for one in before.contestants:
            ends = {each.room: each.end for each in one.tries if each.end is not None}
            kept = {each.room: each.end for each in decide.mine_in(race, one.account).tries}
            assert ends.items() <= kept.items()
        assert not race.pending or race.over_at is None
        assert race.places_left >= 0
        if before.over_at is not None:
            assert (race.over_at, race.rooms) == (before.over_at, before.rooms)


@settings(deadline=None)
@given(steps)
def test_before_it_is_told_others_are_shown_the_same_however_a_guest_played(
    script: list[tuple[str, str, int, int]],
) -> None:
    """The guest comes by the code and has played nothing, or a deal; then the same happens, and the
    guest may stop taking part."""
    joined = decide.join(made("ben", by_code=2), "guest:c", "c", NOON)
    races = [joined, play(joined, "guest:c", 5)]
    now = NOON
    for what, who, number, wait in script:
        now += wait
        if who == "guest:c" and what in ("claim", "end"):
            continue
        if what == "end":
            continue
        for n, race in enumerate(races):
            with suppress(Refusal):
                races[n] = step(race, what, who, number, now)
        for reader in ("anna", "ben", "guest:d", None):
            shown = [
                encode(message(LeisureFacts(race, {"anna": "Anna"}), reader, 1, now))
                for race in races
                if race.over_at is None
            ]
            assert len(set(shown)) <= 1


@settings(deadline=None)
@given(steps, st.integers(0, 48), st.integers(0, 48), st.integers(1, 600_000))
def test_before_it_is_told_others_are_shown_the_same_however_anna_played(
    script: list[tuple[str, str, int, int]], one_best: int, other_best: int, took_ms: int
) -> None:
    """Anna plays first: with two different results, or not to the end. Then the same happens."""
    begun = decide.claim(made("ben", by_code=2), "anna", None, "ANNA01", NOON)
    won = end(other_best, result="won", ended_ms=took_ms)
    races = [
        begun,
        decide.ended(begun, {"ANNA01": end(one_best)}, NOON),
        decide.ended(begun, {"ANNA01": won}, NOON),
    ]
    now = NOON
    for what, who, number, wait in script:
        now += wait
        if who == "anna" or what == "end":
            continue
        for n, race in enumerate(races):
            with suppress(Refusal):
                races[n] = step(race, what, who, number, now)
        for reader in (*NAMES[1:], None):
            shown = [
                encode(message(LeisureFacts(race, {"anna": "Anna"}), reader, 1, now))
                for race in races
                if not race.told
            ]
            assert len(set(shown)) == 1


def test_further_friends_are_invited_by_the_organiser_until_it_closes() -> None:
    race = play(made("ben", by_code=1), "ben", 3, 4)
    race = decide.quit_it(race, "ben", NOON)
    more = decide.invite(race, "anna", ["ben", "cleo", "cleo"], NOON)
    assert [one.account for one in more.contestants] == ["anna", "ben", "cleo"]
    assert (decide.mine_in(more, "ben").quit, more.places_left) == (True, 1)
    assert more.news_since(race) == {"news": "your_turn", "to": "cleo"}
    with refused("not_organiser"):
        decide.invite(race, "ben", ["cleo"], NOON)
    with refused("too_many"):
        decide.invite(race, "anna", [f"friend {n}" for n in range(MOST_INVITED)], NOON)
    with refused("leisure_race_over"):
        decide.invite(race, "anna", ["cleo"], NOON + LASTS_MS)


def test_the_part_of_a_guest_is_claimed_once() -> None:
    race = decide.join(made("ben", by_code=2), "guest:1", "Cid", NOON)
    race = decide.claim(race, "guest:1", 2, "ROOM01", NOON)
    claimed = decide.claimed(race, "guest:1", "cid")
    mine = decide.mine_in(claimed, "cid")
    assert (mine.name, mine.owner, mine.invited, mine.tries[0].by_guest) == (
        None,
        "cid",
        False,
        True,
    )
    assert (claimed.places_left, claimed.accounts) == (1, ["anna", "ben", "cid"])
    assert decide.claimed(claimed, "guest:1", "cid") == claimed
    with refused("seat_claimed"):
        decide.claimed(claimed, "guest:1", "dora")
    with refused("seat_claimed"):
        decide.join(claimed, "guest:1", "Cid", NOON)
    with refused("seat_claimed"):
        decide.claim(claimed, "guest:1", None, "ROOM02", NOON)
    with refused("account_entered"):
        decide.claimed(race, "guest:1", "ben")
    with refused("no_contestant"):
        decide.claimed(race, "guest:2", "cid")
    later = decide.ended(claimed, {"ROOM01": end()}, NOON)
    (_, fresh) = decide.mine_in(decide.claim(later, "cid", 1, "ROOM03", NOON), "cid").tries
    assert not fresh.by_guest
