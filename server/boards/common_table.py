"""The common table of a race, computed from the stored commands of its seats, and the decision on
new commands. Pure: nothing is stored or sent here.

In Racing Demon all contestants of a race (called a round) play at one common table. A contestant
has the number of their seat in the room, and a position at the table, from 0. A command is a move,
or a note by the server: AWAY says that nobody has to wait for a contestant, who has no connection,
and BACK says that the contestant has a connection again. A claim is a move to a foundation, which
all share; the first one to reach a place gets it. Race time is milliseconds since the start of the
race. A standing has the figures of one contestant, such as the number of moves.

Each seat has a log of its own commands. Each command has a number, which counts the commands of all
seats in their common order, so the logs together are the log of the table.
"""

from collections.abc import Iterable, Mapping, Sequence
from copy import copy
from typing import NamedTuple

from engine.errors import EngineError, Overtaken
from engine.races.board import Entry
from engine.races.limits import MOST_MOVES
from engine.racing_demon.game import RacingDemon
from engine.racing_demon.record import AWAY, BACK, Command
from engine.racing_demon.state import RoundEvent, RoundState, RoundStep
from server.boards.seat_standing import StoredStanding

NOW = "@"
"""Stands for the race time of a command in a standing until the store has decided the time."""
UNMEASURED = "-"
UNLIMITED = ("resign", {"kind": "resign"}, AWAY, BACK)
"""The commands that are still accepted when a seat has made the maximum number of moves."""


class StoredCommand(NamedTuple):
    """A stored command of a table. `number` counts the commands of the table from 1. `ms` is race
    time. `seat` is the seat for which the command was given, and `by` says who gave it: `seat` or
    `server`. `key` is a number that the client gives to this command alone, so that it counts once
    if it is sent twice; 0 for commands of the server. `delay_ms` is the time that a ping took to
    the contestant's client and back; None if it is not known. `text` is the command as text."""

    number: int
    ms: int
    seat: int
    by: str
    key: int
    delay_ms: int | None
    text: str

    @classmethod
    def read(cls, seat: int, line: str) -> "StoredCommand":
        """Parse a line of the log of `seat` and return the command in it. The line has the fields
        ms, key, by, number, delay_ms ("-" for None) and text, separated by spaces."""
        ms, key, by, number, delay, text = line.split(" ", 5)
        delay_ms = None if delay == UNMEASURED else int(delay)
        return cls(int(number), int(ms), seat, by, int(key), delay_ms, text)

    @classmethod
    def of_entry(cls, seat: int, entry: Entry) -> "StoredCommand":
        """Return the command in an entry of an archived race. The archive does not keep keys, so
        the key of the returned command is 0."""
        number, delay, text = entry.text.split(" ", 2)
        delay_ms = None if delay == UNMEASURED else int(delay)
        return cls(int(number), entry.ms, seat, entry.by, 0, delay_ms, text)

    @property
    def stored(self) -> str:
        """The line by which the command is stored in the log of its seat, without the race time at
        its beginning. The script that stores the line adds the race time."""
        delay = UNMEASURED if self.delay_ms is None else self.delay_ms
        return f"{self.key} {self.by} {self.number} {delay} {self.text}"

    @property
    def is_move(self) -> bool:
        """Whether the command is a move, and not AWAY or BACK."""
        return self.recorded().is_move

    def recorded(self) -> Command:
        """Return the command in the form that it has in the record of the round, the document by
        which anybody can verify a finished race."""
        return Command(self.ms, self.seat, self.text, self.delay_ms)


class AskedCommand(NamedTuple):
    """A request for a command at the table. `move` is a move, as a text or an object, or AWAY or
    BACK if the server asks. `key` is as in StoredCommand, and so are `by` and `delay_ms`."""

    seat: int
    key: int
    move: object
    by: str = "seat"
    delay_ms: int | None = None


class CommandRefusal(NamedTuple):
    """Why a command is refused: a code for programs and a sentence for people. For a claim that
    came too late, `overtaken` says which seat (by its number in the room) was first, and
    `foundation` is the index of the claimed foundation."""

    code: str
    sentence: str
    overtaken: Overtaken | None = None
    foundation: int = 0


class Applied(NamedTuple):
    """A stored command and what it visibly changed at the table. The events name seats by their
    numbers in the room."""

    command: StoredCommand
    events: tuple[RoundEvent, ...]


Answer = StoredCommand | CommandRefusal


class Judgement(NamedTuple):
    """The decision on several commands at the same table, in the order of the requests. `answers`
    has one answer for each request: the command, if it is accepted or was stored before, or a
    refusal. `accepted` are the commands to store; their race time is not known yet, so their `ms`
    does not count. `after` is the table after the accepted commands."""

    answers: tuple[Answer, ...]
    accepted: tuple[StoredCommand, ...]
    after: "CommonTable"


class CommonTable:
    """A common table after its stored commands. Immutable: `after` returns another table.

    `seats` are the seats of the contestants in the order of their positions at the table. `state`
    is the position of the cards, which names contestants by their positions at the table. `number`
    is the number of the last command, `ms` its race time. `logged` has the number of commands in
    the log of each seat, and `moves` the number of its moves, without AWAY and BACK.
    """

    def __init__(self, rules: RacingDemon, seats: Sequence[int], start: RoundState) -> None:
        self.rules, self.seats, self.state = rules, tuple(seats), start
        self.number = self.ms = 0
        self.logged: Mapping[int, int] = dict.fromkeys(self.seats, 0)
        self.moves: Mapping[int, int] = self.logged
        self._reached: Mapping[int, int | str] = dict.fromkeys(self.seats, 0)
        self._ended: Mapping[int, int | str] = {}
        self._texts: Mapping[int, str] = {}
        self._step_taken: tuple[int, str, RoundStep] | None = None
        """The step that `_step` computed last, so that `after` does not compute it again."""
        self._known: dict[tuple[int, int], StoredCommand] = {}
        """The commands of seats by seat and key. The tables before and after this one share the
        dictionary. Each looks only at commands up to its own number."""
        if start.over is not None:
            self._ended = dict.fromkeys(self.seats, 0)
        self._texts = {seat: self._standing_text(seat) for seat in self.seats}

    @property
    def away(self) -> set[int]:
        """The seats for which nobody has to wait, because the server has said that they have no
        connection."""
        return {s for s, b in zip(self.seats, self.state.boards, strict=True) if b.away}

    @property
    def resigned(self) -> set[int]:
        """The seats that have resigned the round."""
        return {s for s, b in zip(self.seats, self.state.boards, strict=True) if b.resigned}

    def position_of(self, seat: int) -> int:
        """Return the position of a seat at the table, from 0. Raises ValueError if the seat is not
        at the table."""
        return self.seats.index(seat)

    def repeated(self, asked: AskedCommand) -> StoredCommand | None:
        """Return the command that was stored for an earlier request with the same seat and key.
        Return None if there was no such request, so that this one is new."""
        found = self._known.get((asked.seat, asked.key)) if asked.key else None
        return found if found is not None and found.number <= self.number else None

    def judge(self, asked: Iterable[AskedCommand]) -> Judgement:
        """Decide on requests in the order given, each on the table after the commands that were
        accepted before it. The table itself does not change."""
        table, answers, accepted = self, list[Answer](), list[StoredCommand]()
        for each in asked:
            known = table.repeated(each) or next(
                (c for c in accepted if each.key and (c.seat, c.key) == (each.seat, each.key)), None
            )
            if known is not None:
                answers.append(known)
                continue
            decided = table._decide(each)
            answers.append(decided)
            if isinstance(decided, StoredCommand):
                accepted.append(decided)
                table, _ = table.after(decided, waits=True)
        return Judgement(tuple(answers), tuple(accepted), table)

    def _decide(self, asked: AskedCommand) -> Answer:
        seat = asked.seat
        if self.moves[seat] >= MOST_MOVES and asked.move not in UNLIMITED:
            sentence = f"A round has at most {MOST_MOVES} moves of a seat; you may give up."
            return CommandRefusal("too_many_moves", sentence)
        try:
            text = self._text(asked)
            self._step(seat, text)
        except Overtaken as late:
            first = self.seats[late.seat]
            overtaken = Overtaken(first, late.height, late.top)
            foundation = int(self._text(asked).split(" ")[2].removeprefix("foundation."))
            return CommandRefusal(late.code, str(late), overtaken, foundation)
        except EngineError as error:
            return CommandRefusal(error.code, str(error))
        return StoredCommand(
            self.number + 1, self.ms, seat, asked.by, asked.key, asked.delay_ms, text
        )

    def _text(self, asked: AskedCommand) -> str:
        if asked.by == "server" and asked.move in (AWAY, BACK):
            return str(asked.move)
        codec = self.rules.codec
        return codec.to_text(codec.read(asked.move))

    def _step(self, seat: int, text: str) -> RoundStep:
        taken = self._step_taken
        if taken is not None and taken[:2] == (seat, text):
            return taken[2]
        at = self.position_of(seat)
        if text in (AWAY, BACK):
            step = self.rules.attend(self.state, at, away=text == AWAY)
        else:
            step = self.rules.play(self.state, at, self.rules.codec.from_text(text))
        self._step_taken = seat, text, step
        return step

    def after(
        self, command: StoredCommand, *, waits: bool = False
    ) -> tuple["CommonTable", tuple[RoundEvent, ...]]:
        """Return the table after a command, and what the command visibly changed, as events that
        name seats by their numbers in the room. `waits` says that the command waits to be stored,
        so its race time is not known yet; standings have `NOW` in its place. Raises EngineError if
        the command is not possible, ValueError if its number is not the next."""
        if command.number != self.number + 1:
            raise ValueError(f"command {command.number} after command {self.number}")
        state, events = self._step(command.seat, command.text)
        ms: int | str = NOW if waits else command.ms
        table = copy(self)
        table.state, table.number, table.ms = state, command.number, command.ms
        table.logged = _one_more(self.logged, command.seat)
        if command.is_move:
            table.moves = _one_more(self.moves, command.seat)
        table._step_taken = None
        at, rules = self.position_of(command.seat), self.rules
        if rules.progress(state, at) > rules.progress(self.state, at):
            table._reached = {**self._reached, command.seat: ms}
        over = self.seats if state.over else [s for s in self.seats if table._has_resigned(s)]
        if ended := [seat for seat in over if seat not in self._ended]:
            table._ended = {**self._ended, **dict.fromkeys(ended, ms)}
        # Until rounds end, a command changes the standing of its own seat only.
        changed = self.seats if ended else (command.seat,)
        table._texts = {**self._texts, **{seat: table._standing_text(seat) for seat in changed}}
        if command.key and not waits:
            self._known[command.seat, command.key] = command
        named = tuple(
            event._replace(seat=None if event.seat is None else self.seats[event.seat])
            for event in events
        )
        return table, named

    def _has_resigned(self, seat: int) -> bool:
        return self.state.boards[self.position_of(seat)].resigned

    # Standings. -----------------------------------------------------------------------------------

    def standing_texts(self) -> Mapping[int, str]:
        """Return the standing of each seat as the text by which it is stored, by seat. The text has
        `NOW` for a race time that is known only when the command is stored."""
        return self._texts

    def standings(self) -> dict[int, StoredStanding]:
        """Return the standing of each seat, by seat."""
        return {seat: StoredStanding.read(text) for seat, text in self._texts.items()}

    def standings_since(self, before: "CommonTable") -> dict[int, StoredStanding]:
        """Return the standings that differ from the standings at `before`, an earlier state of this
        table, by seat."""
        known = before._texts
        return {
            seat: StoredStanding.read(text)
            for seat, text in self._texts.items()
            if text != known[seat]
        }

    def _standing_text(self, seat: int) -> str:
        at, rules, state = self.position_of(seat), self.rules, self.state
        progress, points = rules.progress(state, at), rules.points(state, at)
        final = state if state.over else rules.ring(state)
        ended = self._ended.get(seat)
        result, reason = "-", "-"
        if ended is not None:
            left = self._has_resigned(seat)
            result, reason = ("lost", "resigned") if left else ("complete", "-")
        fields: list[object] = [self.moves[seat], progress, progress, 0, self._reached[seat], 1]
        fields += [points, rules.points(final, at), result, reason, "-" if ended is None else ended]
        return " ".join(map(str, fields))

    def ended_since(self, before: "CommonTable") -> int:
        """Return for how many seats the round has ended since `before`, an earlier state of this
        table."""
        return len(self._ended) - len(before._ended)


def _one_more(counts: Mapping[int, int], seat: int) -> Mapping[int, int]:
    return {**counts, seat: counts[seat] + 1}
