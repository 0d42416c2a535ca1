"""The invariants that are checked at the end of a simulated month."""

import asyncio
import json
from collections import defaultdict
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import Any
from xml.etree import ElementTree
from zoneinfo import ZoneInfo

from client_cli.replay import certificate
from engine.crowns.json_form import from_json
from engine.crowns.run import Award, Run, state
from engine.games import GAMES
from engine.races import fairness
from engine.races.record import read
from protocol.crowns import Honour
from server.leaderboards.account_rankings import Rankings
from server.leaderboards.board import BoardKey
from server.leaderboards.log_entry import LoggedRace
from server.leaderboards.periods import Calendar
from server.leaderboards.ratings import Rating
from server.leaderboards.rebuilding.rebuild import Rebuild
from server.leaderboards.results_log import ResultsLog
from server.observability.error_log import traceback
from server.presence.service import REPEAT_S
from server.rooms import daily_deals
from server.rooms.state import Room
from server.rooms.store import RoomStore
from server.settings import zone_of
from server.store import keys
from tests.month import presence
from tests.month.accounts import become_friends
from tests.month.growth import growth
from tests.month.habits import record_holds
from tests.month.house import Log
from tests.month.kept import KEPT_MS, kept_until
from tests.month.line import Line, Message
from tests.month.people import Person, Town
from tests.month.together import together
from tests.month.tournaments import tournament_holds
from tests.month.travellers import Played, faults, whole
from tests.server.leaderboards import model

GONE = ("unknown_race", "unknown_room")
MOST_SETS = 60
"""Sets of people of which it is looked at what they have raced together."""
MOST_ALONE = 100
"""Deals of one race of which the traveller is looked at."""
NEAR = 2e-3
"""Tolerance: the model calculates with values the server has rounded."""


@dataclass
class Check:
    """An invariant: how often it was checked, and where it does not hold."""

    what: str
    looked: int = 0
    faults: list[str] = field(default_factory=list)

    def hold(self, ok: object, fault: str) -> None:
        self.looked += 1
        if not ok:
            self.faults.append(fault)


class Audit:
    """All checks, after everything has ended. They ask the server as a guest, and read the
    store."""

    def __init__(self, town: Town, log: Log) -> None:
        self.town, self.log = town, log
        self._redis = town.redis
        self._store = RoomStore(town.house.store.url, town.house.settings.keep_days)
        self._results_log = ResultsLog(self._redis)
        self._documents = dict[str, dict[str, Any]]()
        """The records that were had, by race."""

    async def checks(self) -> list[tuple[str, int, list[str]]]:
        found = list[Check]()
        works: tuple[tuple[str, Callable[[Check], Awaitable[None]]], ...] = (
            ("rooms are over, or wait for somebody", self._rooms),
            ("records verify, each as its race ended and those still kept", self._records),
            ("daily deals are opened, each as it was promised", self._dailies),
            ("tournaments verify, those that still are kept as well", self._tournaments),
            ("travellers are those that follow from the records", self._travellers),
            ("no deadline is left behind", self._deadlines),
            ("boards, ratings and histories equal their rebuild", self._rebuild),
            ("places of all time are those of the model", self._places),
            ("what people raced together is what the model computes", self._together),
            ("ratings equal the model's fold of all results", self._ratings),
            ("crowns are those that follow from the candidates' facts", self._crowns),
            ("certificates are drawn, and each of their games was won", self._certificates),
            ("presence tells friends alone, and stores nothing", self._presence),
            ("keys are those that are listed, and none grows without end", self._growth),
            ("nothing unexpected was logged", self._log),
            ("nothing unexpected happened to anybody", self._people),
        )
        for what, work in works:
            check = Check(what)
            try:
                await work(check)
            except Exception as error:
                told = f"it could not be looked at: {traceback(error.__traceback__)}: {error!r}"
                check.hold(False, told)
            found.append(check)
        await self._store.close()
        return [(each.what, each.looked, each.faults) for each in found]

    # Races. -------------------------------------------------------------------------------------

    async def _races(self) -> dict[str, dict[str, str]]:
        """The races of every existing room, by code."""
        found = {}
        async for key in self._redis.scan_iter(match="cp:{r?}:??????:race", count=1000):
            found[key.split(":")[2]] = await self._redis.hgetall(key)
        return found

    async def _rooms(self, check: Check) -> None:
        for code, race in (await self._races()).items():
            fine = race["status"] in ("lobby", "over")
            check.hold(fine, f"{code}: race {race['n']} is {race['status']}")

    async def _records(self, check: Check) -> None:
        check.looked += self.town.diary.total["verified"]
        check.faults += [fault for fault in self.town.diary.wrong if fault.startswith("record")]
        raced, rooms, now = await self._raced(), await self._races(), self.town.house.now_ms
        promised = await kept_until(self._store, raced, rooms, now)
        async with self.town.line() as line:
            for race, until in promised.items():
                await self._record(check, line, race, until)

    async def _record(
        self, check: Check, line: Line, race: str, until: int
    ) -> dict[str, Any] | None:
        """The record of a race; None if it is gone, as it may be from `until` on. Simulated time
        passes, because requests are rate limited."""
        answer = await line.ask("get_record", race=race)
        if answer["type"] != "record":
            gone = answer["code"] in GONE
            check.hold(gone and self.town.house.now_ms >= until, f"{race}: {answer['code']}")
            return None
        holds = record_holds(self.town, answer["record"], None)
        check.hold(holds, f"{race} does not verify")
        self._documents[race] = answer["record"]
        return dict(answer["record"])

    async def _dailies(self, check: Check) -> None:
        promised, now = self.town.promised, self.town.house.now_ms
        async with self.town.line() as line:
            for name, commitment in promised.items():
                deal = daily_deals.named(name)
                assert deal is not None
                if deal.told_at > now or not await self._redis.exists(keys.daily(name)):
                    continue
                told = await line.ask("get_daily_board", name=name)
                opened = told.get("opened") or {"secret": ""}
                secret = bytes.fromhex(opened["secret"])
                check.hold(told.get("closed"), f"{name} is not closed")
                check.hold(fairness.commitment(secret) == commitment, f"{name} was another")
                for result in (*told["results"], *told["bots"]):
                    await self._of_day(check, line, result["code"], commitment)

    async def _of_day(self, check: Check, line: Line, code: str, commitment: str) -> None:
        answer = await line.ask("get_record", race=f"{code}-1")
        if answer["type"] == "record":
            holds = record_holds(self.town, answer["record"], commitment)
            check.hold(holds, f"{code}-1 is not of the deal that was promised")
            self._documents[f"{code}-1"] = answer["record"]

    async def _tournaments(self, check: Check) -> None:
        check.looked += self.town.diary.total["tournaments_verified"]
        async with self.town.line() as line:
            async for key in self._redis.scan_iter(match="cp:{tournaments}:??????", count=1000):
                code = key.rpartition(":")[2]
                told = await line.ask("get_tournament", code=code)
                check.hold(told.get("status") not in ("running", "paused"), f"{code} goes on")
                if told.get("status") == "finished" and await self._has_its_records(key):
                    check.looked += await tournament_holds(self.town, line, code) is not None
        check.faults += [f for f in self.town.diary.wrong if f.startswith("tournament ")]

    async def _has_its_records(self, key: str) -> bool:
        """Whether a tournament's records should still exist: they expire as long after their races
        as it does after its end, so a little earlier."""
        made_at = json.loads(await self._redis.hget(key, "tournament"))["made_at"]
        return bool(self.town.house.now_ms - made_at < KEPT_MS)

    async def _travellers(self, check: Check) -> None:
        """Ask for the traveller of each deal that several races have played, and of some others."""
        raced = await self._raced()
        results = {(e.race, one.seat): one.result for e in raced for one in e.contestants}
        lately = {e.race for e in raced if e.at > self.town.house.now_ms - KEPT_MS / 2}
        days = {entry.race: entry.daily for entry in raced if entry.daily is not None}
        deals = defaultdict[tuple[str, str, int], list[Played]](list)
        for race, document in self._documents.items():
            if document["game"] in GAMES:  # otherwise all play at one table
                played = await self._played(race, document)
                if played.room.seats:  # otherwise the room has expired since
                    deals[played.deal].append(played)
        alone = [races for races in deals.values() if len(races) == 1]
        some = self.town.chance.sample(alone, min(MOST_ALONE, len(alone)))
        async with self.town.line() as line:
            for races in (*(races for races in deals.values() if len(races) > 1), *some):
                told = await self._traveller(line, races)
                ids = [played.race for played in races]
                if told["type"] == "refused":
                    check.hold(told["code"] in GONE, f"{ids}: {told}")
                    continue
                # A race against a ghost is kept for a shorter time than its try.
                complete = not any(race in self.town.raced or race not in lately for race in ids)
                wrong = list(faults(told, races, results, complete=complete))
                check.looked += told["total"] + told["apart_total"]
                check.hold(not wrong, f"{ids}: {wrong[:3]}")
                for name in {days[race] for race in ids if race in days}:
                    of_day = await whole(line, name)
                    fine = of_day.get("rows") == told["rows"]
                    check.hold(fine, f"{name} and {ids} are not the same deal")

    async def _traveller(self, line: Line, races: list[Played]) -> Message:
        """The traveller of a deal that these races have played."""
        for played in races[1:]:  # then its tries are stored
            await line.ask("get_traveller", deal=played.race)
        return await whole(line, races[0].race)

    async def _played(self, race: str, document: dict[str, Any]) -> Played:
        assert self.town.house.app is not None
        room, _ = await self._store.room(Room(race.partition("-")[0]))
        accounts = [seat.account for seat in room.seats.values() if seat.account]
        names = await self.town.house.app.accounts.names(accounts)
        present = {account: name for account, (name, _) in names.items()}
        void = bool(await self._results_log.void_among([race]))
        return Played(race, room, read(document), document, present, void)

    async def _deadlines(self, check: Check) -> None:
        now = self.town.house.now_ms
        races = await self._races()
        for shard in range(keys.SHARDS):
            for code, _ in await self._due(keys.due(shard)):
                waits = races.get(code, {}).get("status") in ("countdown", "running")
                check.hold(waits, f"room {code} has a deadline for nothing")
            check.looked += 1
        for line, at in await self._due(keys.RESULTS.withheld):
            check.hold(at > now, f"a result is withheld for ever: {line[:60]}")
        for name in (
            keys.CROWN_DUE,
            keys.CROWN_RACES_DUE,
            keys.LEISURE_RACES_DUE,
            keys.TOURNAMENTS_DUE,
        ):
            for member, at in await self._due(name):
                check.hold(at > now, f"{name}: {member} is {(now - at) / 1000:.0f} s late")
            check.looked += 1

    async def _due(self, name: str) -> list[tuple[str, float]]:
        return list(await self._redis.zrange(name, 0, -1, withscores=True))

    # Projections. -------------------------------------------------------------------------------

    async def _raced(self) -> list[LoggedRace]:
        entries = await self._results_log.entries(0, 1_000_000)
        void = {int(number) for number in await self._redis.hkeys(keys.RESULTS.voided)}
        return [e for number, e in entries if isinstance(e, LoggedRace) and number not in void]

    async def _rebuild(self, check: Check) -> None:
        settings, house = self.town.house.settings, self.town.house
        calendar = Calendar(zone_of(settings.time_zone), settings.keep_periods)
        rebuild = Rebuild(self._redis, calendar, lambda: house.now_ms)
        differences = await rebuild.run()
        check.looked = rebuild.entries
        check.faults += [f"{one.key} {one.field}: {one.kept}, {one.follows}" for one in differences]

    async def _places(self, check: Check) -> None:
        assert self.town.house.app is not None
        places = Rankings(self._redis, self.town.house.app.accounts.names)
        boards = model.boards(await self._raced(), ZONE)
        for (measure, side, period, subject), ranked in boards.items():
            if period == "all":
                board = BoardKey(measure, subject, period, side)  # type: ignore[arg-type]
                page = await places.page(board, 0, 500)
                found = {row.account: row.place for row in page.rows}
                check.hold(found == model.placed(ranked), f"{measure} {side} {subject}")

    async def _together(self, check: Check) -> None:
        """Some sets of people ask what they have raced together."""
        assert self.town.house.app is not None
        raced = await self._raced()
        present = {one.name: one for one in self.town.here if one.session}
        accounts = {account for race in raced for account in model.places(race)}
        names = await self.town.house.app.accounts.names(accounts)
        met = set[tuple[str, ...]]()
        for race in raced:
            known = [a for a in model.places(race) if a in names and names[a][0] in present]
            for count in range(2, min(4, len(known)) + 1):
                met.add(tuple(self.town.chance.sample(known, count)))
        for people in self.town.chance.sample(sorted(met), min(MOST_SETS, len(met))):
            async with self.town.visit(present[names[people[0]][0]]) as line:
                for nobody_else in (False, True):
                    follows = model.together(raced, list(people), nobody_else=nobody_else)
                    follows = follows.named({one: name for one, (name, _) in names.items()})
                    others = [names[one][0] for one in people[1:]]
                    found = await together(line, others, nobody_else=nobody_else)
                    check.hold(found == follows, f"{people}: {found}, and {follows} follows")

    async def _ratings(self, check: Check) -> None:
        for scope, believed in model.ratings(await self._raced()).items():
            kept = await self._redis.hgetall(keys.RESULTS.ratings(scope))
            check.hold(kept.keys() == believed.keys(), f"{scope}: others are rated")
            for account, text in kept.items():
                rating, belief = Rating.read(text), believed[account]
                near = abs(rating.mu / 1e6 - belief.mu) < NEAR
                near = near and abs(rating.sigma / 1e6 - belief.sigma) < NEAR
                near = near and rating.races == belief.races
                check.hold(near, f"{scope}: {account} is rated {text}, and not {belief}")

    # Crowns. ------------------------------------------------------------------------------------

    async def _crowns(self, check: Check) -> None:
        """Awards follow from the runs. Of deleted accounts only the crowns are kept."""
        follows = dict[tuple[str, tuple[str, tuple[str, ...]]], Award]()
        gone = set[str]()
        async for key in self._redis.scan_iter(match="cp:{crown}:of:*", count=1000):
            kept = await self._redis.hgetall(key)
            account = key.rpartition(":")[2]
            check.looked += 1
            if "run" not in kept:
                gone.add(account)
                continue
            closed = await self._redis.hvals(keys.closed_runs(account))
            for text in (kept["run"], *closed):
                for award in state(from_json(Run, text)).awards:
                    follows[account, award.key] = award
        won = {}
        for name, text in (await self._redis.hgetall(keys.CROWN_AWARDS)).items():
            account, award = name.split(" ")[0], from_json(Award, text)
            if account not in gone:
                won[account, award.key] = award
        check.hold(won == follows, f"kept {sorted(won)}, and {sorted(follows)} follow")
        roll = set(await self._redis.zrange(keys.CROWN_ROLL, 0, -1))
        awards = set(await self._redis.hkeys(keys.CROWN_AWARDS))
        check.hold(roll == awards, "the roll is not of the crowns that are kept")

    async def _certificates(self, check: Check) -> None:
        async with self.town.line() as line:
            told = await line.ask("get_roll", offset=0, count=100)
            for said in told["honours"]:
                honour = Honour.model_validate(said, strict=False)
                ElementTree.fromstring(certificate.drawn(honour))  # produced by our own code
                games = [each.game for each in honour.games]
                check.hold(len(set(games)) == len(games), f"{honour.award}: a game twice")
                for each in honour.games:  # the crown stays, its games are deleted
                    until = self.town.house.now_ms + KEPT_MS - each.ago_ms
                    record = await self._record(check, line, each.race, until)
                    if record is not None:
                        best = record["results"][0]
                        fine = (record["game"], best["result"]) == (each.game, "won")
                        check.hold(fine, f"{honour.award}: {each.race} was not won")

    # Presence. ----------------------------------------------------------------------------------

    async def _presence(self, check: Check) -> None:
        """Nobody is on line any more. Then two friends come and challenge each other, while a
        stranger looks on; the store stays as it is, until they leave and are shown no more."""
        town = self.town
        one, friend = [each for each in town.some(len(town.here)) if each.session][:2]
        stranger = Person("Somebody Else", town.chance)
        for each in town.here:
            if each.session:
                shown = await presence.shown_to(town, each)
                check.hold(not shown, f"{each.name} is shown {shown}, and nobody is there")
        async with town.visit(one) as line, town.visit(friend) as theirs:
            await presence.shows(town, theirs, friend)
            await become_friends(town, line, one, friend)
            await presence.shown_to(town, stranger)
            room = await line.ask("create", name=one.name, **presence.RACE, **one.seat)
            before = await presence.stored(self._redis, room["code"])
            await line.ask("go_online")
            await theirs.ask("go_online")
            await asyncio.sleep(presence.LATE_S)
            told = await line.ask("follow_friends")
            shown = [each["name"] for each in told["friends"]]
            check.hold(shown == [friend.name], f"{one.name} is shown {shown}, and not the friend")
            for answer in ("heard", "declined"):
                await line.ask("challenge", name=friend.name)
                challenged = await theirs.until("challenged", within_s=presence.SEEN_S)
                check.hold(challenged, f"a challenge to be {answer} did not come")
                await asyncio.sleep(REPEAT_S)
            await theirs.ask("decline_challenge", name=one.name, code=room["code"])
            declined = await line.until("challenge_declined", within_s=presence.SEEN_S)
            check.hold(declined, "a challenge was not declined")
            after = await presence.stored(self._redis, room["code"])
            changed = sorted(k for k in before.keys() | after if before.get(k) != after.get(k))
            check.hold(not changed, f"challenges have changed {changed}")
            shown = await presence.shown_to(town, stranger)
            check.hold(not shown, f"a stranger is shown {shown}")
            await line.ask("leave")
        await asyncio.sleep(presence.LATE_S)
        shown = await presence.shown_to(town, one)
        check.hold(not shown, f"{one.name} is shown {shown} after they have left")

    # The store and the log. ---------------------------------------------------------------------

    async def _growth(self, check: Check) -> None:
        found = await growth(self._redis)
        check.looked = sum(found.keys.values())
        check.faults += found.faults
        for told in found.lines():
            self.town.diary.say(told)

    async def _people(self, check: Check) -> None:
        diary = self.town.diary
        check.looked = diary.did.total() + diary.cut.total()
        known = ("record", "tournament ")
        check.faults += [fault for fault in diary.wrong if not fault.startswith(known)]

    async def _log(self, check: Check) -> None:
        counts = self.log.counts()
        check.looked = sum(counts.values())
        check.faults += [str(entry) for entry in self.log.unexpected()]
        self.town.diary.say("logged: " + ", ".join(f"{what} {n}" for what, n in counts.items()))


ZONE = ZoneInfo("UTC")
