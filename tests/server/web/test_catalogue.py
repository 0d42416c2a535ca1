"""What pages are told about the games whose contestants share a table."""

import json

from engine.racing_demon.game import MOST_SEATS, RacingDemon
from engine.rules import RULES
from server.web.catalogue import generated

TABLES = json.loads(generated()["catalogue.json"])["tables"]


def test_each_table_game_is_told_once_and_is_no_game_for_one() -> None:
    games = {each["slug"] for each in json.loads(generated()["catalogue.json"])["games"]}
    assert [each["slug"] for each in TABLES] == ["racing_demon"]
    assert games | {"racing_demon"} == set(RULES)


def test_the_options_offered_first_are_options_of_the_game() -> None:
    (told,) = TABLES
    offered = RacingDemon(told["host_options"]).chosen
    assert offered["piles"] == 5
    assert offered["same_deal"] is True  # equal deals need the fifth pile
    assert told["most_seats"] == MOST_SEATS


def test_the_piles_are_those_of_one_seat_under_each_option() -> None:
    (told,) = TABLES
    by_option = {each["value"]: each["piles"] for each in told["layouts"]}
    for piles, listed in ((4, told["piles"]), (5, by_option[5])):
        assert [each["name"] for each in listed] == list(RacingDemon({"piles": piles}).layout)


def test_the_rules_page_shows_the_board_of_one_seat_just_dealt() -> None:
    page = json.loads(generated()["rules/racing_demon.json"])
    assert page["page"].startswith("Racing Demon\n")
    piles = page["layout"]["view"]["piles"]
    assert piles["reserve"]["down"] == 12
    assert len(piles["reserve"]["up"]) == 1
    assert piles["stock"] == {"down": 35, "up": []}
