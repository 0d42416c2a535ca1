"""The race clock of the client: estimates race time from the server's messages. Race time is
counted from the start of a race; the bell is the race time at which the race ends.

Each message arrives late by its travel time. Of all start times computed from messages, the
earliest is therefore the most accurate; it is kept until the server changes the clock.
"""


class RaceClock:
    """Estimates the race time, the time left until the bell, and the time left to place a called
    card (in some races the server calls the next card, and all must place it). All times are in
    milliseconds; every `now_ms` must come from the same monotonic clock."""

    def __init__(self) -> None:
        self.bell_ms = 0
        self._zero: int | None = None
        self._stopped: int | None = None
        self._call_due: int | None = None
        self._held_at: int | None = None

    def hold(self, now_ms: int) -> None:
        """Stop the displayed time until the clock is reset or `go_on` is called. This is done while
        the server cannot be reached or cannot store moves, because it may then have stopped its own
        clock."""
        if self._held_at is None:
            self._held_at = now_ms

    def go_on(self) -> None:
        self._held_at = None

    @property
    def held(self) -> bool:
        return self._held_at is not None

    def _shown_at(self, now_ms: int) -> int:
        return now_ms if self._held_at is None else min(now_ms, self._held_at)

    def reset(
        self, bell_ms: int, starts_in_ms: int | None, clock_ms: int | None, now_ms: int
    ) -> None:
        """Set the clock from one message and forget earlier messages. This is done for a new race,
        when the whole room is received again, and when the server has moved the start or the clock
        of the race."""
        self.bell_ms, self._zero, self._stopped, self._held_at = bell_ms, None, None, None
        if starts_in_ms is not None:
            self._zero = now_ms + starts_in_ms
        elif clock_ms is not None:
            self._zero = now_ms - clock_ms

    def counting(self, starts_in_ms: int, now_ms: int) -> None:
        self._zero, self._stopped = now_ms + starts_in_ms, None

    def running(self, clock_ms: int, now_ms: int) -> None:
        zero = now_ms - clock_ms
        self._zero = zero if self._zero is None else min(self._zero, zero)

    def stop(self, ended_ms: int) -> None:
        self._stopped = ended_ms

    def called(self, call_ms: int | None, now_ms: int) -> None:
        """Note that the player has `call_ms` milliseconds from now to place the called card; None
        if no card is called."""
        race = self.race_ms(now_ms)
        self._call_due = None if call_ms is None or race is None else race + call_ms

    def starts_in_ms(self, now_ms: int) -> int | None:
        """Return the milliseconds until the start; None if no start is set or it has passed."""
        now_ms = self._shown_at(now_ms)
        if self._zero is None or self._stopped is not None or now_ms >= self._zero:
            return None
        return self._zero - now_ms

    def race_ms(self, now_ms: int) -> int | None:
        """Return the race time; None before the start."""
        if self._stopped is not None:
            return self._stopped
        now_ms = self._shown_at(now_ms)
        if self._zero is None or now_ms < self._zero:
            return None
        return now_ms - self._zero

    def call_in_ms(self, now_ms: int) -> int | None:
        """Return the milliseconds until the server places the called card for a player who has not
        placed it. None if no card is called."""
        race = self.race_ms(now_ms)
        if race is None or self._call_due is None or self._stopped is not None:
            return None
        return max(0, self._call_due - race)

    def bell_in_ms(self, now_ms: int) -> int | None:
        """Return the milliseconds until the bell, at least 0; None before the start."""
        race = self.race_ms(now_ms)
        return None if race is None else max(0, self.bell_ms - race)
