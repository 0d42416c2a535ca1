"""What each contestant had seen after each of their moves: worked out by the engine from the record
of the race, without a line of the server."""

from base64 import b64encode, urlsafe_b64encode
from collections.abc import Iterable
from hashlib import sha256
from typing import Any

from engine import record
from engine.cards import NAME
from engine.errors import EngineError
from engine.games import AnyGame
from engine.moves import Resign
from engine.table import State
from engine.view import Json


class Seen:
    """One contestant's game: the position after each move, and what had been seen by then."""

    def __init__(self, game: AnyGame, pack: list[Any], moves: Iterable[str]) -> None:
        self.game = game
        self.frames = game.frames(pack)
        self.states: list[State[Any]] = [game.deal(pack)]
        for text in moves:
            step = game.play(self.states[-1], game.codec.from_text(text))
            self.states.append(step.state)
        merits = [(game.progress(state), game.tie_break(state)) for state in self.states]
        self.best = [max(merits[: i + 1]) for i in range(len(merits))]

    @property
    def last(self) -> int:
        """The number of moves made."""
        return len(self.states) - 1

    def view(self, ply: int) -> dict[str, Json]:
        return self.game.view(self.states[ply]).to_json()

    def final_view(self) -> dict[str, Json]:
        """The last position once the race is over and what was withheld is turned up."""
        return self.game.view(self.game.showdown(self.states[-1])).to_json()

    def changed(self, ply: int) -> dict[str, Json]:
        """What the move that made it `ply` moves has changed."""
        return self.game.changes(self.states[ply - 1], self.states[ply]).to_json()

    def frame(self, number: int) -> dict[str, Json]:
        """What is shown of the deal as its frame of this number, counted from 1."""
        shown, view = self.frames[number - 1]
        return {**shown, "view": view.to_json()}

    def legal(self, ply: int) -> list[dict[str, Any]]:
        moves = self.game.legal(self.states[ply]).moves
        return [self.game.codec.to_json(move) for move in moves]

    def numbers(self, ply: int) -> dict[str, Any]:
        """What anybody may know of the board after so many moves."""
        state = self.states[ply]
        return {
            "progress": self.game.progress(state),
            "best": self.best[ply][0],
            "tie_break": self.best[ply][1],
            "points": self.game.points(state),
            "result": state.over.result if state.over else None,
            "reason": state.over.reason if state.over else None,
        }


class Race:
    """A finished race as its record tells it."""

    def __init__(self, document: dict[str, Any]) -> None:
        self.document = document
        told = record.read(document)
        self.n = int(told.race.rsplit("-", 1)[1])
        assert told.secret is not None
        self.secret, self.seed = told.secret, told.true_seed()
        self.ended_ms = told.ended_ms
        self.results = document["results"]
        self.nonces = {seat: nonce.hex() for seat, nonce in told.nonces.items()}
        self.pack = told.game.pack(self.seed)
        self.seen = {
            seat.seat: Seen(told.game, self.pack, [entry.text for entry in seat.moves])
            for seat in told.seats
        }

    def secrets(self) -> dict[str, str]:
        """Every way to write what nobody may know before the end, with what it is."""
        pack = [NAME[c] for c in self.pack]
        return {
            **forms("the secret", self.secret),
            **forms("the seed", self.seed),
            **dict.fromkeys(self.nonces.values(), "a nonce"),
            " ".join(pack): "the pack",
            "".join(pack): "the pack",
        }


def forms(what: str, value: bytes) -> dict[str, str]:
    """How bytes may be written."""
    return {
        value.hex(): what,
        value.hex().upper(): what,
        b64encode(value).decode().rstrip("="): what,
        urlsafe_b64encode(value).decode().rstrip("="): what,
        str(int.from_bytes(value, "big")): what,
        ", ".join(map(str, value)): what,
    }


def token_forms(token: str) -> dict[str, str]:
    """A seat's token and what the server keeps of it."""
    return {token: "a token", **forms("the hash of a token", sha256(token.encode()).digest())}


def is_legal(game: AnyGame, state: State[Any], move: object) -> bool:
    """Whether a move can be made."""
    try:
        read = game.codec.read(move)
        return isinstance(read, Resign) or game.refusal(state, read) is None
    except EngineError:
        return False
