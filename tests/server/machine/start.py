"""The referee for the lobby: requests before a race, and for another one."""

from tests.server.machine.board import Answer
from tests.server.machine.room import Race
from tests.server.machine.seats import DONE, UNDER_WAY, Seats, refused


class Start(Seats):
    """Ready, aside, late joining, and rematch."""

    def _in_lobby(self, line: str) -> Answer | None:
        if wrong := self._seated(line):
            return wrong
        if self.race.over:
            return refused("race_over")
        return refused("race_begun") if self.race.status in UNDER_WAY else None

    def _own(self, line: str) -> int:
        place = self.places[line]
        assert place is not None
        return place

    def _ready(self, line: str, request: Answer) -> Answer:
        if wrong := self._seated(line):
            return wrong
        own = self._own(line)
        if self.race.nonces.get(own) == request["nonce"]:
            return DONE  # said before
        if wrong := self._in_lobby(line):
            return wrong
        if self.seats[own].aside:
            return refused("aside")
        self.race.nonces[own] = request["nonce"]
        self.tell("ready_changed", seat=own, ready=True)
        self.when_all_are_ready()
        return DONE

    def _unready(self, line: str, _: Answer) -> Answer:
        if wrong := self._in_lobby(line):
            return wrong
        if self.race.nonces.pop(self._own(line), None):
            self.tell("ready_changed", seat=self._own(line), ready=False)
        return DONE

    def _start_now(self, line: str, _: Answer) -> Answer:
        if wrong := self._in_lobby(line) or self._not_host(line):
            return wrong
        if len(self.race.nonces) < (2 if self.calls else 1):
            return refused("nobody_ready")
        self.begin()
        return DONE

    def _stand_aside(self, line: str, request: Answer) -> Answer:
        if wrong := self._seated(line):
            return wrong
        own, aside = self._own(line), request["aside"]
        if self.seats[own].aside == aside:
            return DONE
        lobby = self.race.status == "lobby"
        if aside and lobby and self.race.nonces.pop(own, None):
            self.tell("ready_changed", seat=own, ready=False)
        self.seats[own].aside = aside
        self.tell("stood_aside", seat=own, aside=aside)
        if lobby:
            self.when_all_are_ready()
        return DONE

    def _join_race(self, line: str, request: Answer) -> Answer:
        if wrong := self._seated(line):
            return wrong
        race, own = self.race, self._own(line)
        reasons = {
            "wrong_race": request["race"] != race.n,
            "race_over": race.over,
            "race_not_running": race.status == "lobby",
        }
        for code, holds in reasons.items():
            if holds:
                return refused(code)
        if own in race.racing:
            return DONE
        had_one = self.account_seats(None, self.seats[own].account)
        if not self.settings["late"] or self.calls or had_one:
            return refused("race_begun")
        race.racing.append(own)
        if race.status == "running":
            race.boards[own] = self.dealt()
        self.race_event("race_joined", seat=own)
        return DONE

    def _rematch(self, line: str, _: Answer) -> Answer:
        if wrong := self._not_host(line):
            return wrong
        if not self.race.over:
            return refused("race_not_over")
        self.races.append(Race(self.race.n + 1))
        self.tell("next_race")
        return DONE

    def _get_record(self, _: str, request: Answer) -> Answer:
        code, _, n = request["race"].partition("-")
        if code != self.code:
            return refused("unknown_room")
        if n and not 1 <= int(n) <= len(self.races):
            return refused("unknown_race")
        over = [race for race in self.races if race.over and n in ("", str(race.n))]
        if not over:
            return refused("race_not_over")
        return {"type": "record", "record": self._record(over[-1])}

    def _record(self, race: Race) -> Answer:
        seats = [
            {"seat": seat, "name": self.seats[seat].name,
             "moves": board.log()}
            for seat, board in race.boards.items()
        ]  # fmt: skip
        return {"race": f"{self.code}-{race.n}", "ended_ms": race.ended_ms,
                "secret": race.secret.hex(), "seats": seats}  # fmt: skip
