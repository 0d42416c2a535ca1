"""The secrecy referee: what each contestant had seen after each move, computed by the engine from
the race's record without the server's code."""

import json
from base64 import b64encode, urlsafe_b64encode
from collections.abc import Iterable, Sequence
from hashlib import sha256
from itertools import pairwise
from typing import Any

from engine.cards import NAME
from engine.errors import EngineError
from engine.games import AnyGame
from engine.mechanics.called_game import CalledGame
from engine.moves import Resign
from engine.races import record
from engine.races.board import Entry
from engine.races.terms import Terms, terms
from engine.solver.winnable_deals import numbered_pack
from engine.table import State
from engine.takeback import UNDO, Past, read_move, step
from engine.view import Json


class Seen:
    """One contestant's game: the position after each move, and what had been seen by then. With
    called cards, `call` is the number of the last one; otherwise None."""

    def __init__(
        self, game: AnyGame, pack: list[Any], moves: Iterable[Entry], agreed: Terms | None = None
    ) -> None:
        self.game = game
        self.terms = agreed or terms(game, {})
        self.moves = tuple(moves)
        self.frames = game.frames(pack)
        self.states: list[State[Any]] = [game.deal(pack)]
        self.clean = [True]
        past: Past = None
        for entry in self.moves:
            move = read_move(game, entry.text)
            state, past = step(game, self.states[-1], past, move, self.terms.take_back)
            self.states.append(state)
            self.clean.append(self.clean[-1] and move is not UNDO)
        merits = [(game.progress(state), game.tie_break(state)) for state in self.states]
        self.best = [max(merits[: i + 1]) for i in range(len(merits))]

    @property
    def last(self) -> int:
        """The number of moves made."""
        return len(self.states) - 1

    def laid_for(self, ply: int) -> int:
        """The most moves there may be when the contestant has sent so many: the server moves for
        silent players."""
        while ply < self.last and self.moves[ply].by == "server":
            ply += 1
        return ply

    def shown(self, ply: int, call: int | None = None) -> State[Any]:
        """The position after so many moves; a card that was not called is face down again."""
        return as_called(self.game, self.states[ply], call)

    def view(self, ply: int, call: int | None = None) -> dict[str, Json]:
        return self.game.view(self.shown(ply, call)).to_json()

    def final_view(self) -> dict[str, Json]:
        """The last position after the race, with hidden cards turned up."""
        return self.game.view(self.game.showdown(self.states[-1])).to_json()

    def changed(self, ply: int, call: int | None = None) -> dict[str, Json]:
        """What the move after which there are `ply` moves has changed."""
        return self.game.changes(self.shown(ply - 1, call), self.shown(ply, call)).to_json()

    def passed(self, ply: int) -> list[Json]:
        """The cards that came up and went down again within one of so many moves."""
        pairs = pairwise(self.states[: ply + 1])
        passed = (each for pair in pairs for each in self.game.passed(*pair))
        return self.game.passed_names(passed)

    def replay(self) -> dict[str, Any]:
        """The replay of the game, move by move, as it is public after the race."""
        shown = [self.game.showdown(state) if state.over else state for state in self.states]
        told = [
            {
                "progress": self.game.progress(state),
                "points": self.game.points(state),
                "over": state.over and state.over._asdict(),
            }
            for state in shown
        ]
        moves = [
            {
                "ms": entry.ms,
                "by": entry.by,
                "text": entry.text,
                "changed": self.game.changes(shown[i], shown[i + 1]).to_json(),
                **told[i + 1],
            }
            for i, entry in enumerate(self.moves)
        ]
        return {"view": self.game.view(shown[0]).to_json(), **told[0], "moves": moves}

    def frame(self, number: int) -> dict[str, Json]:
        """The frame of the deal with this number, from 1."""
        shown, view = self.frames[number - 1]
        return {**shown, "view": view.to_json()}

    def legal(self, ply: int, call: int | None = None) -> list[dict[str, Any]]:
        moves = self.game.legal(self.shown(ply, call)).moves
        return [self.game.codec.to_json(move) for move in moves]

    def numbers(self, ply: int, call: int | None = None) -> dict[str, Any]:
        """The public numbers of the board after so many moves, when so many cards have been
        called."""
        state = self.shown(ply, call)
        return {
            "progress": self.game.progress(state),
            "best": self.best[ply][0],
            "tie_break": self.best[ply][1],
            "points": self.game.points(state),
            "result": state.over.result if state.over else None,
            "reason": state.over.reason if state.over else None,
            "clean": self.clean[ply],
        }


class Race:
    """A finished race, from its record."""

    def __init__(self, document: dict[str, Any]) -> None:
        self.document = document
        told = record.read(document)
        self.n = race_number(told.race)
        assert told.secret is not None
        self.secret, self.seed = told.secret, told.true_seed()
        self.ended_ms = told.ended_ms
        self.results = document["results"]
        self.nonces = {seat: nonce.hex() for seat, nonce in told.nonces.items()}
        self.pack = numbered_pack(told.game, self.seed, told.k)
        self.line = told.winnable.line or () if told.winnable else ()
        self.seen = {
            seat.seat: Seen(told.game, self.pack, seat.moves, told.terms) for seat in told.seats
        }
        self.calls = told.terms.call_ms is not None
        self.shows_grids = told.terms.show_grids == "each_card"

    def laid_early(self) -> int | None:
        """The first called card that somebody laid before all had laid the one before it."""
        laid = [
            [entry.ms for entry in seen.moves if entry.text != "resign"]
            for seen in self.seen.values()
        ]
        for n in range(1, max(map(len, laid), default=0)) if self.calls else ():
            if max(ms[n - 1] for ms in laid if len(ms) >= n) > min(
                ms[n] for ms in laid if len(ms) > n
            ):
                return n + 1
        return None

    def secrets(self) -> dict[str, str]:
        """Every notation of what nobody may know before the end, with what it is."""
        pack = [NAME[c] for c in self.pack]
        part = json.dumps(telling(self.line), separators=(",", ":"))[1:-1]
        line = {part: "the line"} if self.line else {}
        return {
            **line,
            **forms("the secret", self.secret),
            **forms("the seed", self.seed),
            **dict.fromkeys(self.nonces.values(), "a nonce"),
            " ".join(pack): "the pack",
            "".join(pack): "the pack",
        }


def telling(line: Sequence[str]) -> Sequence[str]:
    """The first moves of a line by which it can be told from others: no list of legal moves has so
    many of them side by side, and the lines of other deals do not begin with as many turned cards
    only."""
    parts = (line[at : at + 8] for at in range(len(line) - 7))
    return next((part for part in parts if len(set(part)) > 4), line)


def race_number(name: str) -> int:
    """The number of a record's race in its room; a try of a daily deal is the only one."""
    number = name.rsplit("-", 1)[1]
    return int(number) if number.isdigit() else 1


def as_called(game: AnyGame, state: State[Any], call: int | None) -> State[Any]:
    """The position as it is shown when so many cards have been called; None without calls."""
    uncalled = call is not None and game.progress(state) >= call
    return game.uncalled(state) if uncalled and isinstance(game, CalledGame) else state


def forms(what: str, value: bytes) -> dict[str, str]:
    """Notations of bytes."""
    return {
        value.hex(): what,
        value.hex().upper(): what,
        b64encode(value).decode().rstrip("="): what,
        urlsafe_b64encode(value).decode().rstrip("="): what,
        str(int.from_bytes(value, "big")): what,
        ", ".join(map(str, value)): what,
    }


def token_forms(token: str) -> dict[str, str]:
    """A seat's token, and what the server stores of it."""
    return {token: "a token", **forms("the hash of a token", sha256(token.encode()).digest())}


def is_legal(game: AnyGame, state: State[Any], move: object) -> bool:
    """Whether a move can be made."""
    try:
        read = game.codec.read(move)
        return isinstance(read, Resign) or game.refusal(state, read) is None
    except EngineError:
        return False
