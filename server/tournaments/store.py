"""Tournament store in Redis: tournaments, the public list, deadlines. Methods raise StoreAway if
Redis cannot be reached.

The stored data of a tournament grows with every result. So each round is a field of its own in the
Redis hash of the tournament, and a step (one stored change) writes only the fields that have
changed. The steps of a tournament are numbered. Tournaments are cached, and read again only if the
number of the last step in Redis differs.

An outage is a time in which no process could store anything. It is refunded: clocks of the
tournament are moved later by it. `code` is the code of a tournament, and server time is in ms.
"""

from collections import OrderedDict
from collections.abc import Collection, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from pydantic import TypeAdapter

from engine.races.ranking import Standing
from server.boards.seat_standing import StoredStanding
from server.errors import Refusal
from server.live_rooms.multi_deal_tasks import session_code
from server.rooms.state import Room
from server.store import keys
from server.store.heartbeat import outages_of
from server.store.redis_client import patience
from server.store.redis_commands import RedisClient, replies
from server.store.scripts import Script, as_flag
from server.tournaments.effects import EffectValue
from server.tournaments.external_events import corrected, held
from server.tournaments.state import PREFIX, StoredRound, Tournament
from server.tournaments.transitions import look_at

MOST_LISTED = 200
"""The maximum length of the public list. Tournaments whose last change is oldest are dropped."""
MOST_KNOWN = 50
"""The maximum number of tournaments cached in memory."""
ROUND = "round "
"""Prefix of the fields of rounds; the number of the round follows."""
_ROUND: TypeAdapter[StoredRound] = TypeAdapter(StoredRound)


STEP = Script(Path(__file__).parent / "step.lua", as_flag)


class StoredTournament(NamedTuple):
    """A tournament that was read. `stored` is the tournament as it is stored, and `step` the number
    of its last stored change. `tournament` is the same tournament after refunding all outages."""

    tournament: Tournament
    step: int
    stored: Tournament


class _Known(NamedTuple):
    """A cached tournament, as it was stored by the change with the number `step`. `texts` are the
    stored texts of its rounds, by field."""

    step: int
    tournament: Tournament | None
    texts: Mapping[str, str]


NOTHING = _Known(0, None, {})
"""Stands for a tournament that is not cached."""


class StoredRaceClock(NamedTuple):
    """The server times at which a race starts (`zero_at`) and at which its time is over
    (`bell_at`), with outages refunded."""

    zero_at: int
    bell_at: int


class TournamentSummary(EffectValue):
    """A tournament's line in the public list. `organiser` is the id of an account, `entrants` the
    number of entrants, and `most` how many may enter. `turn` is the number of rounds drawn so far,
    and `of` the number of all rounds, None if unknown. Rounds that are played again, and additional
    rounds that break ties, are counted in neither."""

    code: str
    title: str
    format: str
    status: str
    organiser: str
    entrants: int
    most: int
    invited: bool
    turn: int
    of: int | None
    starts_at: int | None
    ended_at: int | None


class TournamentStore:
    """Reads and writes tournaments. A tournament is stored until `kept_s` seconds after its last
    change or its next deadline, whichever is later. One that has ended without any round is stored
    for three days."""

    def __init__(self, redis: RedisClient, kept_s: int) -> None:
        self._redis = redis
        self._kept_s = kept_s
        self._known: OrderedDict[str, _Known] = OrderedDict()

    def forget_all(self) -> None:
        """Drop all cached tournaments. This is called when Redis may have lost its latest writes. A
        later change may then get the number of a lost one, so the number would not show that the
        cached tournament is wrong."""
        self._known.clear()

    async def load(self, code: str) -> StoredTournament:
        """Return the tournament with this code. Raise Refusal if there is none."""
        async with patience():
            pipeline = self._redis.pipeline(transaction=False)
            asked = (
                pipeline.hget(keys.tournament(code), "step"),
                pipeline.lrange(keys.OUTAGES, 0, -1),
            )
            at, lines = await replies(pipeline, asked)
        step, stored, _ = self._known.get(code, NOTHING)
        if at is None or stored is None or int(at) != step:
            step, stored = await self._read(code)
        return StoredTournament(held(stored, outages_of(lines)), step, stored)

    async def step(self, code: str) -> int:
        """Return the number of the last change (step) that was stored for a tournament; 0 if there
        is no such tournament."""
        async with patience():
            return int(await self._redis.hget(keys.tournament(code), "step") or 0)

    async def _read(self, code: str) -> tuple[int, Tournament]:
        """Read a tournament and cache it. Return (number of its last stored change, tournament).
        Raise Refusal if there is no tournament with this code."""
        async with patience():
            found = await self._redis.hgetall(keys.tournament(code))
        if not found:
            self._known.pop(code, None)
            raise Refusal("unknown_tournament", "There is no tournament with that code.")
        tournament = Tournament.model_validate_json(found["tournament"])
        texts = {name: text for name, text in found.items() if name.startswith(ROUND)}
        rounds = self._rounds(code, texts)
        whole = tournament.model_copy(update={"rounds": rounds})
        self._remember(_Known(int(found["step"]), whole, texts), code)
        return int(found["step"]), whole

    def _rounds(self, code: str, texts: Mapping[str, str]) -> tuple[StoredRound, ...]:
        """Parse the stored rounds of a tournament. Cached rounds whose text is unchanged are used
        again, because a change of a tournament changes only one or two rounds."""
        known = self._known.get(code, NOTHING)
        was = known.tournament.rounds if known.tournament is not None else ()
        numbers = sorted(int(name.removeprefix(ROUND)) for name in texts)
        return tuple(
            was[number - 1]
            if known.texts.get(name := f"{ROUND}{number}") == texts[name]
            else _ROUND.validate_json(texts[name])
            for number in numbers
        )

    def _remember(self, known: _Known, code: str) -> None:
        self._known[code] = known
        self._known.move_to_end(code)
        while len(self._known) > MOST_KNOWN:
            self._known.popitem(last=False)

    async def save(self, tournament: Tournament, before: StoredTournament | None, now: int) -> bool:
        """Store a changed tournament at server time `now`, and announce the change to all
        processes. `before` is the tournament as it was loaded, None for a new tournament.

        Return False, storing nothing, if another change was stored since `before` was loaded, or if
        the code of a new tournament is in use.
        """
        step = 0 if before is None else before.step
        fields = _changed(tournament, None if before is None else before.stored)
        deadline = look_at(tournament)
        never = tournament.is_over and not tournament.rounds
        about = (
            tournament.code,
            step,
            "" if deadline is None else deadline,
            keys.LOBBY_S if never else self._kept_s + max(0, (deadline or 0) - now) // 1000,
            keys.FEED_LENGTH,
            "" if tournament.status == "draft" or never else now,
            MOST_LISTED,
            (deadline or 0) if tournament.status in ("draft", "open") else 0,
            *(part for pair in fields.items() for part in pair),
        )
        names = [
            keys.tournament(tournament.code),
            keys.TOURNAMENTS_DUE,
            keys.TOURNAMENTS_FEED,
            keys.TOURNAMENTS_LISTED,
        ]
        async with patience():
            done = await STEP.run(self._redis, names, *about)
        if done:
            known = self._known.get(tournament.code, NOTHING)
            texts = {name: text for name, text in fields.items() if name.startswith(ROUND)}
            if known.step == step:
                texts = {**known.texts, **texts}
            self._remember(_Known(step + 1, tournament, texts), tournament.code)
        return done

    async def due(self) -> dict[str, int]:
        """Return the server time at which each unfinished tournament must be checked next, by code.

        For a tournament that has begun this is 0, so that each periodic check includes it, because
        a process may have missed the end of a race. For a draft, or an open tournament, it is the
        next deadline.
        """
        async with patience():
            found = await self._redis.zrange(keys.TOURNAMENTS_DUE, 0, -1, withscores=True)
        return {code: int(at) for code, at in found}

    async def forget(self, code: str) -> None:
        """Remove the deadline of an expired tournament."""
        async with patience():
            await self._redis.zrem(keys.TOURNAMENTS_DUE, code)

    async def made(self, code: str, account: str) -> None:
        """Add a tournament to the stored set of tournaments that an account has created."""
        name = keys.tournaments_by(account)
        async with patience():
            pipeline = self._redis.pipeline(transaction=False)
            pipeline.sadd(name, code)
            pipeline.expire(name, self._kept_s)
            await pipeline.execute()

    async def live_of(self, account: str) -> int:
        """Return the number of unfinished tournaments that an account has created."""
        name = keys.tournaments_by(account)
        async with patience():
            codes = sorted(await self._redis.smembers(name))
            pipeline = self._redis.pipeline(transaction=False)
            asked = [pipeline.hget(keys.tournament(code), "about") for code in codes]
            found = await replies(pipeline, asked)
            over = [code for code, text in zip(codes, found, strict=True) if _is_over(text)]
            if over:
                await self._redis.srem(name, *over)
        return len(codes) - len(over)

    async def listed(self, most: int) -> list[TournamentSummary]:
        """Return up to `most` lines of the public list, the tournament that was changed last
        first."""
        async with patience():
            codes = await self._redis.zrange(keys.TOURNAMENTS_LISTED, 0, most - 1, desc=True)
            pipeline = self._redis.pipeline(transaction=False)
            asked = [pipeline.hget(keys.tournament(code), "about") for code in codes]
            found = await replies(pipeline, asked)
        return [TournamentSummary.model_validate_json(text) for text in found if text is not None]

    async def remind(self, code: str, before_ms: int) -> None:
        """Announce in the feed, the Redis stream that all processes read, that a tournament starts
        in `before_ms` milliseconds. Each process then reminds the entrants who are connected to
        it."""
        entry: dict[str, str | int] = {"code": code, "remind": before_ms}
        async with patience():
            await self._redis.xadd(keys.TOURNAMENTS_FEED, entry, maxlen=keys.FEED_LENGTH)

    async def correct(self, room: Room, standings: Sequence[Standing], now: int) -> None:
        """Replace the result of the race in `room` in the tournament to which the room belongs. If
        `standings` is empty, the race becomes void: it does not count.

        Do nothing if the room belongs to no tournament, or if the tournament is no longer stored.
        """
        code = session_code(room, PREFIX)
        if code is None:
            return
        while True:
            try:
                kept = await self.load(code)
            except Refusal:  # the tournament has expired
                return
            after = corrected(kept.tournament, room.code, standings, now)
            if after == kept.stored or await self.save(after, kept, now):
                return

    # Rooms of the races of a tournament. ------------------------------------------------------

    async def clock(self, room: str) -> StoredRaceClock | None:
        """Return the times of the start and the end of the race in the room with the code `room`;
        None if the race is neither in its countdown nor running."""
        async with patience():
            found = await self._redis.hmget(keys.race(room), "status", "origin", "bell")
        status, origin, bell = found
        if status not in ("countdown", "running") or origin is None or bell is None:
            return None
        return StoredRaceClock(int(origin), int(bell))

    async def numbers(self, rooms: Collection[str]) -> dict[str, dict[int, StoredStanding]]:
        """Return the present figures, such as progress, of the seats in the rooms with these codes.
        The figures are given by room code and then by seat. Seats without a move are left out."""
        async with patience():
            pipeline = self._redis.pipeline(transaction=False)
            asked = [pipeline.hgetall(keys.seats(room, 1)) for room in rooms]
            found = await replies(pipeline, asked)
        return {
            room: {int(seat): StoredStanding.read(text) for seat, text in of.items()}
            for room, of in zip(rooms, found, strict=True)
        }


def _changed(tournament: Tournament, stored: Tournament | None) -> dict[str, str]:
    """Return the fields of the tournament's hash that must be written to store its change, with
    their values as JSON: the tournament, its line in the public list, and the rounds that differ
    from `stored`."""
    bare = tournament.model_copy(update={"rounds": ()})
    fields = {"tournament": bare.model_dump_json(), "about": about(tournament).model_dump_json()}
    known = () if stored is None else stored.rounds
    for i, each in enumerate(tournament.rounds):
        if i >= len(known) or known[i] != each:
            fields[f"{ROUND}{each.number}"] = each.model_dump_json()
    return fields


def _is_over(text: str | None) -> bool:
    """Return whether a tournament is finished, given the stored text of its line in the public
    list, or has expired (None)."""
    return text is None or TournamentSummary.model_validate_json(text).status == "finished"


def about(tournament: Tournament) -> TournamentSummary:
    """Return the tournament's line in the public list."""
    plan = tournament.plan
    return TournamentSummary(
        code=tournament.code,
        title=plan.title,
        format=plan.format,
        status=tournament.status,
        organiser=tournament.organiser,
        entrants=sum(one.gone is None for one in tournament.entrants),
        most=plan.most,
        invited=tournament.invited is not None,
        turn=tournament.turn,
        of=len(plan.rounds) if plan.format in ("series", "crowns") else plan.turns,
        starts_at=tournament.starts_at,
        ended_at=tournament.ended_at,
    )
