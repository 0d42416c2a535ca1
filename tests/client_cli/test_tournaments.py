"""Tournament state and its sentences; no server."""

import csv
import io
from pathlib import Path

import pytest

from client_cli.exit_codes import NOT_FOUND, UNREACHABLE, USAGE, Failure
from client_cli.local.storage import Storage
from client_cli.messages import tournaments as words
from client_cli.messages.tournament_events import changes
from client_cli.text_mode.tournaments import tournament_input as typed
from client_cli.tournament import export, requests
from client_cli.tournament import state as known_as
from client_cli.tournament.state import KnownTournament, after
from protocol.message import encode
from protocol.tournaments.live import Clocks, News, TournamentReminder
from protocol.tournaments.requests import RunTournament
from protocol.tournaments.tables import (
    FullRow,
    FullTeam,
    RoundResult,
    Score,
    TournamentRound,
    TournamentTable,
)
from server.net.connection import LARGEST_FRAME
from tests.client_cli.command import here
from tests.client_cli.tournament_made import (
    bar,
    change,
    entrant,
    racing,
    round_of,
    row,
    tournament,
)

NOW = 1_000_000


def known(**fields: object) -> KnownTournament:
    return KnownTournament(racing(**fields), NOW)


# What is known. -------------------------------------------------------------------------------


def test_a_change_says_only_what_is_new() -> None:
    before = known()
    news = change(
        entrants=[entrant(3, gone="withdrawn"), entrant(4, "Eve", since=None)],
        bars=[bar(0, 33), bar(2, 5)],
        table=[row(1, 0, "100.00", "100.00")],
    )
    now = after(before, news, NOW + 5_000)
    assert now is not None
    found = now.tournament
    assert [(one.name, one.gone) for one in found.entrants[3:]] == [
        ("Dan", "withdrawn"),
        ("Eve", None),
    ]
    assert [(each.entrant, each.best) for each in found.bars] == [(0, 33), (1, 52), (2, 5), (3, 9)]
    assert (found.seq, found.status, len(found.table)) == (1, "running", 1)
    assert found.rounds[1].ends_in_ms == 195_000, "its clock has gone on"
    assert found.news[0].ago_ms == 6_000
    assert words.round_line(now, NOW + 15_000).endswith("3:05 left.")


def test_whoever_has_missed_a_change_knows_it() -> None:
    assert after(known(), change(seq=2, status="paused"), NOW) is None
    before = known()
    assert after(before, change(seq=0, status="paused"), NOW) is before
    other = change(status="paused").model_copy(update={"code": "ZZZZZZ"})
    assert after(before, other, NOW) is before


def test_bars_go_with_the_race() -> None:
    now = after(known(), change(rounds=[round_of(2, "table", ends_in_ms=60_000)]), NOW)
    assert now is not None
    assert now.tournament.bars == []
    assert (
        words.round_line(now, NOW) == "Round 2 of 3, Baroness: over; 1:00 to look at the results."
    )
    drawn = after(known(), change(rounds=[round_of(2, "pairing")]), NOW)
    assert drawn is not None
    assert words.round_line(drawn, NOW) == "Round 2 of 3, Baroness, is being drawn."


def test_in_a_pause_no_clock_goes_on_but_that_of_a_race() -> None:
    clocks = Clocks(opens_in_ms=9_000, starts_in_ms=9_000)
    rounds = [round_of(1, "racing", ends_in_ms=9_000), round_of(2, "lobby", ends_in_ms=9_000)]
    before = KnownTournament(racing(status="paused", rounds=rounds, clocks=clocks), NOW)
    now = after(before, change(news=[]), NOW + 4_000)
    assert now is not None
    assert [each.ends_in_ms for each in now.tournament.rounds] == [5_000, 9_000]
    assert now.tournament.clocks == Clocks(opens_in_ms=9_000, starts_in_ms=5_000)
    assert words.round_left(now, now.tournament.rounds[1], NOW + 60_000) == 9_000


def test_who_is_out_stands_first_and_who_has_not_moved_is_there() -> None:
    found = racing()
    bars = known_as.bars_of(found, found.rounds[1])
    assert [(each.entrant, each.best) for each in bars] == [(1, 52), (0, 31), (3, 9), (2, 0)]
    assert known_as.bars_of(found, found.rounds[0]) == []


def test_the_seat_to_take_is_that_of_the_round_that_comes() -> None:
    found = racing()
    heat = known_as.seat_to_take(found, ())
    assert heat is not None
    assert (heat[0].room, heat[1]) == ("AAAAA2", 0)
    assert known_as.seat_to_take(found, ["AAAAA2"]) is None
    assert known_as.seat_to_take(racing(mine=None), ()) is None
    over = round_of(2, "racing").heats[0].model_copy(update={"over": True})
    assert known_as.seat_to_take(racing(rounds=[round_of(2, "racing", heats=[over])]), ()) is None


# In words. ------------------------------------------------------------------------------------


def test_a_tournament_that_is_open() -> None:
    told = words.tournament_lines(
        KnownTournament(tournament(clocks=Clocks(starts_in_ms=90_000)), NOW), NOW + 10_000
    )
    assert told == [
        "Friday, KQ7-4TX: series, open, organised by Olga; 4 have entered, 3 checked in.",
        "It starts in 1:20.",
        "Anna: checked in",
        "Ben: checked in",
        "Cleo: checked in",
        "Dan: entered",
        f"Committed to as {'3f' * 32}.",
        "Be there: patience tournament play KQ7-4TX.",
    ]


def test_whether_anybody_may_enter_is_told() -> None:
    private = tournament(plan={**racing().plan, "invited": ["Anna"]})
    assert words.headline(private).startswith("Friday, KQ7-4TX: series, open, by invitation, org")


def test_a_tournament_that_is_raced() -> None:
    assert words.tournament_lines(known(), NOW)[1:7] == [
        "Round 2 of 3, Baroness: the race goes on, 3:20 left.",
        "Olga: Pizza is here.",
        "1. Ben: 100.00 matchpoints, 100.00 a round",
        "2. Anna (you): 66.67 matchpoints, 66.67 a round",
        "3. Cleo (bot): 33.33 matchpoints, 33.33 a round",
        "4. Dan: 0.00 matchpoints, 0.00 a round",
    ]
    assert words.place_words(racing()) == "You are 2nd of 4 with 66.67."
    assert words.bar_words(racing().bars[1]) == "solved in 1:03"


def test_what_a_pause_is_for() -> None:
    rounds = [round_of(1, "closed"), round_of(2, "lobby")]
    told = words.now_lines(KnownTournament(racing(status="paused", rounds=rounds), NOW), NOW)
    assert told[1] == "Round 2 of 3, Baroness: begins after the pause."


def test_whoever_checks_in_late_learns_from_which_round_they_play() -> None:
    def told(since: int | None) -> list[str]:
        entrants = [entrant(0, "Anna", since=since), entrant(1, "Ben")]
        late = racing(entrants=entrants, mine=0)
        return words.now_lines(KnownTournament(late, NOW), NOW)[1:]

    assert told(1) == told(2) == told(None) == []
    assert told(3) == ["You checked in after the start: you play from round 3 on."]
    assert told(4) == ["You checked in after the start, and there is no further round to play in."]


def test_a_round_that_is_played_again_says_so() -> None:
    rounds = [round_of(1, "voided"), round_of(2, "closed"), round_of(3, "table", turn=1)]
    again = racing(rounds=rounds)
    assert words.round_name(again, rounds[2]) == "Round 3, round 1 again"
    assert words.round_name(again, rounds[1]) == "Round 2 of 3"


def test_what_is_days_away_is_told_in_days() -> None:
    week = tournament(clocks=Clocks(starts_in_ms=7 * words.DAY_MS - 1))
    assert words.now_lines(KnownTournament(week, NOW), NOW) == ["It starts in 6 days."]
    assert words.span(2 * words.DAY_MS - 1) == "47:59:59"
    soon = TournamentReminder(code="KQ74TX", title="Friday", starts_in_ms=900_000)
    assert words.reminder(soon) == "Friday starts in 15:00: patience tournament play KQ7-4TX."


def test_whoever_reads_it_is_told_what_they_can_do() -> None:
    lobby = [round_of(1, "lobby", ends_in_ms=9_000)]
    organised = racing(rounds=lobby, organised=True, mine=None)
    assert words.next_words(organised) == [
        "Go on at once: patience tournament start KQ7-4TX.",
        "Take part: patience tournament play KQ7-4TX.",
    ]
    paused = racing(status="paused", rounds=lobby, organised=True)
    assert words.next_words(paused)[0] == "End the pause: patience tournament resume KQ7-4TX."
    assert words.tournament_lines(known(), NOW, there=True)[-1].startswith("Committed to as")


def test_where_everybody_goes_on_at_their_own_pace() -> None:
    clocks = Clocks(opens_in_ms=5_000, closes_in_ms=65_000)
    plan = {**racing().plan, "format": "arena"}
    now = KnownTournament(racing(plan=plan, clocks=clocks), NOW)
    assert words.now_lines(now, NOW) == ["Deals begin in 0:05."]
    assert words.now_lines(now, NOW + 10_000) == ["Deals begin for another 0:55."]
    assert words.now_lines(now, NOW + 70_000)[0].startswith("No deal begins any more")
    assert words.briefly(now, NOW + 10_000) == "0:55"
    assert known_as.seat_to_take(now.tournament, ["AAAAA2"]) is None


def test_ordinals_read_as_people_say_them() -> None:
    found = [words.ordinal(n) for n in (1, 2, 3, 4, 11, 12, 13, 21, 102, 111)]
    assert found == ["1st", "2nd", "3rd", "4th", "11th", "12th", "13th", "21st", "102nd", "111th"]


def test_what_changes_is_told_once() -> None:
    before = known()
    news = change(
        entrants=[entrant(3, gone="removed"), entrant(4, "Eve", checked_in=False)],
        news=[News(ago_ms=0, text="Ten more minutes."), News(ago_ms=9, text="Pizza is here.")],
        rounds=[round_of(1, "voided"), round_of(2, "table", ends_in_ms=60_000)],
        table=[row(1, 0, "100.00", "100.00"), row(2, 1, "50.00", "50.00")],
    )
    now = after(before, news, NOW)
    assert now is not None
    assert changes(before, now, NOW) == [
        "Dan is removed.",
        "Eve has entered.",
        "Olga: Ten more minutes.",
        "Round 1 of 3 counts for nothing.",
        "Round 2 of 3, Baroness: over; 1:00 to look at the results.",
        "1. Anna (you): 100.00 matchpoints, 100.00 a round",
        "2. Ben: 50.00 matchpoints, 50.00 a round",
    ]
    assert changes(now, now, NOW) == []
    assert changes(before, now, NOW, with_table=False)[-1].startswith("Round 2")


def test_what_happens_to_oneself_is_told_as_such() -> None:
    before = known()
    for gone, told in (("withdrawn", "take part no more"), ("removed", "have been removed")):
        now = after(before, change(entrants=[entrant(0, gone=gone)]), NOW)
        assert now is not None
        assert changes(before, now, NOW)[0].startswith(f"You {told}")
        assert changes(now, before, NOW)[0] == "You take part again."


def test_more_time_is_told_and_a_pause_is_not() -> None:
    waits = [round_of(1, "closed"), round_of(2, "lobby", ends_in_ms=9_000)]
    before = known(rounds=waits)
    later = round_of(2, "lobby", ends_in_ms=64_000)
    now = after(before, change(rounds=[later]), NOW + 5_000)
    assert now is not None
    assert changes(before, now, NOW + 5_000) == ["Round 2 of 3, Baroness: begins in 1:04."]
    same = after(before, change(rounds=[round_of(2, "lobby", ends_in_ms=4_100)]), NOW + 5_000)
    assert same is not None
    assert changes(before, same, NOW + 5_000) == []


# What is typed. -------------------------------------------------------------------------------


def test_what_an_organiser_types_is_read_or_refused_in_a_sentence() -> None:
    assert typed.more_time("5m").ms == 300_000
    assert typed.announcement("  Ten   more ").text == "Ten more"
    assert requests.code_of("http://host:8765/t/kq7-4tx") == "KQ74TX"
    assert typed.entrant_named(tournament(), "ben").number == 1
    assert typed.entrant_named(tournament(), "#2").name == "Cleo"
    for wrong in (
        lambda: typed.more_time("2h"),
        lambda: typed.more_time("soon"),
        lambda: typed.announcement("x" * 201),
        lambda: typed.round_number("two"),
        lambda: requests.code_of("saturday"),
    ):
        with pytest.raises(Failure) as failed:
            wrong()
        assert failed.value.code == USAGE
    with pytest.raises(Failure) as nobody:
        typed.entrant_named(tournament(), "Eve")
    assert nobody.value.code == NOT_FOUND


def test_invitations_come_in_parts() -> None:
    parts = list(typed.in_parts([f"P{n}" for n in range(450)]))
    assert [len(part.names) for part in parts] == [200, 200, 50]


def test_every_part_of_an_invitation_is_a_message_that_a_server_takes() -> None:
    crowns = "\U0001f451" * 20
    names = [f"{crowns}{n:04}" for n in range(300)]
    parts = list(typed.in_parts(names))
    assert [name for part in parts for name in part.names] == names
    said = [RunTournament(id=1, code="KQ74TX", do=part) for part in parts]
    assert max(len(encode(each)) for each in said) <= LARGEST_FRAME
    assert list(typed.in_parts([])) == []


def test_ones_place_stays_the_same_and_is_nobody_elses(tmp_path: Path) -> None:
    storage = Storage(tmp_path)
    first = requests.place(storage, "ws://one/ws", "KQ74TX")
    assert requests.place(storage, "ws://one/ws", "KQ74TX") == first
    assert requests.place(storage, "ws://two/ws", "KQ74TX") != first
    assert (len(first.nonce), len(first.token)) == (32, 32)


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("show saturday", USAGE),
        ("show KQ7-4TX", UNREACHABLE),
        ("list", UNREACHABLE),
        ("enter KQ7-4TX", UNREACHABLE),
        ("play KQ7-4TX", UNREACHABLE),
        ("start KQ7-4TX", UNREACHABLE),
        ("add-time KQ7-4TX 9h", USAGE),
        ("void-round KQ7-4TX 0", USAGE),
        ("results KQ7-4TX --teams --round 1", USAGE),
        ("results KQ7-4TX --records there --teams", USAGE),
        ("results KQ7-4TX --records there", UNREACHABLE),
        ("change KQ7-4TX --rounds nowhere.toml", USAGE),
        ("change KQ7-4TX --rounds surprise:2", UNREACHABLE),
        ("new Friday --rounds nowhere.toml", USAGE),
        ("new Friday --rounds surprise:0", USAGE),
        ("new Friday --rounds surprise:2", UNREACHABLE),
    ],
)
async def test_commands_end_with_the_code_of_what_went_wrong(
    tmp_path: Path, line: str, code: int
) -> None:
    ended = await here(tmp_path, "tournament", *line.split())
    assert (ended.code, ended.out) == (code, "")
    assert len(ended.err.splitlines()) == 1


# Tables. --------------------------------------------------------------------------------------


def score(place: int, shown: str) -> Score:
    return Score(
        place=place, of=2, beaten="1/2", progress="50", out=False, worth=shown, shown=shown
    )


def full(place: int, entrant: int, total: str, *rounds: Score | None, tie: str | None) -> FullRow:
    return FullRow(
        place=place,
        entrant=entrant,
        total=total,
        average=total,
        shown=row(place, entrant, total, total),
        rounds=list(rounds),
        tie_breaks=[None, tie],
    )


def table() -> TournamentTable:
    return TournamentTable(
        id=1,
        code="KQ74TX",
        way="matchpoints",
        tie_breaks=["wins", "best"],
        team_tie_breaks=[],
        rounds=[1, 2],
        fields=[2, 1],
        total=2,
        offset=0,
        rows=[
            full(1, 1, "150.00", score(1, "100.00"), score(1, "50.00"), tie="100"),
            full(2, 0, "0.00", score(2, "0.00"), None, tie="1/3"),
        ],
        teams=[
            FullTeam(
                place=1, team="Reds", total="150", shown="150.00", counting=[1, 0], tie_breaks=[]
            )
        ],
    )


def test_the_table_is_a_sheet_and_a_sheet_is_a_file() -> None:
    sheet = export.standings(racing(), table())
    assert sheet.lines() == [
        "place  name   total  average  1 Aces Up  2 Baroness    best",
        "    1  Ben   150.00   150.00     100.00       50.00  100.00",
        "    2  Anna    0.00     0.00       0.00           -    0.33",
    ]
    read = list(csv.reader(io.StringIO(sheet.csv())))
    assert read == [list(sheet.head), *map(list, sheet.rows)]


def test_a_name_is_no_formula_in_a_file() -> None:
    named = racing(entrants=[entrant(0, '=A1+"x", 2'), entrant(1)])
    read = list(csv.reader(io.StringIO(export.standings(named, table()).csv())))
    assert read[2][1] == '\'=A1+"x", 2'


@pytest.mark.parametrize("sign", "=+-@＝＋－＠﹢﹣﹦﹫")
def test_nor_is_one_with_a_sign_as_wide_as_a_character_of_chinese(sign: str) -> None:
    named = racing(entrants=[entrant(0, f"{sign}A1"), entrant(1)])
    read = list(csv.reader(io.StringIO(export.standings(named, table()).csv())))
    assert read[2][1] == f"'{sign}A1"


def test_columns_are_as_wide_as_what_is_seen_of_them() -> None:
    named = racing(entrants=[entrant(0, "安娜"), entrant(1)])
    assert export.standings(named, table()).lines() == [
        "place  name   total  average  1 Aces Up  2 Baroness    best",
        "    1  Ben   150.00   150.00     100.00       50.00  100.00",
        "    2  安娜    0.00     0.00       0.00           -    0.33",
    ]


def test_teams_have_a_sheet_and_stand_in_the_table() -> None:
    plan = {**racing().plan, "teams": {"names": [], "most": None}}
    teamed = racing(plan=plan, entrants=[entrant(0, team="Reds"), entrant(1, team="Reds")])
    assert export.standings(teamed, table()).rows[0][:3] == ("1", "Ben", "Reds")
    assert export.teams(teamed, table()).lines()[1] == "    1  Reds  150.00  Ben, Anna"


def test_who_did_what_on_the_same_cards() -> None:
    result = RoundResult(
        entrant=0,
        room="AAAAA1",
        seat=0,
        result="won",
        reason=None,
        best=48,
        tie_break=0,
        reached_ms=60_000,
        points=None,
        ended_ms=63_000,
        moves=60,
        clean=True,
        counts=score(1, "100.00"),
    )
    stuck = result.model_copy(
        update={"entrant": 1, "seat": 1, "result": "lost", "reason": "stuck", "best": 12}
    )
    away = stuck.model_copy(update={"entrant": 2, "counts": None})
    told = TournamentRound(
        id=1,
        code="KQ74TX",
        round=round_of(1, "closed"),
        goal=48,
        results=[result, stuck, away],
    )
    void = told.model_copy(update={"round": round_of(1, "voided")})
    assert export.deal(racing(), void).title == (
        "Friday: round 1, Aces Up, which counts for nothing"
    )
    assert export.deal(racing(), told).lines() == [
        "place  name        result                   moves  beaten   score",
        "    1  Anna        solved in 1:03              60    0.50  100.00",
        "    1  Ben         12 of 48 at 1:00, stuck     60    0.50  100.00",
        "       Cleo (bot)  12 of 48 at 1:00, stuck     60",
    ]
