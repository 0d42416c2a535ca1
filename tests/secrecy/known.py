"""The facts of a recorded room, and its secrets, for ever or until a race is over."""

import json
import re
from collections.abc import Iterator
from typing import Any, NamedTuple

from tests.secrecy.onlooking import moves_sent
from tests.secrecy.recorder import RoomRecord, Tape
from tests.secrecy.referee import Race, token_forms


class Leak(NamedTuple):
    """Something somebody was told too early, or must never be told."""

    who: str
    what: str
    where: str

    def __str__(self) -> str:
        return f"{self.who}: {self.what}: {self.where[:300]}"


class Room:
    """The facts of a room: its races and secrets."""

    def __init__(self, record: RoomRecord) -> None:
        self.code = record.code
        self.daily = record.daily
        self.tokens = [tape.token for tape in record.tapes if tape.token]
        self.races = {race.n: race for race in map(Race, record.races)}
        self.said: dict[str, set[int | None]] = {}
        """Every free text, and the seats of its senders."""
        self.phrases: dict[str, set[int | None]] = {}
        """Every set phrase that was sent, and the seats of its senders."""
        self.never: dict[str, str] = {"$argon2": "the hash of a password", **record.secrets}
        nonces: set[str] = set()
        for tape in record.tapes:
            for token in (*tape.tokens_tried, *([tape.token] if tape.token else [])):
                self.never |= token_forms(token)
            for entry in tape.entries:
                if entry.kind == "sent" and '"nonce"' in entry.text:
                    nonces.update(re.findall('"nonce": "([0-9a-f]{32})"', entry.text))
            self.said |= texts_of(tape)
            for phrase in sent_on(tape, "phrase"):
                self.phrases.setdefault(phrase, set()).update(seats_of(tape))
        counted = {nonce for race in self.races.values() for nonce in race.nonces.values()}
        self.never |= dict.fromkeys(self.said, "what somebody said, elsewhere or unheard")
        self.never |= dict.fromkeys(nonces - counted, "a nonce that never counted")
        told = sorted(
            (at, word, what, tape.name)
            for tape in record.tapes
            for at, word, what in words_of(tape)
        )
        self.words = {word: what for _, word, what, _ in told}
        """Credentials: passwords, sessions, recovery codes, invitations."""
        self.owners = {word: name for _, word, _, name in reversed(told)}
        """The owner of the tape on which each of them came first."""
        self.never |= self.words
        self.sent = moves_sent(record)
        self.sealed = {n: race.secrets() for n, race in self.races.items()}

    def plain(self, text: str) -> str:
        """The text without the room's code and credentials, which may spell a card by chance."""
        for word in (self.code, f"{self.code[:3]}-{self.code[3:]}", *self.words):
            text = text.replace(word, "")
        return text


def texts_of(tape: Tape) -> dict[str, set[int | None]]:
    """Every free text somebody has sent, with the seats they held at any time."""
    seats = seats_of(tape)
    return dict.fromkeys(sent_on(tape, "say", "text"), seats)


def seats_of(tape: Tape) -> set[int | None]:
    """The seats that the owner of a tape held at any time."""
    return {
        json.loads(entry.text)["seat"]
        for entry in tape.entries
        if entry.kind == "frame" and '"type":"room"' in entry.text
    }


def sent_on(tape: Tape, kind: str, field: str | None = None) -> Iterator[str]:
    """A field, by default the one named like the request, of every request of a kind."""
    for entry in tape.entries:
        if entry.kind == "sent" and f'"type": "{kind}"' in entry.text:
            yield json.loads(entry.text)[field or kind]


def words_of(tape: Tape) -> Iterator[tuple[int, str, str]]:
    """Every credential on a tape: its place, and what it is."""
    for entry in tape.entries:
        if entry.kind == "sent" and '"password"' in entry.text:
            yield entry.at, json.loads(entry.text)["password"], "a password"
        if entry.kind == "frame" and any(kind in entry.text for kind in TELLING):
            for word, what in own_words(json.loads(entry.text)):
                yield entry.at, word, what


TELLING = ('"type":"signed_in"', '"type":"account"', '"invite":"')


def own_words(message: dict[str, Any]) -> Iterator[tuple[str, str]]:
    """The credentials in a message that are for its reader alone, and what each is."""
    if message["type"] in ("signed_in", "account"):
        for field, what in (("session", "a session"), ("recovery", "a recovery code")):
            if message.get(field):
                yield message[field], what
    elif message["type"] == "room" and message["invite"] and message["seat"] == message["host"]:
        yield message["invite"], "the word of an invitation"
