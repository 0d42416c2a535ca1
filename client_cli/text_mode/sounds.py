"""Sounds in line mode: a bell or a tone when a race begins or ends, when the server calls a card
that all players must place, and when somebody who has won an award makes a telephone call (sends a
message) to the player."""

import atexit

from client_cli.local.preferences import choice
from client_cli.local.sounds import Sounds, Tone
from client_cli.local.storage import Storage
from client_cli.terminal.output import Output, is_terminal
from protocol.from_server import Called, FromServer, Over, Started
from protocol.telephone import Ringing


class TextSounds:
    """Plays the sounds that the player has chosen. It is silent if the output is a pipe or JSON for
    a program."""

    def __init__(self, storage: Storage, voice: Output) -> None:
        heard = is_terminal() and not voice.as_json
        self._choice = choice(storage, "sounds") if heard else None
        self._sounds = Sounds() if self._choice == "tones" else None
        if self._sounds is not None:
            atexit.register(self._sounds.close)

    def hear(self, message: FromServer) -> None:
        """Play the sound that belongs to a message from the server, if the message has one."""
        match message:
            case Started():
                self._ring("shuffle")
            case Over() | Ringing():
                self._ring("ring")
            case Called():
                self._ring("snap")

    def _ring(self, tone: Tone) -> None:
        if self._sounds is not None:
            self._sounds.play(tone)
        elif self._choice == "bell":
            print("\a", end="", flush=True)
