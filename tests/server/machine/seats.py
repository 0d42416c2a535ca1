"""The referee for seats: who comes in and goes, and what a host may do."""

from tests.server.machine.accounts import Account, Accounts, key
from tests.server.machine.board import Answer
from tests.server.machine.room import USUAL, Race, Room, Seat

WATCHING = -1
DONE: Answer = {"type": "done"}
MOST_UNREAD = 100
HOST_AWAY_MS = 60_000
UNDER_WAY = ("countdown", "running")


def refused(code: str, **more: object) -> Answer:
    return {"type": "refused", "code": code, **more}


def timeless(event: Answer) -> Answer:
    """An event as it is repeated later, without the times left."""
    return {name: value for name, value in event.items() if name not in ("starts_in_ms", "call_ms")}


def settled(settings: Answer) -> Answer:
    """Settings as they take effect: if newcomers may join a running race, nobody sees boards."""
    return {**settings, "boards": "nobody"} if settings["late"] else settings


class Seats(Room):
    """The seats. `places` has the place of each connection: its seat, WATCHING, or None. `closing`
    has the connections that must be closed, with the close code."""

    accounts: Accounts
    places: dict[str, int | None]
    closing: dict[str, int]
    viewing: dict[str, Account | None]
    """The account of each connection when it came in."""

    def watchers(self) -> int:
        return sum(place == WATCHING for place in self.places.values())

    def closed(self, line: str) -> None:
        """A connection has ended."""
        place = self.places.pop(line, None)
        self.accounts.sessions.pop(line, None)
        if place is not None and place != WATCHING and self.seats[place].line == line:
            self.seats[place].line = None
            self.tell("presence", seat=place, here=False)
            self.seats[place].missed = len(self.events)
            self.seats[place].away_at = self.now

    # In and out. ----------------------------------------------------------------------------

    def open(self, line: str, request: Answer) -> Answer:
        """Open a room; nobody hears of it."""
        self.races.append(Race(1))
        self.tell("skip")
        chosen = {**USUAL, **request.get("settings", {})}
        if chosen != USUAL:
            self.settings = settled(chosen)
            self.tell("skip")
        return self._take(line, request)

    def _create(self, line: str, _: Answer) -> Answer:
        assert self.places[line] is not None, "a second room is nobody's business here"
        return refused("already_seated")

    def _take(self, line: str, request: Answer) -> Answer:
        account = self.accounts.of(line)
        name = account.name if account else request["name"]
        bot = bool(request.get("bot")) or bool(account and account.bot)
        seat = len(self.seats)
        self.seats.append(
            Seat(name, request["token"], None, bot=bot, account=account,
                 aside=bool(request.get("aside")))
        )  # fmt: skip
        self.host = seat if self.host is None else self.host
        self.tell("joined", seat=seat, name=name, bot=bot, claimed=account is not None)
        if account and any(s.silent and s.account is account for s in self.seats):
            self.seats[seat].silent = True
            self.tell("silenced", seat=seat, silent=True)
        return self._enter(line, seat)

    def _enter(self, line: str, place: int) -> Answer:
        if place != WATCHING:
            older = self.seats[place].line
            if older not in (None, line):
                self.closing[str(older)] = 4000
                self.places.pop(str(older), None)
            self.seats[place].line = line
            self.tell("presence", seat=place, here=True)
        self.places[line] = place
        seated = None if place == WATCHING else self.seats[place].account
        self.viewing[line] = self.accounts.of(line) if place == WATCHING else seated
        seat = None if place == WATCHING else place
        return {"type": "room", **self.whole(), "seat": seat, "invite": self._invite_for(seat),
                "unread": [], "table": None, "frame": None}  # fmt: skip

    def _invite_for(self, seat: int | None) -> str | None:
        return self.invite if seat is not None and seat == self.host else None

    def _join(self, line: str, request: Answer) -> Answer:
        account, token = self.accounts.of(line), request["token"]
        wrong = self._why_nobody(line, request) or self._why_kept_out(account, token)
        if wrong is None and self._held(token) is not None:
            wrong = "already_joined"
        known = [i for i, s in enumerate(self.seats) if account and s.account is account]
        mine = next((i for i in known if not self.seats[i].left), None)
        if wrong is None and mine is not None:
            self.seats[mine].token = token
            self.tell("skip")
            return self.resume_seat(line, mine)
        wrong = wrong or self._why_not_in(account, request)
        return refused(wrong) if wrong else self._take(line, request)

    def _why_nobody(self, line: str, request: Answer) -> str | None:
        if self.places[line] is not None:
            return "already_seated"
        if request["code"] != self.code:
            return "unknown_room"
        account, name = self.accounts.of(line), request["name"]
        claimed = account is None and self.accounts.owner(name) is not None
        return "name_claimed" if claimed else None

    def _why_kept_out(self, account: Account | None, token: str) -> str | None:
        kicked = [seat for seat in self.seats if seat.kicked]
        known = any(s.token == token or (account and s.account is account) for s in kicked)
        return "kicked" if known else None

    def _why_not_in(self, account: Account | None, request: Answer) -> str | None:
        name = account.name if account else request["name"]
        here = [seat for seat in self.seats if not seat.left]
        bot = request.get("bot") or (account and account.bot)
        reasons = {
            "locked": self.settings["locked"],
            "not_invited": self._uninvited(request),
            "no_bots": bot and not self.settings["bots"],
            "room_full": len(here) >= self.settings["size"],
            "name_taken": any(key(seat.name) == key(name) for seat in here),
        }
        return next((code for code, holds in reasons.items() if holds), None)

    def _uninvited(self, request: Answer) -> bool:
        return self.settings["invite_only"] and request.get("invite") != self.invite

    def _held(self, token: str) -> int | None:
        held = [i for i, seat in enumerate(self.seats) if seat.token == token and not seat.left]
        return held[0] if held else None

    def _resume(self, line: str, request: Answer) -> Answer:
        place, token = self.places[line], request["token"]
        if request["code"] != self.code:
            return refused("unknown_room" if place is None else "already_seated")
        meant = self._held(token)
        if place not in (None, WATCHING) and meant not in (None, place):
            return refused("already_seated")
        if wrong := self._why_kept_out(None, token):
            return refused(wrong)
        return refused("unknown_seat") if meant is None else self.resume_seat(line, meant)

    def resume_seat(self, line: str, seat: int) -> Answer:
        """Return to a seat one had before; missed events are told at once."""
        seen = self.seats[seat]
        unread = self.events[seen.missed :] if seen.line is None else []
        told = [timeless(event) for event in unread[-MOST_UNREAD:]]
        return {**self._enter(line, seat), "unread": told}

    def _watch(self, line: str, request: Answer) -> Answer:
        place, right = self.places[line], request["code"] == self.code
        if place is not None and (place != WATCHING or not right):
            return refused("already_seated")
        if not right:
            return refused("unknown_room")
        if place is None and self._uninvited(request):
            return refused("not_invited")
        return self._enter(line, WATCHING)

    def _leave(self, line: str, _: Answer) -> Answer:
        place = self.places[line]
        if place is None:
            return refused("no_room")
        self.places[line] = None
        if place != WATCHING:
            if self.seats[place].covered:
                self.cover(place, covered=False)
            self._give_up(place)
            self._gone(place, kicked=False)
        return DONE

    def cover(self, seat: int, *, covered: bool) -> None:
        self.seats[seat].covered = covered
        self.tell("covered", seat=seat, covered=covered)

    def _give_up(self, seat: int) -> None:
        board = self.race.boards.get(seat) if self.race.status == "running" else None
        if board is not None and not board.over:
            board.play("resign", self.clock())

    def _gone(self, number: int, *, kicked: bool) -> None:
        seat = self.seats[number]
        seat.left, seat.kicked, seat.line, seat.covered = True, kicked, None, False
        if self.host == number:
            self.host = self._next_host()
        if self.race.status == "lobby":
            self.race.nonces.pop(number, None)
        if self.race.status == "countdown" and number in self.race.racing:
            self.race.racing.remove(number)
        self.tell("left", seat=number, host=self.host, kicked=kicked)
        if self.race.status == "lobby":
            self.when_all_are_ready()
        self.noticed()

    def when_all_are_ready(self) -> None:
        """Begin the countdown once two are ready and every connected contestant is."""
        waited_for = {i for i, s in enumerate(self.seats) if s.line is not None and not s.aside}
        if len(self.race.nonces) > 1 and waited_for <= set(self.race.nonces):
            self.begin()

    def _next_host(self) -> int | None:
        """The next host: the first connected person who takes part, else whoever comes nearest to
        that."""
        left = {i: s for i, s in enumerate(self.seats) if not s.left}
        return min(
            left, key=lambda i: (left[i].line is None, left[i].bot, left[i].aside, i), default=None
        )

    def _seated(self, line: str) -> Answer | None:
        place = self.places[line]
        if place is None:
            return refused("no_room")
        return refused("no_seat") if place == WATCHING else None

    # The host. ------------------------------------------------------------------------------

    def _change_settings(self, line: str, request: Answer) -> Answer:
        if wrong := self._not_host(line):
            return wrong
        new, old = settled({**USUAL, **request["settings"]}), self.settings
        if self.race.status in UNDER_WAY and (
            (new["boards"], new["delay_ms"]) != (old["boards"], old["delay_ms"])
            or (new["late"] and not old["late"])
        ):
            return refused("race_begun")
        if new != old:
            self.settings = new
            self.tell("settings_changed", settings=new)
        return DONE

    def _not_host(self, line: str) -> Answer | None:
        if wrong := self._seated(line):
            return wrong
        return None if self.host == self.places[line] else refused("not_host")

    def _somebody_else(self, line: str, whom: int) -> Answer | None:
        if wrong := self._not_host(line):
            return wrong
        if whom >= len(self.seats) or self.seats[whom].left:
            return refused("unknown_seat")
        return refused("bad_request") if whom == self.places[line] else None

    def _kick(self, line: str, request: Answer) -> Answer:
        if wrong := self._somebody_else(line, request["seat"]):
            return wrong
        number = request["seat"]
        older = self.seats[number].line
        if older is not None:
            self.closing[older] = 4003
            self.places.pop(older, None)
        self._give_up(number)
        self._gone(number, kicked=True)
        return DONE

    def _take_host(self, line: str, _: Answer) -> Answer:
        if wrong := self._seated(line):
            return wrong
        if self.host == self.places[line]:
            return DONE
        host = None if self.host is None else self.seats[self.host]
        if host and (host.line is not None or self.now - host.away_at < HOST_AWAY_MS):
            return refused("host_here")
        self.host = self.places[line]
        self.tell("host_passed", host=self.host)
        return DONE

    def _silence(self, line: str, request: Answer) -> Answer:
        if wrong := self._somebody_else(line, request["seat"]):
            return wrong
        seat = self.seats[request["seat"]]
        if seat.silent != request["silent"]:
            seat.silent = request["silent"]
            self.tell("silenced", seat=request["seat"], silent=seat.silent)
        return DONE
