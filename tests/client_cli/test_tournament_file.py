"""Tournament definition files: the plan, and every mistake with its line."""

import tomllib
from collections.abc import Iterator
from pathlib import Path as File
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pydantic import BaseModel

from client_cli.exit_codes import USAGE, Failure
from client_cli.tournament.definition_errors import KEYS, TABLES
from client_cli.tournament.definition_file import plan_of, read_plan, surprise
from client_cli.tournament.toml_lines import Path, line_numbers
from engine.crowns.facts import GREAT_GAMES
from engine.games import GAMES
from protocol.tournaments.plan import (
    MOST_ROUNDS,
    Knockout,
    RoundPlan,
    Schedule,
    Scoring,
    Teams,
    TournamentPlan,
)

EXAMPLES = File(__file__).parents[2] / "examples" / "tournaments"
NOW = 1_795_262_400_000
"""21 November 2026."""
HEAD = 'title = "Friday"\ngames = ["aces-up"]\n'


def read(text: str, title: str | None = None) -> TournamentPlan:
    return read_plan(text, "friday.toml", title, NOW)


def mistakes(text: str, title: str | None = None) -> list[str]:
    with pytest.raises(Failure) as caught:
        read(text, title)
    assert caught.value.code == USAGE
    told = str(caught.value).splitlines()
    assert all(line.startswith("friday.toml:") for line in told)
    return [line.removeprefix("friday.toml:") for line in told]


# What a file comes to. ------------------------------------------------------------------------


def test_three_lines_are_an_evening() -> None:
    plan = read((EXAMPLES / "three-lines.toml").read_text())
    assert plan.title == "After tea"
    assert plan.format == "series"
    assert [each.game for each in plan.rounds][:2] == ["aces_up", "poker_patience"]
    assert {each.bell_ms for each in plan.rounds} == {360_000}
    assert plan.rounds[0].terms.format == "best"
    assert plan.rounds[0].terms.take_back == "none"
    assert plan.rounds[1].terms.format == "score"
    assert plan.scoring.way == "matchpoints"
    assert (plan.lobby_ms, plan.table_ms) == (60_000, 60_000)


def test_the_friday_of_the_examples() -> None:
    plan = plan_of(str(EXAMPLES / "friday.toml"), None, 0, NOW)
    games = ["poker_patience", *["aces_up"] * 3, "baroness", "auntie_allis", "seven_and_sixes"]
    assert [each.game for each in plan.rounds] == games
    called = plan.rounds[0].terms
    assert (called.format, called.call_ms) == ("caller", 12_000)
    assert plan.rounds[5].bell_ms == 900_000


def test_safe_play_is_a_term_of_a_round_and_off_by_default() -> None:
    plan = read('title = "F"\n[[rounds]]\ngame="usk"\nsafe_play = true\n[[rounds]]\ngame="usk"')
    assert [each.terms.safe_play for each in plan.rounds] == [True, False]
    on, off = (each["terms"] for each in plan.model_dump(mode="json")["rounds"])
    assert on["safe_play"] is True
    assert "safe_play" not in off, "plans written before there was this term read the same"


@pytest.mark.parametrize("file", sorted(EXAMPLES.glob("*.toml")), ids=lambda file: file.stem)
def test_every_example_is_a_definition(file: File) -> None:
    plan = plan_of(str(file), None, 0, NOW)
    assert TournamentPlan.model_validate_json(plan.model_dump_json()) == plan


def test_the_examples_say_what_they_mean() -> None:
    plans = {file.stem: plan_of(str(file), None, 0, NOW) for file in EXAMPLES.glob("*.toml")}
    cup = plans["knockout"].knockout
    assert cup is not None
    assert (cup.heats, cup.go_on, cup.sprint.bell_ms) == (4, 2, 240_000)
    assert cup.sprint.terms.format == plans["knockout"].rounds[0].terms.format == "first_out"
    assert plans["swiss"].late == 2
    assert plans["swiss"].scoring.tie_breaks == ("buchholz", "direct", "progress")
    assert plans["round-robin"].late == 0
    assert plans["arena"].window_ms == 1_800_000
    assert tuple(each.game for each in plans["crowns"].rounds) == GREAT_GAMES
    league = plans["league"]
    assert league.schedule is not None
    assert league.schedule.starts.isoformat() == "2027-01-08T20:00:00+00:00"
    assert league.schedule.remind_ms == (86_400_000, 900_000)
    assert league.scoring.team_best == 2
    assert league.scoring.places == (10, 7, 5, 3, 2, 1)


def test_a_title_of_the_command_stands_for_that_of_the_file() -> None:
    assert read(HEAD, "Saturday").title == "Saturday"
    assert read('games = ["aces-up"]', "Saturday").title == "Saturday"


def test_games_are_found_by_what_people_call_them() -> None:
    names = ["Aces Up", "aces_up", "The Demon", "Baker's Dozen", "bakers dozen", "idle year"]
    games = [each.game for each in read(f'title = "x"\ngames = {names}').rounds]
    assert games == ["aces_up", "aces_up", "demon", "bakers_dozen", "bakers_dozen", "accordion"]


def test_a_round_at_common_tables() -> None:
    text = HEAD_OF_TABLES + 'game = "racing-demon"\noptions = { piles = 5, penalty = 2 }\n'
    (each,) = read(text).rounds
    assert (each.game, each.terms.format) == ("racing_demon", "score")
    assert (each.options["piles"], each.options["penalty"]) == (5, 2)
    with pytest.raises(Failure, match="only where everybody plays at the same time"):
        read('title = "x"\nformat = "arena"\ngames = ["racing-demon"]\n')
    with pytest.raises(Failure, match="racing"):
        read('title = "x"\ngames = ["racing-deamon"]\n')


HEAD_OF_TABLES = 'title = "x"\n[[rounds]]\n'


def test_late_is_yes_or_no_or_a_round() -> None:
    assert [read(f"{HEAD}late = {late}").late for late in ("true", "false", "3")] == [None, 0, 3]
    assert read(HEAD).late is None


def test_a_list_of_games() -> None:
    plan = plan_of("aces-up:3, Kings:1,racing demon", None, 7, NOW)
    assert [each.game for each in plan.rounds] == ["aces_up"] * 3 + ["kings", "racing_demon"]
    assert [each.game for each in plan_of("usk", "One", 7, NOW).rounds] == ["usk"]
    for wrong in ("aces-up:0", "aces-up:", "aces-up:x", "aces-up:51", "kings:50,usk"):
        with pytest.raises(Failure, match="1 to 50 rounds"):
            plan_of(wrong, None, 7, NOW)
    with pytest.raises(Failure, match="did you mean klondike"):
        plan_of("aces-up:3,klondyke:2", None, 7, NOW)


def test_what_the_plan_forbids_is_told_without_a_file() -> None:
    with pytest.raises(Failure) as failed:
        plan_of("clock:2,captive-queens", None, 7, NOW)
    assert str(failed.value).splitlines() == [
        f"{game} has no choice: the cards decide, not the entrants."
        for game in ("Clock", "Captive Queens")
    ]
    for rounds in ("aces-up", "surprise:2", "template:hour"):
        with pytest.raises(Failure, match="A title has 1 to 60 printable characters"):
            plan_of(rounds, "x" * 61, 7, NOW)


def test_a_file_named_like_a_game_is_read(tmp_path: File, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "kings").write_text('title = "Mine"\n[[rounds]]\ngame = "usk"\n')
    assert plan_of("kings", None, 7, NOW).title == "Mine"


def test_a_surprise() -> None:
    five = surprise(5, 7)
    assert five == surprise(5, 7) != surprise(5, 8)
    assert len(set(five)) == 5
    assert max(GAMES[slug].book.bell_minutes for slug in five) <= 20
    plan = plan_of("surprise:5", None, 7, NOW)
    assert (plan.title, [each.game for each in plan.rounds]) == ("Surprise", five)
    assert len(plan_of("surprise:50", "Long", 1, NOW).rounds) == 50
    for wrong in ("surprise:", "surprise:0", "surprise:51", "surprise:x", "surprise:-1"):
        with pytest.raises(Failure, match="1 to 50 rounds"):
            plan_of(wrong, None, 1, NOW)


# Mistakes. ------------------------------------------------------------------------------------

WRONG: list[tuple[str, str]] = [
    ('title = "Friday', "1: this is not TOML: "),
    ("title = \n", "1: this is not TOML: invalid value."),
    (HEAD + "most = 3\nmost = 4", "4: this is not TOML: cannot overwrite a value."),
    ('title = "F"\ngames = [\n"aces-up",\n', "3: this is not TOML: "),
    ('title = "F"\n[[rounds]\n', "2: this is not TOML: "),
    ('games = ["usk"]', '1: it has no title: write title = "Friday", or name it in the command'),
    ('title = "F"', '1: it has no games: write games = ["aces-up", "baroness"]'),
    ('title = "F"\n\ngames = []', '3: it has no games: write games = ["aces-up", "baroness"]'),
    ('title = "F"\nrounds = []', '2: it has no games: write games = ["aces-up", "baroness"]'),
    ('title = ""\ngames = ["usk"]', "1: a title has 1 to 60 printable characters"),
    ('title = 5\ngames = ["usk"]', "1: title is text, in quotes"),
    (
        'title = "F"\ngames = [\n  "aces-op",\n]',
        '3: there is no game "aces-op"; did you mean aces-up?',
    ),
    ('title = "F"\ngames = "aces-up"', "2: games is a list of games, in brackets"),
    ('title = "F"\ngames = [\n"usk",\n7]', '4: a game is named in quotes: "aces-up"'),
    ('title = "F"\nrounds = ["usk"]', "2: rounds is a table with game, deals, options, "),
    ('title = "F"\nrounds = "usk"', "2: rounds is a list of tables, in brackets"),
    (HEAD + '[[rounds]]\ngame = "usk"', "2: write either games, or rounds with a table each"),
    ('title = "F"\n[[rounds]]\nbell = "6m"', "2: it does not say which game"),
    (
        'title = "F"\n[[rounds]]\ngame="usk"\n[[rounds]]\ngame="uskk"',
        '5: there is no game "uskk"; did',
    ),
    (
        'title = "F"\n[[rounds]]\ngame="usk"\nbel="6m"',
        '4: there is nothing called "bel" in rounds; did you mean bell?',
    ),
    ('title = "F"\n[[rounds]]\ngame="usk"\ndeals = 0', "4: deals is a whole number from 1 to 50"),
    ('title = "F"\n[[rounds]]\ngame="usk"\ndeals = 51', "4: deals is a whole number from 1 to 50"),
    (
        'title = "F"\n[[rounds]]\ngame="usk"\ndeals = 50\n[[rounds]]\ngame="usk"',
        "5: there are more than 50 rounds",
    ),
    (
        'title = "F"\n[[rounds]]\ngame="usk"\nbell = "soon"',
        '4: bell is a time such as 90s, 6m or 1h, not "soon"',
    ),
    (
        'title = "F"\n[[rounds]]\ngame="usk"\nbell = true',
        "4: bell is a time such as 90s, 6m or 1h, not true",
    ),
    ('title = "F"\n[[rounds]]\ngame="usk"\nbell = "25h"', "4: bell is 24h or less"),
    (
        'title = "F"\n[[rounds]]\ngame="usk"\nformat = "caller"',
        '4: there is no format "caller"; there are best, first-out',
    ),
    (
        'title = "F"\n[[rounds]]\ngame="usk"\ncall = "9s"',
        "4: only in the format caller is there a call",
    ),
    (
        'title = "F"\n[[rounds]]\ngame="poker-patience"\nformat="caller"\ncall = "9m"',
        "5: call lies between 0.5s and 5m",
    ),
    (
        'title = "F"\n[[rounds]]\ngame="poker-patience"\nformat="caller"\ntake_back = "free"',
        "5: where cards are called nothing is taken back",
    ),
    (
        'title = "F"\n[[rounds]]\ngame="usk"\nsafe_play = "yes"',
        "4: the safe_play of a race is true or false",
    ),
    (
        'title = "F"\n[[rounds]]\ngame="accordion"\nsafe_play = true',
        "4: this game has no rule for safe_play. No card goes to a foundation",
    ),
    (
        'title = "F"\n[[rounds]]\ngame="usk"\nwinners = "luck"',
        '4: there is no winners "luck"; there are time, moves',
    ),
    (
        'title = "F"\n[[rounds]]\ngame="usk"\noptions = { nine = 9 }',
        "4: the game has no option 'nine'; it has first_deal_has_ace",
    ),
    (
        'title = "F"\n[[rounds]]\ngame="kings"\n[rounds.options]\nkeeling = 1',
        "5: the option keeling can be: true, false",
    ),
    (
        'title = "F"\n[[rounds]]\ngame="kings"\n[rounds.options]\nheap_memory = "shut"',
        '5: the option heap_memory can be: "covered", "open"',
    ),
    (
        'title = "F"\n[[rounds]]\ngame="bakers-dozen"\noptions = { a = 1 }',
        "4: the game has no option 'a'; it has none",
    ),
    (HEAD + 'format = "serious"', '3: there is no format "serious"; did you mean series?'),
    (
        HEAD + "format = 3",
        "3: format can be series, knockout, swiss, round-robin, arena or crowns, not 3",
    ),
    (HEAD + "formt = 3", '3: there is nothing called "formt"; did you mean format?'),
    (HEAD + "zzz = 3", '3: there is nothing called "zzz"; there are title, format, games'),
    (HEAD + "turns = 5", "3: turns is there only in the format swiss"),
    (HEAD + 'window = "5m"', "3: window is there only in the format arena or crowns"),
    (HEAD + "[knockout]\nheats = 4", "3: knockout is there only in the format knockout"),
    (HEAD + 'queue = "drawn"', "3: queue is there only in the format arena"),
    (HEAD + 'format = "swiss"\nturns = 99', "4: turns is 50 or less"),
    (HEAD + 'format = "arena"\nwindow = "30s"', "4: window is 1m or more"),
    (
        HEAD + 'format = "arena"\nqueue = "random"',
        '4: there is no queue "random"; there are in-order, drawn',
    ),
    (
        HEAD + 'format = "crowns"',
        "2: for crowns there are the five great games, each once: auntie_allis, seven_and_sixes, ",
    ),
    (HEAD + 'format = "knockout"\nlate = true', "4: in the format knockout nobody can come late"),
    (HEAD + 'format = "knockout"\n[knockout]\nheats = 3', "5: heats can be 2 or 4, not 3"),
    (HEAD + 'format = "knockout"\n[knockout]\ngo_on = 2', "5: of two only one can go on"),
    (
        HEAD + 'format = "knockout"\n[knockout]\nheats = 4\ngo_on = 3',
        "6: go_on can be 1 or 2, not 3",
    ),
    (HEAD + 'format = "knockout"\n[knockout]\nseeds = "best"', '5: there is no seeds "best"'),
    (
        HEAD + 'format = "knockout"\n[knockout]\nsprint = "acesop"',
        '5: there is no game "acesop"; did you mean aces-up?',
    ),
    (
        HEAD + 'format = "knockout"\n[knockout]\nsprint = { bell = "1m" }',
        "5: it does not say which game",
    ),
    (
        HEAD + 'format = "round-robin"\nmost = 60',
        "4: in the format round_robin 51 may enter at most",
    ),
    (
        'title = "F"\nformat = "arena"\n[[rounds]]\ngame="poker-patience"\nformat="caller"',
        "5: cards are called only where everybody plays at the same time",
    ),
    (HEAD + 'lobby = "1s"', "3: lobby is 5s or more"),
    (HEAD + 'format = "swiss"\nmost = 501', "4: in the format swiss 500 may enter at most"),
    (HEAD + 'delay = "2h"', "3: delay is 1h or less"),
    (HEAD + "most = 0", "3: most is 1 or more"),
    (HEAD + "most = 3.5", "3: most is a whole number"),
    (HEAD + 'bots = "yes"', "3: bots is true or false"),
    (HEAD + "late = -1", "3: late is 0 or more"),
    (HEAD + 'invite = "anna"', "3: invite is a list, in brackets"),
    (HEAD + 'invite = [\n"anna",\n""]', "5: a name has 1 to 24 printable characters"),
    (
        HEAD + 'scoring = "matches"',
        "3: the format series is scored by matchpoints, place, points, progress",
    ),
    (HEAD + 'scoring = "points"', "2: only games played for points have points to add up"),
    (HEAD + "scoring = 3", "3: scoring is a table with way, tie_breaks"),
    (
        HEAD + '[scoring]\nway = "palce"',
        '4: there is no way "palce"; did you mean place?',
    ),
    (
        HEAD + '[scoring]\ntie_breaks = [\n"wins",\n"buchholz"]',
        '6: there is no tie_breaks "buchholz"; there are wins, best, direct, last, outs, progress',
    ),
    (
        HEAD + '[scoring]\ntie_breaks = ["wins", "wins"]',
        "4: of the tie_breaks none may be named twice",
    ),
    (HEAD + '[scoring]\nmissed = "none"', '4: there is no missed "none"; there are zero, average'),
    (HEAD + "[scoring]\nplaces = [3, 2]", "4: there are places only where the way is place"),
    (
        HEAD + '[scoring]\nway = "place"\nplaces = [\n3,\n5]',
        "7: the places fall from 1000000 or less to 0 or more",
    ),
    (
        HEAD + '[scoring]\nway = "place"\nplaces = []',
        "5: the places are a list of whole numbers, the first place first",
    ),
    (HEAD + "teams = 3", "3: teams is a table with names, most, best"),
    (HEAD + "[teams]\nmost = 0", "4: most is 1 or more"),
    (HEAD + "[teams]\nbest = 0", "4: the best lies between 1 and 1000"),
    (HEAD + '[teams]\nnames = ["A", 5]', "4: 5 is no text: write it in quotes"),
    (HEAD + "schedule = 5", "3: schedule is a table with start, zone"),
    (HEAD + "[schedule]\n", "3: it does not say when"),
    (
        HEAD + "[schedule]\nstart = 2027-01-08T20:00:00",
        '4: by whose clocks? write zone = "Europe/London"',
    ),
    (HEAD + "[schedule]\nstart = 2027-01-08", "4: a day has no time"),
    (HEAD + '[schedule]\nstart = "Friday"', "4: that is no time"),
    (HEAD + "[schedule]\nstart = 2026-01-08T20:00:00Z", "4: that is past"),
    (
        HEAD + '[schedule]\nstart = 2027-01-08T20:00:00\nzone = "Middle/Earth"',
        '5: there is no time zone "Middle/Earth"',
    ),
    (HEAD + "[schedule]\nstart = 2027-01-08T20:00:00Z\nzone = 1", "5: zone is text, in quotes"),
    (HEAD + '[schedule]\nstart = 2027-01-08T20:00:00Z\nrepeat = "weekly"', "5: by whose clocks?"),
    (
        HEAD + "[schedule]\nstart = 2027-01-08T20:00:00Z\ntimes = 3",
        "5: times are counted only where it is repeated",
    ),
    (
        HEAD + '[schedule]\nstart = 2027-01-08T20:00:00Z\nremind = ["1h",\n"9d"]',
        "6: remind is 7d or less",
    ),
    (
        HEAD + '[schedule]\nstart = 2027-01-08T20:00:00Z\nrepeat = "yearly"\nzone = "UTC"',
        '5: there is no repeat "yearly"',
    ),
]


@pytest.mark.parametrize(("text", "told"), WRONG, ids=[told[:40] for _, told in WRONG])
def test_every_mistake_has_its_line_and_a_sentence(text: str, told: str) -> None:
    found = mistakes(text)
    assert len(found) == 1, found
    assert found[0].startswith(told)


def test_all_mistakes_are_told_at_once_in_the_order_of_the_lines() -> None:
    text = 'title = ""\nformat = "cup"\ngames = [\n"usk",\n"us",\n]\nlobby = 0\n'
    assert [line.partition(":")[0] for line in mistakes(text)] == ["1", "2", "5", "7"]


def test_of_very_many_mistakes_twenty_are_told() -> None:
    text = 'title = "F"\ngames = [\n' + '"nothing",\n' * 40 + "]"
    found = str(_failure(text)).splitlines()
    assert len(found) == 21
    assert found[-1] == "friday.toml: and 20 more"


def _failure(text: str) -> Failure:
    with pytest.raises(Failure) as caught:
        read(text)
    return caught.value


def test_files_that_cannot_be_read(tmp_path: File) -> None:
    for name, content, told in (
        ("none.toml", None, r"There is no file .*none\.toml\."),
        ("latin.toml", b'title = "F"\nx = "\xe9"', r"latin\.toml:2: this is not text in UTF-8\."),
        ("huge.toml", b"#" * 300_000, r"huge\.toml is too large to be a definition\."),
    ):
        if content is not None:
            (tmp_path / name).write_bytes(content)
        with pytest.raises(Failure, match=told):
            plan_of(str(tmp_path / name), None, 0, NOW)
    with pytest.raises(Failure, match="is a folder"):
        plan_of(str(tmp_path), None, 0, NOW)


def test_what_does_not_go_together_is_told_with_all_other_mistakes() -> None:
    text = 'title = ""\ngames = [\n"usk",\n"uskk"]\nlobby = 0\nturns = 3\nwindow = "5m"\n'
    assert mistakes(text) == [
        "1: a title has 1 to 60 printable characters",
        '4: there is no game "uskk"; did you mean usk?',
        "5: lobby is 5s or more",
        "6: turns is there only in the format swiss",
        "7: window is there only in the format arena or crowns",
    ]


def test_a_bell_for_all_rounds_is_told_once_at_its_line() -> None:
    games = 'title = "F"\ngames = ["usk", "kings"]\n'
    assert mistakes(f'{games}bell = "25h"') == ["3: bell is 24h or less"]
    own = '[[rounds]]\ngame = "usk"\nbell = "25h"'
    assert mistakes(f'title = "F"\nbell = "26h"\n{own}') == ["5: bell is 24h or less"]


def test_each_field_of_the_plan_that_a_file_can_give_has_a_key() -> None:
    models: dict[Path, type[BaseModel]] = {
        (): TournamentPlan,
        ("rounds",): RoundPlan,
        ("knockout",): Knockout,
        ("teams",): Teams,
        ("scoring",): Scoring,
        ("schedule",): Schedule,
    }
    for path, model in models.items():
        fields = {KEYS.get(name, name) for name in model.model_fields}
        assert fields - {"terms", "best"} <= {*TABLES[path]}, path


def test_what_only_the_plan_forbids_has_a_line_too() -> None:
    text = f'{HEAD}[teams]\nmost = 3\nnames = ["A", "a"]'
    assert mistakes(text) == ["3: two teams have the same name"]


# Lines. ---------------------------------------------------------------------------------------


def places(value: Any, path: Path = ()) -> Iterator[Path]:
    yield path
    if isinstance(value, dict):
        for key, each in value.items():
            yield from places(each, (*path, key))
    if isinstance(value, list):
        for number, each in enumerate(value):
            yield from places(each, (*path, number))


INTRICATE = '''# every way to write things
title = "Fri # day"   # "not this"
a.b."c d" = 'x'
games = [ # here
  "aces-up",

  "baroness", {x=1, y = [2,
  3]},
]
date = 1979-05-27 07:32:00
text = """
x = 1
""\\" ]
[x]
"""
raw = \'\'\'
[[y]]\'\'\'\'
[table."k]"]
z = { "a.b" = 1, c.d = 2 } # end
[[rounds]]
game = "a"
[rounds.options]
q = true
[[rounds]]
game = "b"
[[rounds.inner]]
one = 1
[[rounds.inner]]
two = 2
'''


def test_everything_in_a_file_has_its_line() -> None:
    found = line_numbers(INTRICATE)
    assert set(found) == set(places(tomllib.loads(INTRICATE)))
    assert found["games", 2, "y", 1] == 8
    assert found["date",] == 10
    assert found["table", "k]", "z", "c", "d"] == 19
    assert found["rounds", 1] == 24
    assert found["rounds", 1, "inner", 1, "two"] == 29
    assert line_numbers(INTRICATE.replace("\n", "\r\n")) == found


KEY_TEXTS = st.text("ab-_1", min_size=1, max_size=3)
VALUES = st.recursive(
    st.sampled_from(["1", "true", '"]#"', "'{'", '"""\n]\n"""', "1979-05-27 07:32:00", "-2.5"]),
    lambda inner: st.one_of(
        st.lists(inner, max_size=3).map(lambda all_: "[\n" + ",\n".join(all_) + " # ]\n]"),
        st.dictionaries(KEY_TEXTS, inner, max_size=2).map(
            lambda all_: "{" + ", ".join(f"{k} = {v}" for k, v in all_.items()) + "}"
        ),
    ),
    max_leaves=6,
)


@settings(max_examples=100, deadline=None)
@given(
    st.dictionaries(KEY_TEXTS, VALUES, max_size=4), st.dictionaries(KEY_TEXTS, VALUES, max_size=2)
)
def test_lines_of_any_file(top: dict[str, str], rows: dict[str, str]) -> None:
    text = "".join(f"{key} = {value}\n" for key, value in top.items())
    for key, value in rows.items():
        text += f"\n[[rows]] # [\n{key} = {value}\n"
    found = line_numbers(text)
    assert set(found) == set(places(tomllib.loads(text)))
    starts = {key: text.splitlines()[found[key,] - 1] for key in top}
    assert all(line.startswith(f"{key} = ") for key, line in starts.items())


def test_the_limit_of_rounds_is_that_of_the_definition() -> None:
    plan = read(f'title = "F"\n[[rounds]]\ngame = "usk"\ndeals = {MOST_ROUNDS}')
    assert len(plan.rounds) == MOST_ROUNDS


def test_the_page_on_tournaments_names_every_key() -> None:
    page = (EXAMPLES.parents[1] / "docs" / "tournaments.md").read_text()
    told = page.split("## Rounds in a file")[1].split("\n## ")[0]
    for key in (*TABLES[()], *TABLES["rounds",]):
        assert f"`{key}`" in told, key


@pytest.mark.parametrize(
    ("name", "minutes"), [("hour", 60), ("evening", 120), ("triple-crown", 180)]
)
def test_a_template_lasts_as_long_as_it_says(name: str, minutes: int) -> None:
    plan = plan_of(f"template:{name}", "Friday", 1, NOW)
    assert (plan.title, plan.format, plan.guests) == ("Friday", "series", True)
    lasts = sum(each.bell_ms + plan.lobby_ms + plan.table_ms for each in plan.rounds)
    assert 0.6 * minutes < lasts / 60_000 <= minutes
    if name == "triple-crown":
        assert {each.game for each in plan.rounds} < set(GREAT_GAMES)
        assert len({each.game for each in plan.rounds}) == 3


def test_an_unknown_template_is_told_the_known() -> None:
    with pytest.raises(Failure, match="The templates are hour, evening, triple-crown"):
        plan_of("template:night", None, 1, NOW)


def test_a_round_says_when_grids_are_seen_and_whether_safe_cards_go_up() -> None:
    text = """
title = "Friday"
[[rounds]]
game = "poker-patience"
format = "caller"
show_grids = "each-card"
[[rounds]]
game = "klondike"
safe_play = true
"""
    grids, safe = read_plan(text, "friday.toml", None, 0).rounds
    assert (grids.terms.show_grids, safe.terms.safe_play) == ("each_card", True)
