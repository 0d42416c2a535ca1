"""Sounds: synthesised tones (shuffle, snap, ring), played as WAV files by another program.

The terminal itself can only beep. The client never waits for the program that plays: if it is
missing, broken or busy, there is no sound.
"""

import io
import math
import subprocess
import tempfile
from array import array
from collections.abc import Callable, Iterator
from pathlib import Path
from shutil import which
from typing import Literal

from protocol.texts import _

Tone = Literal["shuffle", "snap", "ring"]
TONES: tuple[Tone, ...] = ("shuffle", "snap", "ring")
PLAYERS = (("paplay",), ("pw-play",), ("aplay", "-q"), ("afplay",))
"""Programs that play a file and exit. Those that share the audio device come first."""
RATE = 16_000
LOUD = 9_000
"""Amplitude of the tones, of at most 32767; quiet, so as not to startle."""
MULTIPLIER, MODULUS = 48_271, 2**31 - 1


def player(found: Callable[[str], str | None] = which) -> tuple[str, ...] | None:
    """Return the first program of PLAYERS that is installed; None if there is none."""
    return next((each for each in PLAYERS if found(each[0])), None)


def tones_sentence(found: tuple[str, ...] | None) -> str:
    """Return a sentence for the user that says whether this computer can play tones, and with which
    program. `found` is the result of `player`."""
    if found is None:
        names = ", ".join(each[0] for each in PLAYERS)
        return _("Tones are silent here: there is none of {names} on this computer.", names=names)
    return _("Tones are played by {program}.", program=found[0])


def wav(tone: Tone) -> bytes:
    """Return a tone as the bytes of a WAV file."""
    import wave  # not needed for the first picture

    samples = array("h", (round(LOUD * each) for each in _samples(tone)))
    written = io.BytesIO()
    with wave.open(written, "wb") as file:
        file.setnchannels(1)
        file.setsampwidth(2)
        file.setframerate(RATE)
        file.writeframes(samples.tobytes())
    return written.getvalue()


def _samples(tone: Tone) -> Iterator[float]:
    match tone:
        case "snap":
            yield from _noise(0.04, 1.0)
        case "shuffle":
            for loud in (0.3, 0.4, 0.5, 0.6, 0.6, 0.5, 0.4, 0.3):
                yield from _noise(0.05, loud)
        case "ring":
            for _ in range(2):
                yield from _two_tones(0.35)
                yield from (0.0 for _ in range(RATE // 8))


def _noise(seconds: float, loud: float) -> Iterator[float]:
    """Yield samples from -1 to 1 of noise that fades out, like a card put on the table."""
    count, state = round(RATE * seconds), 1
    for i in range(count):
        state = state * MULTIPLIER % MODULUS
        yield loud * (2 * state / MODULUS - 1) * (1 - i / count) ** 3


def _two_tones(seconds: float) -> Iterator[float]:
    """Yield samples from -1 to 1 of two tones of nearly the same pitch, which together sound like a
    telephone bell."""
    count = round(RATE * seconds)
    for i in range(count):
        at, edge = i / RATE, min(1.0, i / 160, (count - i) / 160)
        yield edge * (math.sin(math.tau * 440 * at) + math.sin(math.tau * 480 * at)) / 2


class Sounds:
    """Plays one tone at a time. While a tone plays, requests for another tone are dropped, so that
    a held key does not pile up tones."""

    def __init__(self, command: tuple[str, ...] | None = None) -> None:
        self._command = command if command is not None else player()
        self._folder: tempfile.TemporaryDirectory[str] | None = None
        self._playing: subprocess.Popen[bytes] | None = None

    def play(self, tone: Tone) -> bool:
        """Start playing a tone. Return whether it was started."""
        if self._command is None or (self._playing is not None and self._playing.poll() is None):
            return False
        try:
            self._playing = subprocess.Popen(
                [*self._command, str(self._file(tone))],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
            )
        except OSError:
            self._command = None
            return False
        return True

    def _file(self, tone: Tone) -> Path:
        """Return the path of a tone's file, which is written when the tone is first played. Raises
        OSError if it cannot be written."""
        if self._folder is None:
            self._folder = tempfile.TemporaryDirectory(prefix="patience-")
        path = Path(self._folder.name) / f"{tone}.wav"
        if not path.exists():
            path.write_bytes(wav(tone))
        return path

    def close(self) -> None:
        """Stop the program that plays, and delete the WAV files."""
        if self._playing is not None and self._playing.poll() is None:
            self._playing.terminate()
            self._playing.wait()
        self._playing = None
        if self._folder is not None:
            self._folder.cleanup()
            self._folder = None
