"""Sentences about crowns and crown races, and certificates; no server."""

from typing import Any
from xml.etree import ElementTree

import pytest

from client_cli.exit_codes import Failure
from client_cli.features import crown_races, crowns, roll_of_honour
from client_cli.features.accounts import choose
from client_cli.features.crown_play import chosen
from client_cli.features.crowns import CrownStatus
from client_cli.local.storage import Storage
from client_cli.replay.certificate import WIDTH, drawn, ems
from client_cli.text_mode.crowns.crowns import changes
from protocol.crown_races import CrownRace, CrownRacer, GameRaced
from protocol.crowns import (
    BreakTaken,
    Crown,
    CrownGame,
    CrownLimits,
    GameWon,
    Honour,
    Roll,
    RunEnded,
)
from protocol.rooms.standings import Opened

LIMITS = CrownLimits(between_s=600, within_s=600, total_s=1800, idle_s=1800, refusals=0)
ALLIS = GameWon(game="auntie_allis", race="KQ74TX-1", took_ms=760_000, ago_ms=3_900_000)
KINGS = GameWon(game="kings", race="ZZ0WQ1-2", took_ms=1_263_000, ago_ms=180_000)
SIXES = GameWon(game="seven_and_sixes", race="3M2P9A-1", took_ms=4_980_000, ago_ms=1_000)
BETWEEN = BreakTaken(kind="between", ago_ms=3_900_000, ms=151_000)
NOW = 5_000_000


def crown(*won: GameWon, **fields: Any) -> Crown:
    known: dict[str, Any] = {
        "id": 1,
        "playing": None,
        "breaks": [],
        "pause": None,
        "covered": False,
        "waiting": False,
        "spent_ms": 0,
        "limit": None,
        "left_ms": None,
        "triple_after": 3 - len(won),
        "quintuple_after": 5 - len(won),
        "limits": LIMITS,
        "ended": None,
    }
    return Crown(won=list(won), **{**known, **fields})


def between(ms: int = 100_000) -> Crown:
    """Two games won, and the third not yet dealt."""
    return crown(
        *(ALLIS, KINGS),
        breaks=[BETWEEN],
        pause=BreakTaken(kind="between", ago_ms=ms, ms=ms),
        spent_ms=151_000 + ms,
        limit="between",
        left_ms=600_000 - ms,
    )


def test_a_run_in_words_by_our_own_clock() -> None:
    told = CrownStatus(between(), NOW)
    assert crowns.crown_lines(told, NOW + 20_000) == [
        "1. Auntie Allis in 12:40, race KQ7-4TX-1, 1 hour ago.",
        "2. Kings in 21:03, race ZZ0-WQ1-2, 3 minutes ago.",
        "Two in a row: a Triple Crown after one more, a Quintuple Crown after three more.",
        "Break 1: between games, 2:31, 1 hour ago.",
        "A break, between games: 2:00 of 10:00, 8:00 left.",
        "All breaks: 4:31 of 30:00, 25:29 left.",
    ]
    assert crowns.shields(told.crown, "♛", "·") == "♛♛·"
    assert crowns.next_game(told.crown) == "seven_and_sixes"
    assert told.left_ms(NOW + 700_000) == told.pause_left_ms(NOW + 700_000) == 0


def test_nothing_counts_while_one_is_kept_waiting_or_plays() -> None:
    waits = CrownStatus(between().model_copy(update={"waiting": True}), NOW)
    assert waits.pause_ms(NOW + 60_000) == 100_000
    assert "You are kept waiting: nothing is counted." in crowns.crown_lines(waits, NOW)
    kings = CrownGame(game="kings", race="ZZ0WQ1-2", counts=True)
    plays = CrownStatus(
        crown(ALLIS, playing=kings, limit="idle", left_ms=1_700_000, spent_ms=5_000), NOW
    )
    assert plays.spent_ms(NOW + 60_000) == 5_000
    assert plays.left_ms(NOW + 60_000) == 1_640_000
    assert plays._replace(moved_ms=NOW + 50_000).left_ms(NOW + 60_000) == 1_790_000
    assert crowns.now_words(plays, NOW) == "You play; a move within 28:20."


@pytest.mark.parametrize(
    ("why", "words"),
    [
        ("lost", "a game was lost"),
        ("between", "more than 10:00 went by between two games"),
        ("total", "all breaks together were longer than 30:00"),
        ("idle", "no move was made for 30:00"),
        ("gave_up", "you gave it up"),
        ("thunder", "thunder"),
    ],
)
def test_why_the_last_run_ended(why: str, words: str) -> None:
    told = CrownStatus(crown(ended=RunEnded(why=why, ago_ms=7_200_000)), NOW)
    assert crowns.crown_lines(told, NOW) == [
        f"Your last run ended 2 hours ago: {words}.",
        crowns.NO_RUN,
    ]


def test_five_shields_once_a_triple_crown_is_won_or_out_of_the_way() -> None:
    won = crown(ALLIS, KINGS, SIXES, triple_after=3, quintuple_after=2)
    assert crowns.shields(won, "x", ".") == "xxx.."
    assert crowns.next_game(won) == "uncle_remus"
    assert crowns.shields(crown(), "x", ".") == "..."


def test_what_changes_in_a_run_is_told_once() -> None:
    before = between()
    kings = CrownGame(game="seven_and_sixes", race="3M2P9A-1", counts=True)
    plays = crown(ALLIS, KINGS, playing=kings, breaks=[BETWEEN], limit="idle", left_ms=1_800_000)
    assert changes(before, CrownStatus(plays, NOW), NOW) == [
        "You are playing Seven and Sixes.",
        "You play; a move within 30:00.",
        "All breaks: 0:00 of 30:00, 30:00 left.",
    ]
    assert changes(plays, CrownStatus(plays, NOW), NOW) == []
    lost = crown(ended=RunEnded(why="lost", ago_ms=0))
    assert changes(plays, CrownStatus(lost, NOW), NOW) == ["Your run is over: a game was lost."]


def test_a_game_for_a_crown_is_one_of_the_five_and_as_it_counts(tmp_path: Any) -> None:
    storage = Storage(tmp_path)
    assert chosen("kings", [], storage).plan.bell_ms == 24 * 3_600_000
    assert chosen("uncle-remus", ["columns=9"], storage).told is None
    for game, options in (("aces-up", []), ("kings", ["heap_memory=open"])):
        with pytest.raises(Failure):
            chosen(game, options, storage)
    choose(storage, ["kings.heap_memory=open"])
    usual = chosen("kings", [], storage)
    assert usual.told is not None
    assert usual.plan.game.chosen["heap_memory"] != "open"


# The roll. ------------------------------------------------------------------------------------

FROM_THE_TEXT = Honour(
    award=None,
    crown="quintuple",
    name=None,
    day="1952-01-19",
    games=[],
    breaks=[],
    took_ms=None,
    text="From the text, not played here: at 23 Westbourne Terrace, London W2.",
)
ANNAS = Honour(
    award="7 triple",
    crown="triple",
    name="Anna",
    day="2026-11-21",
    games=[ALLIS, KINGS, SIXES],
    breaks=[BETWEEN, BreakTaken(kind="declared", ago_ms=0, ms=281_000)],
    took_ms=7_402_000,
    text=None,
)


def test_the_roll_in_words() -> None:
    roll = Roll(id=1, total=3, honours=[FROM_THE_TEXT, ANNAS])
    assert roll_of_honour.roll_lines(roll, 0) == [
        "1. Quintuple Crown, 19 January 1952. From the text, not played here: at 23 Westbourne "
        "Terrace, London W2.",
        "2. Anna: Triple Crown, 21 November 2026, in 2:03:22: Auntie Allis 12:40 (KQ7-4TX-1), "
        "Kings 21:03 (ZZ0-WQ1-2), Seven and Sixes 1:23:00 (3M2-P9A-1); 2 breaks, 7:12 together.",
        "More: patience crowns --offset 2",
    ]
    gone = ANNAS.model_copy(update={"name": None, "breaks": []})
    assert roll_of_honour.sentence(4, gone).startswith("4. (nobody any more): ")
    assert roll_of_honour.sentence(4, gone).endswith("; without a break.")
    assert roll_of_honour.roll_lines(Roll(id=1, total=3, honours=[]), 9) == [
        "There is nothing there on the roll of honour."
    ]


@pytest.mark.parametrize(
    "name", ["Anna", '<&> "O\'Neil"', "W" * 24, "王" * 24, "﷽" * 24, "a\u0301" * 12, "m" * 24]
)
@pytest.mark.parametrize("games", [3, 5])
def test_a_certificate_is_whole_and_nothing_leaves_its_page(name: str, games: int) -> None:
    rest = [ALLIS.model_copy(update={"game": slug}) for slug in ("uncle_remus", "senior_wrangler")]
    kind = "triple" if games == 3 else "quintuple"
    played = [*ANNAS.games, *rest][:games]
    honour = ANNAS.model_copy(update={"name": name, "crown": kind, "games": played})
    page = ElementTree.fromstring(drawn(honour))
    texts = [node for node in page.iter() if node.tag.endswith("text")]
    told = [node.text or "" for node in texts]
    assert name in told
    assert "2 breaks owned up to, 7:12 in all," in told
    assert "21 November 2026" in told
    assert "KQ7-4TX-1" in told
    for node in texts:
        x, wide = float(node.attrib["x"]), ems(node.text or "") * float(node.attrib["font-size"])
        wide += float(node.attrib.get("letter-spacing", 0)) * len(node.text or "")
        left = {"start": x, "end": x - wide}.get(node.attrib.get("text-anchor", ""), x - wide / 2)
        assert left >= 50, node.text
        assert left + wide <= WIDTH - 50, node.text


def test_signs_of_unknown_width_are_held_to_theirs() -> None:
    assert "textLength" not in drawn(ANNAS)
    assert drawn(ANNAS.model_copy(update={"name": "王"})).count("textLength") == 1


def test_the_crown_of_the_text_has_a_certificate_without_a_name() -> None:
    told = drawn(FROM_THE_TEXT)
    assert "a player whom the book does not name" in told
    assert "19 January 1952" in told
    assert "Westbourne" in told
    assert "replay" not in told
    ElementTree.fromstring(told)


# Crown races. ---------------------------------------------------------------------------------


def racer(name: str, place: int, *games: GameRaced, **fields: Any) -> CrownRacer:
    won = sum(game.result == "won" for game in games)
    known = {"crown": None, "won": won, "took_ms": 1_000 * won, "quit": False, **fields}
    return CrownRacer(name=name, place=place, games=list(games), **known)


def raced(game: str, result: Any, progress: int, took_ms: int | None = None) -> GameRaced:
    return GameRaced(game=game, result=result, progress=progress, took_ms=took_ms, code=None)


def crown_race(*racers: CrownRacer, **fields: Any) -> CrownRace:
    five = ["kings", "auntie_allis", "seven_and_sixes", "uncle_remus", "senior_wrangler"]
    known: dict[str, Any] = {
        "id": 1,
        "code": "KQ74TX",
        "status": "running",
        "host": "Anna",
        "games": five,
        "commitment": "c0",
        "opened": None,
        "closes_in_ms": 3_600_000,
        "mine": 1,
    }
    return CrownRace(racers=list(racers), **{**known, **fields})


ANNA = racer("Anna", 1, raced("kings", "won", 104, 61_000), raced("auntie_allis", "playing", 26))
BEN = racer("Ben", 2, raced("kings", "lost", 53))


def test_a_crown_race_in_words() -> None:
    assert crown_races.crown_race_lines(crown_race(ANNA, BEN)) == [
        "Crown race KQ7-4TX, under way: Kings, Auntie Allis, Seven and Sixes, Uncle Remus, "
        "Senior Wrangler.",
        "1. Anna: 1 game won in 0:01; Kings solved in 1:01; plays Auntie Allis, 26 of 104",
        "2. Ben (you): 0 games won; Kings lost with 53",
        "It ends in 1:00:00 at the latest.",
        "Next, Auntie Allis: patience crown race play KQ7-4TX.",
    ]
    lobby = crown_race(racer("Anna", 1), status="lobby", mine=None)
    assert crown_races.crown_race_lines(lobby)[-1] == "Take part: patience crown race join KQ7-4TX."
    over = crown_race(ANNA, status="over", mine=0, opened=Opened(secret="5e", nonces={}))
    assert crown_races.crown_race_lines(over)[-1] == "Opened: 5e, committed to as c0."


def test_of_a_crown_race_only_what_has_happened_is_told() -> None:
    before = crown_race(ANNA, BEN)
    further = ANNA.model_copy(
        update={"games": [ANNA.games[0], raced("auntie_allis", "playing", 80)]}
    )
    assert list(crown_races.change_lines(before, crown_race(further, BEN))) == []
    quit_ = BEN.model_copy(update={"quit": True})
    (told,) = crown_races.change_lines(before, crown_race(further, quit_))
    assert told == "2. Ben (you): 0 games won; Kings lost with 53; takes part no more"


def test_an_order_names_each_of_the_five_once() -> None:
    assert crown_races.order_of("kings,aunty allis,seven,uncle-remus,senior") == [
        *("kings", "auntie_allis", "seven_and_sixes", "uncle_remus", "senior_wrangler")
    ]
    for text in ("kings", "kings,kings,seven,uncle,senior", "kings,auntie,seven,uncle,"):
        with pytest.raises(Failure):
            crown_races.order_of(text)
