"""State transitions of a crown race, as pure functions."""

import pytest

from engine.crowns.facts import GREAT_GAMES
from engine.races.fairness import commitment, sub_secret
from protocol.message import encode
from server.accounts.store import Account
from server.crown_races import rooms
from server.crown_races import state as decide
from server.crown_races.standings import CrownRaceFacts, CrownRaceMessages, crowns_within, placed
from server.crown_races.state import LASTS_MS, LEAST_MS, MOST, CrownRace, DealEnd
from server.errors import Refusal
from server.own_pace import state as own_pace
from server.rooms.reducer import fold
from server.rooms.state import Room

CODE, SECRET = "KQ74TX", bytes(range(32))
NONCE = "5a" * 16
ANNA = Account("anna", "Anna", frozenset({"anna"}), False, 0, "", "")
NOON = 1_795_262_400_000


def lobby(*others: str) -> CrownRace:
    race = decide.opened(CODE, None, SECRET, "anna", NONCE)
    for account in others:
        race = decide.join(race, account, NONCE)
    return race


def started(*others: str) -> CrownRace:
    return decide.start(lobby(*others), "anna", NOON)


def refused(code: str) -> "pytest.RaisesExc[Refusal]":
    return pytest.raises(Refusal, check=lambda refusal: refusal.code == code)


def end(how: str = "won", took_ms: int = 60_000, best: int = 104) -> DealEnd:
    return DealEnd.model_validate({"how": how, "best": best, "took_ms": took_ms})


def play(
    race: CrownRace, account: str, *hows: str, now: int = NOON, took_ms: int = 60_000
) -> CrownRace:
    """The next deals of a candidate, each to its end; one without an end goes on."""
    mine = race.candidate(account)
    assert mine is not None
    for number, how in enumerate(hows, len(mine.tries) + 1):
        room = f"{account[:3].upper()}00{number}"
        race = decide.claim(race, account, room, now)
        if how:
            race = decide.ended(race, {room: end(how, took_ms)}, now)
    return race


# Before it starts. ----------------------------------------------------------------------------


def test_the_games_are_the_five_in_any_order() -> None:
    assert lobby().games == GREAT_GAMES
    order = ["kings", "uncle-remus", "Aunty Allis", "senior_wrangler", "seven-and-six"]
    assert decide.order_of(order)[:2] == ("kings", "uncle_remus")
    for wrong in ([*order[:4], "kings"], [*order[:4], "aces_up"], order[:4]):
        with refused("bad_request"):
            decide.order_of(wrong)


def test_whoever_opens_it_is_host_and_candidate() -> None:
    race = lobby("ben")
    assert (race.host, race.status, race.deadline) == ("anna", "lobby", None)
    assert [one.account for one in race.candidates] == ["anna", "ben"]
    assert decide.join(race, "ben", NONCE) == race
    assert race.commitment == commitment(SECRET)


def test_nobody_joins_once_it_has_started_nor_beyond_the_most() -> None:
    with refused("crown_race_begun"):
        decide.join(started(), "ben", NONCE)
    full = lobby(*(f"a{n}" for n in range(MOST - 1)))
    with refused("crown_race_full"):
        decide.join(full, "ben", NONCE)


def test_only_the_host_starts_it_and_once() -> None:
    with refused("not_host"):
        decide.start(lobby("ben"), "ben", NOON)
    race = started("ben")
    assert (race.status, race.closes_at, race.deadline) == (
        "running",
        NOON + LASTS_MS,
        NOON + LASTS_MS,
    )
    with refused("crown_race_begun"):
        decide.start(race, "anna", NOON)


def test_who_quits_before_the_start_was_never_there() -> None:
    race = decide.quit_it(lobby("ben", "cid"), "anna", NOON)
    assert (race.host, [one.account for one in race.candidates]) == ("ben", ["ben", "cid"])
    race = decide.quit_it(decide.quit_it(race, "ben", NOON), "cid", NOON)
    assert race.over_at == NOON
    assert own_pace.told(race).status == "over"
    with refused("crown_race_over"):
        decide.join(race, "anna", NONCE)


# Deals. ---------------------------------------------------------------------------------------


def test_a_deal_begins_when_the_one_before_is_over() -> None:
    with refused("crown_race_not_begun"):
        decide.claim(lobby(), "anna", "ROOM01", NOON)
    race = decide.claim(started("ben"), "anna", "ROOM01", NOON)
    assert race.pending == ["ROOM01"]
    assert decide.claim(race, "anna", "ROOM02", NOON) == race, "it goes on in its room"
    race = decide.ended(race, {"ROOM01": end("lost")}, NOON)
    race = decide.claim(race, "anna", "ROOM02", NOON)
    assert race.rooms == ["ROOM01", "ROOM02"]
    with refused("no_candidate"):
        decide.claim(race, "cid", "ROOM03", NOON)


def test_a_loss_ends_nothing_and_there_are_five() -> None:
    race = play(started("ben"), "anna", "lost", "resigned", "won", "timeout", "won")
    with refused("crown_deals_played"):
        decide.claim(race, "anna", "ROOM09", NOON)
    assert race.over_at is None


def test_an_end_that_is_known_stays() -> None:
    race = play(started("ben"), "anna", "won")
    assert decide.ended(race, {"ANN001": end("lost")}, NOON) == race
    assert decide.ended(race, {"ELSE01": end("lost")}, NOON) == race


def test_each_deal_has_a_secret_of_its_own_from_one_commitment() -> None:
    session, secret = lobby().deal(3)
    assert (session.name, session.deal, session.commitment) == (
        "crown-KQ74TX",
        3,
        commitment(SECRET),
    )
    assert secret == sub_secret(SECRET, 3)


# Its end. -------------------------------------------------------------------------------------


def test_it_is_over_when_everybody_is_done() -> None:
    race = play(started("ben"), "anna", *["won"] * 5, now=NOON + 1)
    assert race.over_at is None
    race = play(race, "ben", "lost", now=NOON + 2)
    race = decide.quit_it(race, "ben", NOON + 3)
    assert (race.over_at, race.status, race.deadline) == (NOON + 3, "running", NOON + 3)
    assert (own_pace.told(race).status, own_pace.told(race).deadline) == ("over", None)


def test_a_game_in_progress_goes_on_though_its_candidate_has_quit() -> None:
    """Or whoever is alone could quit, read all of the deal, and win it."""
    race = play(started(), "anna", "won", "won", "")
    race = decide.quit_it(race, "anna", NOON)
    assert (race.over_at, own_pace.told(race)) == (None, race)
    assert decide.claim(race, "anna", "ROOM09", NOON) == race
    race = decide.ended(race, {"ANN003": end("won")}, NOON + 9)
    assert race.over_at == NOON + 9
    with refused("crown_race_over"):
        decide.claim(race, "anna", "ROOM09", NOON + 9)


def test_who_has_quit_is_dealt_nothing_more() -> None:
    race = decide.quit_it(play(started("ben"), "anna", "won"), "anna", NOON)
    assert decide.quit_it(race, "anna", NOON) == race
    with refused("crown_race_quit"):
        decide.claim(race, "anna", "ROOM09", NOON)
    with refused("no_candidate"):
        decide.quit_it(race, "cid", NOON)


def test_it_closes_though_some_never_played() -> None:
    race = play(started("ben"), "anna", "won", "")
    closes = NOON + LASTS_MS
    assert decide.settled(race, closes - 1) == race
    assert decide.settled(race, closes).over_at is None, "somebody still plays"
    race = decide.ended(race, {"ANN002": end("timeout")}, closes + 5)
    assert race.over_at == closes + 5


def test_no_deal_begins_in_the_last_minute() -> None:
    last = NOON + LASTS_MS - LEAST_MS
    assert decide.claim(started(), "anna", "ROOM01", last).pending
    with refused("crown_race_over"):
        decide.claim(started(), "anna", "ROOM01", last + 1)


def test_what_the_server_was_away_for_is_refunded_once() -> None:
    race = own_pace.held(started(), [(NOON - 50, NOON - 10), (NOON - 5, NOON + 100)])
    assert race.closes_at == NOON + LASTS_MS + 100
    outages = [(NOON - 5, NOON + 100), (NOON + 500, NOON + 900), (NOON + 600, NOON + 1_000)]
    race = own_pace.held(race, outages)
    assert race.closes_at == NOON + LASTS_MS + 600
    assert own_pace.held(race, outages) == race
    closes = race.closes_at
    assert closes is not None
    assert own_pace.held(race, [(closes, closes + 9)]) == race, "it had closed"
    later = own_pace.held(race, [(closes - 1, closes + 9)])
    assert later.closes_at == closes + 10
    assert own_pace.held(lobby(), outages) == lobby()


# How they stand. ------------------------------------------------------------------------------


def known(race: CrownRace, **crowns: str) -> CrownRaceFacts:
    names = {one.account: one.account.title() for one in race.candidates}
    return CrownRaceFacts(race, names, crowns, {"BEN002": 7})  # type: ignore[arg-type] # as they are told


def test_places_by_crown_then_wins_then_time() -> None:
    race = started("ben", "cid", "dan", "eve")
    race = play(race, "anna", "won", "lost", "won", "won", took_ms=9)
    race = play(race, "ben", "won", "won", "won", took_ms=50)
    race = play(race, "cid", "won", "won", "won", "won", "won", took_ms=99)
    race = play(race, "dan", "lost", "won", "won", "won", took_ms=50)
    race = play(race, "eve", "won", "won", took_ms=1)
    places = placed(known(race, ben="triple", cid="quintuple", dan="triple"))
    assert [(place, one.account, stand.won) for place, one, stand in places] == [
        (1, "cid", 5), (2, "ben", 3), (2, "dan", 3), (4, "anna", 3), (5, "eve", 2),
    ]  # fmt: skip


def test_a_crown_counts_if_all_of_it_was_won_here() -> None:
    race = play(started("ben"), "anna", *["won"] * 5)
    mine = [f"ANN00{n}-1" for n in range(1, 6)]
    triple, quintuple = ["anna", "triple", *mine[:3]], ["anna", "quintuple", *mine]
    assert crowns_within(race, [triple]) == {"anna": "triple"}
    for order in ([triple, quintuple], [quintuple, triple]):
        assert crowns_within(race, order) == {"anna": "quintuple"}
    elsewhere = ["anna", "triple", "KK0001-1", *mine[:2]]
    others = ["ben", "triple", *mine[:3]]
    strangers = ["zoe", "triple", *mine[:3]]
    assert crowns_within(race, [elsewhere, others, strangers]) == {}


def test_what_is_told_to_whom() -> None:
    race = play(started("ben"), "anna", "won", "lost")
    race = play(race, "ben", "won", "")
    told = CrownRaceMessages(known(race)).message("ben", 7, NOON + 1_000)
    assert (told.id, told.mine, told.status, told.opened) == (7, 1, "running", None)
    assert told.closes_in_ms == LASTS_MS - 1_000
    assert [g.code for r in told.racers for g in r.games] == [None, None, "BEN001", "BEN002"]
    assert [(g.result, g.progress, g.took_ms) for g in told.racers[1].games] == [
        ("won", 104, 60_000), ("playing", 7, None),
    ]  # fmt: skip
    assert [r.place for r in told.racers] == [1, 1]
    assert CrownRaceMessages(known(race)).message(None, None, NOON).mine is None
    assert SECRET.hex() not in told.model_dump_json()
    over = race.model_copy(update={"over_at": NOON})
    told = CrownRaceMessages(known(over)).message(None, None, NOON)
    assert (told.status, told.opened) == ("running", None), "not before its rooms know"
    told = CrownRaceMessages(known(own_pace.told(over))).message(None, None, NOON)
    assert told.opened is not None
    assert (told.status, told.opened.secret) == ("over", SECRET.hex())
    assert all(g.code for r in told.racers for g in r.games)


def test_what_is_encoded_once_for_all_is_what_each_is_told() -> None:
    running = play(play(started("ben", "cid"), "anna", "won", "lost"), "ben", "won", "")
    over = own_pace.told(running.model_copy(update={"over_at": NOON}))
    for race in (lobby("ben"), running, over):
        sheet = CrownRaceMessages(known(race))
        for reader in ("anna", "ben", "zoe", None):
            assert sheet.encoded(reader, NOON + 5) == encode(sheet.message(reader, None, NOON + 5))


def test_the_nonces_of_all_make_the_deals_and_one_that_is_another_makes_others() -> None:
    def seed(nonce: str) -> bytes:
        lobby = decide.join(decide.opened(CODE, None, SECRET, "anna", NONCE), "ben", nonce)
        race = decide.start(lobby, "anna", NOON)
        change = rooms.begin(race, 2, ANNA, "t" * 22, "here", 0, NOON)
        room = fold(Room("ABC234"), change)
        assert room.race.counted() == {0: NONCE, 1: nonce}
        return room.seed(room.race)

    assert seed(NONCE) == seed(NONCE) != seed("5b" * 16)
