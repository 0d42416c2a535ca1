"""The client messages of the protocol, written again by hand, and strategies that corrupt them."""

import json
import re
from collections.abc import Callable
from typing import Any

from hypothesis import strategies as st

from tests.server.machine.board import NOBODYS, Answer
from tests.server.machine.referee import PHRASES

Fits = Callable[[Any], bool]

LARGEST_ID = 2**53
TOKEN, CODE = r"[A-Za-z0-9_-]{22,64}", r"[0-9A-HJKMNP-TV-Z]{6}"
NONCE, INVITE = r"[0-9a-f]{32}", r"[0-9A-Z]{8}"


def whole(least: int, most: int) -> Fits:
    return lambda value: type(value) is int and least <= value <= most


def text(most: int) -> Fits:
    return lambda value: isinstance(value, str) and len(value) <= most


def word(pattern: str) -> Fits:
    return lambda value: isinstance(value, str) and bool(re.fullmatch(pattern, value))


def listed(fits: Fits, least: int, most: int) -> Fits:
    return lambda value: (
        isinstance(value, list) and least <= len(value) <= most and all(map(fits, value))
    )


def one_of(*values: str) -> Fits:
    return lambda value: isinstance(value, str) and value in values


def maybe(fits: Fits) -> Fits:
    return lambda value: value is None or fits(value)


def said(most: int, typed: int) -> Fits:
    def fits(value: Any) -> bool:
        if not isinstance(value, str) or len(value) > typed:
            return False
        plain = " ".join(value.split())
        return 1 <= len(plain) <= most and plain.isprintable()

    return fits


def flag(value: Any) -> bool:
    return type(value) is bool


def a_move(value: Any) -> bool:
    if isinstance(value, dict):
        return all(len(name) <= 20 for name in value)
    return text(400)(value)


def versions(value: Any) -> bool:
    return isinstance(value, list) and 1 <= len(value) <= 20 and all(type(v) is int for v in value)


def fields(**known: Fits) -> Fits:
    def fits(value: Any) -> bool:
        return isinstance(value, dict) and all(n in known and known[n](v) for n, v in value.items())

    return fits


NAME, SEAT, RACE = said(24, 60), whole(0, 9_999), whole(1, 999_999)
OLD, NEW = (lambda v: text(200)(v) and v != ""), (lambda v: text(200)(v) and len(v) >= 8)
SESSION = word(r"[0-9a-f]{24}[A-Za-z0-9_-]{43}")
SETTINGS = fields(
    size=whole(2, 500), locked=flag, invite_only=flag, late=flag, bots=flag, listed=flag,
    boards=one_of("nobody", "done", "everybody"), delay_ms=whole(0, 3_600_000),
)  # fmt: skip
ENTERING = {"name": NAME, "remember?": flag, "device?": maybe(word(TOKEN))}

KINDS: dict[str, dict[str, Fits]] = {
    "hello": {"protocol": versions, "client": text(60)},
    "join": {"token": word(TOKEN), "legal?": flag, "code": word(CODE),
             "invite?": maybe(word(INVITE)), "name": NAME, "bot?": flag},
    "resume": {"token": word(TOKEN), "legal?": flag, "code": word(CODE)},
    "watch": {"code": word(CODE), "invite?": maybe(word(INVITE))},
    "ready": {"nonce": word(NONCE)},
    "unready": {}, "start": {}, "rematch": {}, "look": {}, "leave": {}, "ping": {}, "rooms": {},
    "unwatch": {}, "take_host": {}, "begin_break": {}, "end_break": {},
    "play": {"race": RACE, "ply": whole(0, 100_000), "move": a_move},
    "next_frame": {"race": RACE, "frame": whole(1, 1_000)},
    "get_record": {"race": word(f"{CODE}(-[1-9][0-9]{{0,5}})?")},
    "change_settings": {"settings": SETTINGS},
    "kick": {"seat": SEAT},
    "silence": {"seat": SEAT, "silent": flag},
    "stand_aside": {"aside": flag},
    "join_race": {"race": RACE},
    "say": {"text": said(200, 400)},
    "phrase": {"phrase": one_of(*PHRASES)},
    "mark": {"race": RACE, "pile": text(20), "index?": maybe(whole(0, 103)), "tilt": whole(0, 3)},
    "watch_board": {"seat": SEAT},
    "watch_boards": {"seats": listed(SEAT, 1, 9)},
    "sign_up": {**ENTERING, "password": NEW, "bot?": flag},
    "log_in": {**ENTERING, "password": OLD},
    "recover": {**ENTERING, "recovery": lambda v: text(60)(v) and v != "", "password": NEW},
    "authenticate": {"session": SESSION},
    "log_out": {"everywhere?": flag},
    "get_account": {},
    "rename": {"name": NAME},
    "change_password": {"password": OLD, "new_password": NEW},
    "delete_account": {"password": OLD},
}  # fmt: skip
"""Every kind of message the referee judges, with the values of its fields; `?` marks optional
fields."""

LIKELY: dict[str, list[Any]] = {
    "protocol": [[1], [1, 2]], "client": ["x"], "token": ["t" * 22, "h" * 30], "legal": [True],
    "code": ["ZZZZZZ"], "invite": [None, "ABCD2345"], "name": ["Ann", "lan"], "bot": [False, True],
    "nonce": ["9e" * 16], "race": [1, 2, "ZZZZZZ", "ZZZZZZ-1"], "ply": [0, 1, 100_000],
    "move": ["deal", "resign!", {"kind": "deal"}, {"kind": "undo"}, {"kind": "place", "cell": [0]}],
    "frame": [1, 2, 1_000], "settings": [{}, {"size": 2}, {"late": True, "boards": "done"}],
    "seat": [0, 1, 9_999], "seats": [NOBODYS], "silent": [True], "aside": [True, False],
    "text": ["Oh!"],
    "phrase": ["thank_you"], "pile": ["tab.0", "stock", "nowhere"], "index": [0, 1, 103],
    "tilt": [0, 1, 3], "password": ["wrong word"], "remember": [False], "device": ["d" * 22],
    "recovery": ["AAAAA-AAAAA"], "session": ["0" * 24 + "a" * 43], "everywhere": [False],
    "new_password": ["another word"],
}  # fmt: skip
WRONG: list[Any] = [
    None, True, -1, 0, 2**53 + 1, 2**70, 1.5, "", " ", "x" * 3_000, "\x00", [], {}, [[[]]], ["1"],
    {"kind": 1}, {"x" * 30: 1}, {"size": 1}, {"size": True}, {"boards": "all"}, {"delay_ms": -1},
]  # fmt: skip
"""Values that are rarely valid for a field; the table above decides."""

FOREIGN = ["seat", "secret", "by", "nonce", "terms", "format", "game", "call", "ms", "kind"]
IDS: list[Any] = [2**53, 0, -1, 2**53 + 1, "1", True, None, 1.5, [1]]


def valid(message: Any) -> bool:
    """Whether this is a message, by the table above."""
    if not isinstance(message, dict) or not isinstance(message.get("type"), str):
        return False
    known = KINDS.get(message["type"])
    if known is None or not whole(0, LARGEST_ID)(message.get("id")):
        return False
    given = {name: value for name, value in message.items() if name not in ("type", "id")}
    needed = {name for name in known if not name.endswith("?")}
    fits = {name.rstrip("?"): fits for name, fits in known.items()}
    return needed <= set(given) <= set(fits) and all(fits[n](v) for n, v in given.items())


def number_of(message: Any) -> int | None:
    """The id an answer has to repeat; None if there is none."""
    number = message.get("id") if isinstance(message, dict) else None
    return number if whole(0, LARGEST_ID)(number) else None


@st.composite
def spoilt(draw: st.DrawFn) -> Answer:
    """A message that in most cases is invalid; its id is present unless the id itself is
    corrupted."""
    kind = draw(st.sampled_from(sorted(KINDS)))
    names = [n.rstrip("?") for n in KINDS[kind] if not n.endswith("?") or draw(st.booleans())]
    message: Answer = {"type": kind, **{n: draw(st.sampled_from(LIKELY[n])) for n in names}}
    match draw(st.integers(0, 5)):
        case 0 if names:
            del message[draw(st.sampled_from(names))]
        case 1:
            message[draw(st.sampled_from(FOREIGN))] = draw(st.sampled_from(WRONG))
        case 2 | 3 if names:
            message[draw(st.sampled_from(names))] = draw(st.sampled_from(WRONG))
        case 4:
            message["type"] = draw(
                st.sampled_from([*sorted(KINDS), "sing", "", 7, None, [], "Play"])
            )
        case 5:
            message["id"] = draw(st.sampled_from(IDS))
    return message


GARBAGE = [
    "", "{", "[]", "null", '"look"', "7", "[" * 500, "\x00", '{"type":"look"}',
    '{"type":"look","id":1,"id":"x"}', '{"type":"look","type":"ping","id":"1"}',
    '{"type":"play","id":1e400}', '{"type":"ping","id":NaN}', "\ud7ff",
    json.dumps({"a": "b" * 9_000}),
]  # fmt: skip
"""Frames that are not messages; none has an id that could be repeated."""

usual = st.sampled_from([True] * 9 + [False])
some = st.integers(0, 50)
names = st.sampled_from(["Ann", "ANN", "Ben", "Ian", "lan", "Eve", "Cat"])
passwords = st.sampled_from(["a good word", "another word", "wrong wrong", "aaaaaaaa"])
settings = st.fixed_dictionaries(
    {},
    optional={
        "size": st.sampled_from([2, 3, 500]), "locked": st.booleans(), "late": st.booleans(),
        "invite_only": st.booleans(), "bots": st.booleans(), "listed": st.booleans(),
        "boards": st.sampled_from(["nobody", "done", "everybody"]),
        "delay_ms": st.sampled_from([0, 0, 1_000, 5_000]),
    },
)  # fmt: skip
