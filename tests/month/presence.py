"""Presence: friends see who of them is on line, and challenge each other to races."""

import asyncio
import re
from math import inf
from typing import Any

from tests.month.accounts import are_friends, become_friends, friends_of, prefers
from tests.month.habits import record_holds
from tests.month.line import Line, Message
from tests.month.people import Person, Town, nonce
from tests.month.playing import Manner, play

SEEN_S = 8.0
"""After so many seconds friends see what has changed (`docs/protocol.md`)."""
LATE_S = SEEN_S + 1.0
BELL_MS = 4 * 60_000
POLL_S = 4.0
"""After so many seconds without news somebody notices that the session has ended."""
RACE = {"game": "aces_up", "bell_ms": BELL_MS}
MEETING = 4
"""People in a meeting."""
ANSWERS = ("accepted", "declined", "withdrawn")
CHANGING = re.compile(r"cp:\{(clock|house|r\d)\}:")
DIGEST = "return redis.sha1hex(redis.call('DUMP', KEYS[1]) or '')"
NOT_THERE = frozenset({"not_online", "not_friends", "not_signed_in"})
"""Refusals of a challenge to somebody who is not on line. The other two say that meanwhile somebody
has another name, is no friend any more, or has lost the session."""


class Meeting:
    """Four people are on line: one who challenges, two friends of theirs, of whom the second hides,
    and a stranger. All follow who of their friends is on line."""

    def __init__(self, town: Town, people: list[Person]) -> None:
        self.town, self.people = town, people
        self.one, self.friend, self.shy, self.stranger = people
        self._answers = town.chance.sample(ANSWERS, len(ANSWERS))
        self._over = False
        self._seen: frozenset[str] | None = None
        """The names of the friends whom the challenger was shown last."""

    async def evening(self) -> None:
        await self.town.calmly("making friends", self._become_friends)
        async with asyncio.TaskGroup() as tasks:
            for one in self.people:
                tasks.create_task(self.town.calmly("following", lambda o=one: self._follows(o)))  # type: ignore[misc]
            await self.town.calmly("challenging", self._meet)
            self._over = True

    async def _become_friends(self) -> None:
        async with self.town.visit(self.one) as line:
            for other in (self.shy, self.friend):
                await become_friends(self.town, line, self.one, other)

    # What friends are shown. --------------------------------------------------------------------

    async def _follows(self, one: Person) -> None:
        """Look all the time at who is on line: none but friends, and nobody who hides."""
        async with self.town.visit(one) as line:
            if one is self.stranger:
                await line.ask("go_online")
            friends = await friends_of(line) or set()
            told = await line.ask("follow_friends")
            while told["type"] == "friends_online" and not self._over:
                shown = frozenset(each["name"] for each in told["friends"])
                if one is self.one:
                    self._seen = shown
                self._may_be_shown(told["friends"])
                now = await friends_of(line)
                if now is None:
                    break
                friends |= now
                assert shown <= friends, f"{one.name} was shown {shown - friends}"
                self.town.diary.count("presence_checked")
                told = await line.until("friends_online", within_s=POLL_S) or told
        if one is self.one:
            self._seen = None

    def _may_be_shown(self, friends: list[dict[str, Any]]) -> None:
        people = {one.name: one for one in self.town.here}
        for friend in friends:
            one = people.get(friend["name"])
            if one is not None:  # otherwise they have another name by now
                hides = self.town.house.awake_s - one.hides_since_s > LATE_S
                assert not hides, f"{one.name} hides and is shown"
                may_watch = one.lets_watch and friend["racing"]
                assert friend["watch"] is None or may_watch, f"{one.name} may not be watched"

    async def _is_shown(self, line: Line, theirs: Line, one: Person, *, shown: bool) -> None:
        """Check that the challenger sees somebody, or does not, as soon as there was time for it.
        Nothing is checked if the machine was asleep, or somebody has lost the session."""
        name, naps = one.name, self.town.house.naps
        await asyncio.sleep(LATE_S)
        if (one.name, self.town.house.naps) != (name, naps):
            return
        if shown and not (await are_friends(line, one) and await are_friends(theirs, self.one)):
            return
        if self._seen is not None:
            assert (name in self._seen) == shown, f"{name} is{' not' * shown} shown as on line"
            self.town.diary.count("presence_checked")

    # Who comes. ---------------------------------------------------------------------------------

    async def _meet(self) -> None:
        town, one, shy, friend = self.town, self.one, self.shy, self.friend
        async with town.visit(one) as line, town.visit(shy) as hers:
            await line.ask("go_online")  # for the friend's answer
            await self._hides(line, hers)
            await self._nobody_is_there(line)
            async with town.visit(friend) as theirs:
                friend.lets_watch = friend.chance.random() < 0.5
                watching = "allowed" if friend.lets_watch else "refused"
                await prefers(town, theirs, "watching", watching)
                await shows(town, theirs, friend)
                await theirs.ask("go_online")
                await self._is_shown(line, theirs, friend, shown=True)
                for answer in self._answers:
                    await self._challenge(line, theirs, answer)
            await self._is_shown(line, theirs, friend, shown=False)

    async def _hides(self, line: Line, hers: Line) -> None:
        """Come on line hidden, be shown for some seconds, and hide again."""
        shy = self.shy
        await hides(self.town, hers, shy)
        await hers.ask("go_online")
        await self._is_shown(line, hers, shy, shown=False)
        await shows(self.town, hers, shy)
        await self._is_shown(line, hers, shy, shown=True)
        await hides(self.town, hers, shy)
        await self._is_shown(line, hers, shy, shown=False)

    async def _nobody_is_there(self, line: Line) -> None:
        """Challenge friends of whom one is not there and one hides; then play against a bot."""
        room = await self._room(line)
        if room is None:
            return
        for friend in (self.friend, self.shy):
            asked = await line.ask("challenge", name=friend.name)
            assert asked.get("code") in NOT_THERE, f"{friend.name} is not there: {asked}"
        await line.ask("seat_bot", strength="greedy", pace="quick")
        await self._race(line, self.one, room["code"])
        self.town.diary.count("races_against_bots")

    # Challenges. --------------------------------------------------------------------------------

    async def _challenge(self, line: Line, theirs: Line, answer: str) -> None:
        """Challenge the friend to a new room, and come to this end."""
        town, one, friend = self.town, self.one, self.friend
        names, naps = (one.name, friend.name), town.house.naps
        room = await self._room(line)
        if room is None:
            return
        code = room["code"]
        asked = await line.ask("challenge", name=friend.name)
        told = (
            await theirs.until("challenged", within_s=SEEN_S) if asked["type"] == "done" else None
        )
        if told is None:
            await self._may_be_unheard(line, theirs, names, naps)
            await line.ask("leave")
            return
        assert (told["code"], told["game"]) == (code, RACE["game"]), told
        if answer == "withdrawn":
            await line.ask("leave")
            late = await theirs.ask("join", code=code, name=friend.name, **friend.seat)
            here = [each["name"] for each in late.get("members", ()) if each["here"]]
            assert len(here) <= 1, f"{here} are in the room of a withdrawn challenge"
            await theirs.ask("leave")
        elif answer == "declined":
            await theirs.ask("decline_challenge", name=told["name"], code=code)
            declined = await line.until("challenge_declined", within_s=SEEN_S)
            if declined is None:
                answer = "unheard"
                await self._may_be_unheard(line, theirs, names, naps)
            else:
                assert (declined["name"], declined["code"]) == (names[1], code), declined
            await line.ask("leave")
        else:
            joined = await theirs.ask("join", code=code, name=friend.name, **friend.seat)
            if joined["type"] == "refused":
                await line.ask("leave")
                return
            async with asyncio.TaskGroup() as tasks:
                for who, hand in ((one, line), (friend, theirs)):
                    tasks.create_task(
                        town.calmly("challenged race", lambda h=hand, w=who: self._race(h, w, code))  # type: ignore[misc]
                    )
        town.diary.count(f"challenges {answer}")

    async def _may_be_unheard(
        self, line: Line, theirs: Line, names: tuple[str, str], naps: int
    ) -> None:
        """Check that there is a reason for which a message did not arrive: meanwhile somebody has
        another name, is no friend any more or has lost the session, or the machine was asleep."""
        one, friend = self.one, self.friend
        same = ((one.name, friend.name), self.town.house.naps) == (names, naps)
        same = same and await are_friends(line, friend) and await are_friends(theirs, one)
        assert not same, f"{one.name} and {friend.name} do not hear each other"

    async def _room(self, line: Line) -> Message | None:
        line.forget()
        room = await line.ask("create", name=self.one.name, **RACE, **self.one.seat)
        return room if room["type"] == "room" else None

    async def _race(self, line: Line, one: Person, code: str) -> None:
        """Play the race of the room, check its record, and leave."""
        await line.ask("ready", nonce=nonce())
        self.town.diary.count("moves", await play(line, Manner(one.chance, 8, 3.0)))
        if await line.until("over", within_s=1.5 * BELL_MS / 1000):
            answer = await line.ask("get_record", race=code)
            if answer["type"] == "record":
                record_holds(self.town, answer["record"], None)
                self.town.raced.append(f"{code}-1")
                self.town.diary.count("races")
        await line.ask("leave")


async def shows(town: Town, line: Line, one: Person) -> None:
    """Let one's friends see that one is on line."""
    one.hides_since_s = inf
    await prefers(town, line, "presence", "shown")


async def hides(town: Town, line: Line, one: Person) -> None:
    """Hide from one's friends."""
    await prefers(town, line, "presence", "hidden")
    one.hides_since_s = town.house.awake_s


async def shown_to(town: Town, one: Person) -> list[str]:
    """The names of the friends whom somebody is shown who comes only to look."""
    async with town.visit(one) as line:
        return [each["name"] for each in (await line.ask("follow_friends"))["friends"]]


async def everybody_has_left(town: Town, most: int = 10) -> None:
    """Check that nobody is shown to some people, because all have left."""
    await asyncio.sleep(LATE_S)
    for one in town.some(most):
        if one.session:
            shown = await shown_to(town, one)
            assert not shown, f"{one.name} is shown {shown}"
            town.diary.count("presence_checked")


async def stored(redis: Any, code: str) -> dict[str, str]:
    """What the store has, by key, as digests: everything but the heartbeats of processes, and the
    rooms other than `code`, in which a race may still come to its end."""
    names = [n async for n in redis.scan_iter(count=1000) if code in n or not CHANGING.match(n)]
    pipeline = redis.pipeline(transaction=False)
    for name in names:
        pipeline.eval(DIGEST, 1, name)
    return dict(zip(names, await pipeline.execute(), strict=True))
