"""Solo races: they start at once, admit nobody else, and are stored like any race."""

import asyncio
import secrets
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed

from engine import games
from engine.games import GAMES
from engine.races.verify import verify
from engine.view import View
from server.rooms.solo import MOST_CODES, codes
from tests.harness import BELL_MS, Client, ServerProcess, client
from tests.server.accounts.test_accounts import sign_up

NONCE = "0123456789abcdef" * 2


async def plays(link: Client, game: str = "aces_up", **more: Any) -> dict[str, Any]:
    """The answer of the server to somebody who would play alone."""
    given = {"game": game, "bell_ms": BELL_MS, "name": "Ann", "nonce": NONCE, "token": link.token}
    return await link.ask("play_alone", **{**given, "legal": True, **more})


async def dealt(link: Client, game: str = "aces_up", **more: Any) -> dict[str, Any]:
    """The same, with one's board put back into the answer."""
    room = await plays(link, game, **more)
    assert room["type"] == "room"
    return {**room, "board": await link.until("table", "frame")}


async def test_the_answer_is_the_race_as_it_runs(server: ServerProcess) -> None:
    for game in GAMES:
        await answered_with_its_race(server, game)


async def answered_with_its_race(server: ServerProcess, game: str) -> None:
    async with client(server.url) as ann:
        room = await dealt(ann, game)
        board = room["board"]
        assert (room["seat"], room["race"]["status"]) == (0, "running")
        assert room["race"]["terms"]["take_back"] == "free"
        assert room["settings"]["locked"]
        assert room["settings"]["boards"] == "nobody"
        if game == "kings":
            while board["frame"] < board["of"]:
                board = await ann.ask("next_frame", race=1, frame=board["frame"] + 1)
            board = await ann.until("table")
        assert board["legal"]
        assert board["ply"] == 0
        move = board["legal"][0]
        moved = await ann.ask("play", race=1, ply=0, move=move)
        assert moved["type"] == "moved"
        undone = await ann.ask("play", race=1, ply=1, move="undo")
        assert (undone["type"], undone["ply"]) == ("moved", 2)


async def test_its_record_verifies_like_any(server: ServerProcess) -> None:
    async with client(server.url) as ann:
        room = await dealt(ann)
        for ply, move in enumerate((room["board"]["legal"][0], "undo", "resign")):
            assert (await ann.ask("play", race=1, ply=ply, move=move))["type"] == "moved"
        over = await ann.until("over")
        assert [(one["place"], one["standing"]["seat"]) for one in over["results"]] == [(1, 0)]
        record = (await ann.ask("get_record", race=room["code"]))["record"]
        assert record["nonces"] == {"0": NONCE}
        assert all(check.ok for check in verify(record, room["race"]["commitment"]))
        again = await plays(ann)
        assert again["code"] == "already_seated"
        assert (await ann.ask("leave"))["type"] == "done"
        again = await plays(ann, token=secrets.token_urlsafe(24))
        assert again["code"] != room["code"]
        assert again["race"]["commitment"] != room["race"]["commitment"]


async def test_a_great_game_says_when_it_stops_counting_for_a_crown(server: ServerProcess) -> None:
    """With the first take-back of somebody with an account, and of no game that never counted."""
    for game, options, signed_in, counted in (
        ("seven_and_sixes", {}, True, True),
        ("seven_and_sixes", {"deal_rule": "free"}, True, False),
        ("seven_and_sixes", {}, False, False),
        ("aces_up", {}, True, False),
    ):
        async with client(server.url) as ann:
            name = f"Ann{secrets.token_hex(4)}"
            if signed_in:
                await sign_up(ann, name)
            terms = {"take_back": "practice"}
            room = await dealt(ann, game, name=name, options=options, terms=terms)
            assert room["board"]["stopped_counting"] is False
            told = []
            for ply, move in enumerate((room["board"]["legal"][0], "undo")):
                told.append(await ann.ask("play", race=1, ply=ply, move=move))
            told.append(await ann.ask("play", race=1, ply=2, move=told[1]["legal"][0]))
            assert [one["stopped_counting"] for one in told] == [False, counted, counted]
            if signed_in and game == "seven_and_sixes":
                playing = (await ann.ask("get_crown"))["playing"]
                assert (playing["game"], playing["counts"]) == (game, False)
            assert (await ann.ask("look"))["stopped_counting"] is counted


async def test_in_practice_a_hint_is_given_and_a_move_made_again(server: ServerProcess) -> None:
    """Both are entries of the log, and the record of them verifies."""
    async with client(server.url) as ann:
        room = await plays(ann, "usk", terms={"take_back": "practice"})
        board = await ann.until("table")
        assert board["redo"] is None
        hinted = await ann.ask("play", race=1, ply=0, move={"kind": "hint"})
        assert (hinted["ply"], hinted["changed"]) == (1, {"piles": {}})
        hint, move = hinted["hint"], hinted["hint"]["move"]
        assert move in board["legal"]
        assert hint["reason"].format(n=hint["n"])[-1] == "."
        made = await ann.ask("play", race=1, ply=1, move=move)
        assert (made["hint"], made["redo"]) == (None, None)
        undone = await ann.ask("play", race=1, ply=2, move="undo")
        assert undone["redo"] == move
        assert (await ann.ask("look"))["redo"] == move
        assert (await ann.ask("play", race=1, ply=3, move=undone["redo"]))["redo"] is None
        await ann.ask("play", race=1, ply=4, move="resign")
        over = await ann.until("over")
        assert over["results"][0]["standing"]["clean"] is False
        record = (await ann.ask("get_record", race=room["code"]))["record"]
        texts = [text for _, text in record["seats"][0]["moves"]]
        assert (record["format"], texts[0], texts[1:4:2]) == (3, "hint", [texts[3]] * 2)
        assert all(check.ok for check in verify(record, room["race"]["commitment"]))


async def test_a_hint_tilts_the_dead_and_danger_cards_of_auntie_allis(
    server: ServerProcess,
) -> None:
    rules = games.game("auntie_allis")
    tilted = False
    while not tilted:  # not every deal begins with a card to tilt
        async with client(server.url) as ann:
            await plays(ann, rules.slug, terms={"take_back": "practice"})
            board = await ann.until("table")
            dealt = await ann.ask("play", race=1, ply=0, move="deal")
            view = View.from_json(board["view"]).after(View.from_json(dealt["changed"]))
            hinted = await ann.ask("play", race=1, ply=1, move="hint")
            assert hinted["hint"]["tilts"] == [
                {"pile": rules.layout.names[pile], "index": index, "tilt": tilt}
                for pile, index, tilt in rules.suggested_tilts(rules.state_of(view))
            ]
            tilted = bool(hinted["hint"]["tilts"])
            await ann.ask("play", race=1, ply=2, move="resign")
            over = await ann.until("over")
            assert over["results"][0]["standing"]["clean"] is False
    async with client(server.url) as ben:
        await plays(ben, rules.slug, terms={"take_back": "free"})
        refused = await ben.ask("play", race=1, ply=0, move="hint")
        assert refused["error"] == "There are no hints in a race."


async def test_a_hint_counts_what_a_watched_deal_has_laid_until_a_move_is_made(
    server: ServerProcess,
) -> None:
    async with client(server.url) as ann:
        await plays(ann, "kings", terms={"take_back": "practice"})
        frame = await ann.until("frame")
        refused = await ann.ask("play", race=1, ply=0, move="turn")
        assert refused["code"] == "dealing"
        ranks = [card[0] for _, card in frame["laid"]]
        while frame["frame"] < frame["of"]:
            frame = await ann.ask("next_frame", race=1, frame=frame["frame"] + 1)
            ranks += [card[0] for _, card in frame["laid"]]
        await ann.until("table")
        hinted = await ann.ask("play", race=1, ply=0, move="hint")
        assert hinted["hint"]["counts"] == [ranks.count(rank) for rank in "A23456789TJQ"]
        await ann.ask("play", race=1, ply=1, move="turn")
        assert (await ann.ask("play", race=1, ply=2, move="hint"))["hint"]["counts"] == []


async def test_a_hint_during_a_watched_deal_counts_the_frames_so_far_and_tells_no_more(
    server: ServerProcess,
) -> None:
    """It marks the result; the deal goes on from its frame, also on another connection."""
    async with client(server.url) as ann:
        room = await plays(ann, "kings", terms={"take_back": "practice"})
        frame = await ann.until("frame")
        ranks = [card[0] for _, card in frame["laid"]]
        for n in (2, 3):
            frame = await ann.ask("next_frame", race=1, frame=n)
            ranks += [card[0] for _, card in frame["laid"]]
        counts = [ranks.count(rank) for rank in "A23456789TJQ"]
        for ply in (0, 1):
            counted = await ann.ask("play", race=1, ply=ply, move={"kind": "hint"})
            assert {name: counted[name] for name in ("type", "race", "ply", "counts")} == {
                "type": "deal_counts", "race": 1, "ply": ply + 1, "counts": counts,
            }  # fmt: skip
            assert counted.keys() == {"type", "id", "race", "ply", "counts", "stopped_counting"}
        again = await ann.ask("play", race=1, ply=1, move="hint")
        assert (again["ply"], again["counts"]) == (2, counts)
        assert (await ann.ask("play", race=1, ply=2, move="turn"))["code"] == "dealing"
        async with client(server.url) as back:
            back.token = ann.token
            entered = await back.ask("resume", code=room["code"], token=ann.token, legal=True)
            assert entered["code"] == room["code"]
            frame = await back.until("frame", "table")
            assert (frame["type"], frame["frame"], frame["ply"]) == ("frame", 3, 2)
            while frame["frame"] < frame["of"]:
                frame = await back.ask("next_frame", race=1, frame=frame["frame"] + 1)
            table = await back.until("table")
            assert table["ply"] == 2
            moved = await back.ask("play", race=1, ply=2, move=table["legal"][0])
            assert moved["type"] == "moved"
            await back.ask("play", race=1, ply=3, move="resign")
            over = await back.until("over")
            assert over["results"][0]["standing"]["clean"] is False
            record = (await back.ask("get_record", race=room["code"]))["record"]
        assert [text for _, text in record["seats"][0]["moves"]][:2] == ["hint", "hint"]
        assert all(check.ok for check in verify(record, room["race"]["commitment"]))
    async with client(server.url) as ben:
        await plays(ben, "kings", terms={"take_back": "free"})
        refused = await ben.ask("play", race=1, ply=0, move="hint")
        assert refused["error"] == "There are no hints in a race."


async def test_there_is_no_hint_in_a_race(server: ServerProcess) -> None:
    async with client(server.url) as ann:
        await dealt(ann, "usk", terms={"take_back": "free"})
        refused = await ann.ask("play", race=1, ply=0, move="hint")
        assert (refused["code"], refused["ply"]) == ("illegal_move", 0)
        assert refused["error"] == "There are no hints in a race."


async def test_in_practice_a_stuck_game_goes_on_until_it_is_given_up(server: ServerProcess) -> None:
    """Its last move is taken back like any; the record of it verifies."""
    async with client(server.url) as ann:
        room = await plays(ann, "aces_up", terms={"take_back": "practice"})
        assert room["race"]["terms"]["take_back"] == "practice"
        board = room.get("table") or await ann.until("table")
        while board["legal"]:
            move = min(board["legal"], key=lambda move: move["kind"] != "deal")
            board = await ann.ask("play", race=1, ply=board["ply"], move=move)
            assert (board["type"], board["over"]) == ("moved", None)
        board = await ann.ask("play", race=1, ply=board["ply"], move="undo")
        assert (board["type"], board["over"]) == ("moved", None)
        assert board["legal"]
        board = await ann.ask("play", race=1, ply=board["ply"], move=board["legal"][0])
        await ann.ask("play", race=1, ply=board["ply"], move="resign")
        over = await ann.until("over")
        assert over["results"][0]["standing"]["reason"] == "resigned"
        record = (await ann.ask("get_record", race=room["code"]))["record"]
        assert record["terms"]["take_back"] == "practice"
        assert all(check.ok for check in verify(record, room["race"]["commitment"]))
        assert (await ann.ask("leave"))["type"] == "done"
        refused = await ann.create("aces_up", terms={"take_back": "practice"})
        assert (refused["type"], refused["code"]) == ("refused", "bad_option")


async def test_nobody_else_comes_in(server: ServerProcess) -> None:
    async with client(server.url) as ann, client(server.url) as eve:
        room = await plays(ann)
        code = room["code"]
        refused = await eve.ask("join", code=code, name="Eve", token=eve.token)
        assert refused["code"] == "locked"
        refused = await eve.ask("resume", code=code, token=eve.token)
        assert refused["code"] == "unknown_seat"
        assert (await eve.ask("watch", code=code))["seat"] is None
        assert (await eve.ask("watch_board", seat=0))["code"] == "not_for_you"
        assert (await eve.ask("get_record", race=code))["code"] == "race_not_over"
        assert not (await eve.ask("rooms"))["rooms"]


async def test_asked_again_by_the_same_token_it_is_the_same_race(server: ServerProcess) -> None:
    """The line broke before the answer came: the clock has run since."""
    async with client(server.url) as ann, client(server.url) as again:
        room = await dealt(ann)
        first = room["board"]["legal"][0]
        await ann.ask("play", race=1, ply=0, move=first)
        same = await dealt(again, token=ann.token)
        assert (same["code"], same["board"]["ply"]) == (room["code"], 1)
        assert same["race"]["commitment"] == room["race"]["commitment"]
        with pytest.raises(ConnectionClosed, match="4000"):
            await ann.ask("look")


async def test_two_who_ask_at_once_by_one_token_come_to_one_race(server: ServerProcess) -> None:
    async with client(server.url) as one, client(server.url) as other:
        told = await asyncio.gather(plays(one, token="t" * 22), plays(other, token="t" * 22))
        rooms = [room["code"] for room in told if room["type"] == "room"]
        assert rooms
        assert set(rooms) <= set(codes("t" * 22))
        assert len(set(rooms)) == 1


def test_a_token_tells_its_rooms_and_they_nothing_of_it() -> None:
    mine, others = list(codes("a" * 22)), list(codes("a" * 21 + "b"))
    assert len({*mine, *others}) == 2 * MOST_CODES
    assert mine == list(codes("a" * 22))


IMPOSSIBLE: list[tuple[dict[str, Any], str]] = [
    ({"game": "poker"}, "bad_option"),
    ({"options": {"columns": 3}}, "bad_option"),
    ({"game": "poker_patience", "terms": {"format": "caller"}}, "bad_option"),
    ({"game": "usk", "terms": {"format": "caller", "take_back": "none"}}, "bad_option"),
    (
        {"game": "poker_patience", "terms": {"format": "caller", "take_back": "none"}},
        "bad_option",
    ),
    ({"terms": {"format": "score"}}, "bad_option"),
    ({"terms": {"take_back": "always"}}, "bad_message"),
    ({"bell_ms": 0}, "bad_message"),
    ({"bell_ms": 10**9}, "bad_message"),
    ({"nonce": "0"}, "bad_message"),
    ({"nonce": None}, "bad_message"),
    ({"token": "short"}, "bad_message"),
    ({"name": ""}, "bad_message"),
    ({"name": "x" * 61}, "bad_message"),
    ({"name": "Server"}, "bad_name"),
    ({"settings": {}}, "bad_message"),
    ({"code": "ABCDEF"}, "bad_message"),
]


async def test_what_cannot_be_is_refused(server: ServerProcess) -> None:
    async with client(server.url) as ann:
        for given, code in IMPOSSIBLE:
            refused = await plays(ann, **given)
            assert (refused["type"], refused["code"]) == ("refused", code), given
        assert (await plays(ann))["type"] == "room", "and nothing has come of it"


async def test_a_choice_of_terms_stands(server: ServerProcess) -> None:
    async with client(server.url) as ann:
        room = await plays(ann, "demon", terms={"take_back": "none"}, options={"grace": False})
        assert room["race"]["terms"]["take_back"] == "none"
        assert room["race"]["options"]["grace"] is False


async def test_the_server_names_the_next_safe_move_where_the_terms_ask_for_it(
    server: ServerProcess,
) -> None:
    """The client makes it as any other move, and the record verifies."""
    async with client(server.url) as ann:
        await dealt(ann, "bakers_dozen", terms={"take_back": "free"})
        assert (await ann.ask("look"))["safe"] is None
        await ann.ask("leave")
        while True:
            asked = {"terms": {"take_back": "free", "safe_play": True}}
            token = secrets.token_urlsafe(24)
            room = await dealt(ann, "bakers_dozen", token=token, **asked)
            board = room["board"]
            if board["safe"]:  # an ace lies at the foot of a column
                break
            await ann.ask("leave")
        assert room["race"]["terms"]["safe_play"] is True
        assert board["safe"] in board["legal"]
        made = await ann.ask("play", race=1, ply=0, move=board["safe"])
        assert made["progress"] == 1
        assert made["safe"] in (None, *made["legal"])
        back = await ann.ask("play", race=1, ply=1, move="undo")
        assert (back["safe"], back["redo"]) == (None, board["safe"]), "or it would be made again"
        await ann.ask("play", race=1, ply=2, move="resign")
        await ann.until("over")
        record = (await ann.ask("get_record", race=room["code"]))["record"]
        assert (record["format"], record["terms"]["safe_play"]) == (3, True)
        assert all(check.ok for check in verify(record, room["race"]["commitment"]))


async def test_with_an_account_it_is_in_its_history(tmp_path: Path) -> None:
    async with ServerProcess(tmp_path / "data") as server, client(server.url) as ann:
        signed = await ann.ask("sign_up", name="Ann", password="correct horse battery")
        assert signed["type"] == "signed_in"
        room = await dealt(ann, name="Anybody else")
        assert room["members"][0]["name"] == "Ann"
        assert room["members"][0]["claimed"]
        await ann.ask("play", race=1, ply=0, move=room["board"]["legal"][0])
        await ann.ask("play", race=1, ply=1, move="resign")
        await ann.until("over")
        seats = (await ann.ask("get_my_seats"))["seats"]
        assert [(seat["code"], seat["seat"]) for seat in seats] == [(room["code"], 0)]
        async with asyncio.timeout(60):
            while not (mine := (await ann.ask("get_my_races"))["races"]):  # noqa: ASYNC110 # its event is in another process
                await asyncio.sleep(0.1)
        assert [race["race"] for race in mine] == [f"{room['code']}-1"]
