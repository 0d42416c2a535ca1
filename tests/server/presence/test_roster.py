"""The roster: what several processes tell each other of who is on line."""

from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from engine.games import game
from engine.races.terms import terms
from protocol.message import encode
from protocol.presence import FriendsOnline, OnlineFriend
from server.presence.activity import activity_of
from server.presence.friends_text import friend_text, friends_text
from server.presence.roster import FREE, SILENT_S, Activity, Roster
from server.rooms.state import Race, Room, Seat

RACING = Activity(racing=True, watch="KQ74TX")
ACTIVITIES = st.sampled_from([FREE, Activity(racing=True), RACING])
PEOPLE = st.dictionaries(st.sampled_from("abcdef"), ACTIVITIES, max_size=6)


@given(st.lists(st.tuples(PEOPLE, st.booleans(), st.booleans()), max_size=12))
def test_another_process_knows_what_this_one_knows_after_any_lost_messages(
    looks: list[tuple[dict[str, Activity], bool, bool]],
) -> None:
    """Each look sends what has changed. Some messages are lost; then the whole list is asked for
    and sent with the next look, unless that is lost too."""
    here, there = Roster(), Roster()
    number, asked = 0, True
    for people, lost, _ in [*looks, ({"a": FREE}, False, False), ({"b": RACING}, False, False)]:
        before = {account: there.activity(account) for account in "abcdef"}
        changes = here.replace_own(people)
        number += 1
        if lost:
            continue
        if asked:
            changed: set[str] | None = there.whole("one", number, people, 0.0)
        else:
            changed = there.change("one", number, changes, 0.0)
        asked = changed is None
        if changed is not None:
            now = {account: there.activity(account) for account in "abcdef"}
            assert now == {account: people.get(account) for account in "abcdef"}
            assert {account for account in "abcdef" if now[account] != before[account]} <= changed
    if asked:  # the last message but one was lost
        there.whole("one", number + 1, here.own, 0.0)
    assert there.activity("b") == RACING
    assert there.activity("a") is None


def test_somebody_on_two_processes_is_shown_as_racing_and_on_line_until_both_are_gone() -> None:
    roster = Roster()
    roster.replace_own({"anna": FREE})
    assert roster.whole("two", 1, {"anna": RACING, "ben": FREE}, 10.0) == {"anna", "ben"}
    assert roster.activity("anna") == RACING
    assert roster.change("two", 2, {"anna": None}, 11.0) == {"anna"}
    assert roster.activity("anna") == FREE
    assert roster.replace_own({}) == {"anna": None}
    assert roster.activity("anna") is None
    assert roster.forget_silent(11.0 + SILENT_S) == set()
    assert roster.forget_silent(11.1 + SILENT_S) == {"ben"}
    assert roster.activity("ben") is None


def _room(seats: int = 2, **race: Any) -> Room:
    rules = game("klondike")
    told: dict[str, Any] = {
        "n": 1,
        "rules": rules,
        "terms": terms(rules, {}),
        "bell_ms": 60_000,
        "secret": b"",
        "status": "running",
        "racing": tuple(range(seats)),
    }
    return Room(
        "KQ74TX", seats={n: Seat(str(n), "") for n in range(3)}, races={1: Race(**told | race)}
    )


@given(
    st.none() | st.integers(1, 2**53),
    st.lists(st.tuples(st.text(max_size=24), st.booleans(), ACTIVITIES), max_size=4),
)
def test_the_text_of_the_list_is_that_of_its_model(
    request: int | None, friends: list[tuple[str, bool, Activity]]
) -> None:
    listed = [
        OnlineFriend(name=name, bot=bot, racing=what.racing, watch=what.watch or None)
        for name, bot, what in friends
    ]
    text = friends_text(request, [friend_text(*friend) for friend in friends])
    assert text == encode(FriendsOnline(id=request, friends=listed))


def test_what_friends_learn_of_a_race() -> None:
    assert activity_of(_room(), 0, watching=True) == RACING
    assert activity_of(_room(), 0, watching=False) == Activity(racing=True)
    assert activity_of(_room(), 2, watching=True) == FREE, "stands aside"
    assert activity_of(_room(), None, watching=True) == FREE, "a spectator"
    assert activity_of(_room(1), 0, watching=True) == FREE, "alone"
    assert activity_of(_room(status="lobby"), 0, watching=True) == FREE
    assert activity_of(_room(status="over"), 0, watching=True) == FREE
