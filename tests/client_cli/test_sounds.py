"""Sounds: the tones, their player, and that nothing waits for them."""

import io
import sys
import wave
from pathlib import Path

import pytest

from client_cli.local.sounds import PLAYERS, RATE, TONES, Sounds, Tone, player, tones_sentence, wav


@pytest.mark.parametrize("tone", TONES)
def test_a_tone_is_short_and_no_louder_than_it_may_be(tone: Tone) -> None:
    with wave.open(io.BytesIO(wav(tone))) as file:
        assert (file.getnchannels(), file.getsampwidth(), file.getframerate()) == (1, 2, RATE)
        assert 0 < file.getnframes() <= RATE
        frames = file.readframes(file.getnframes())
    samples = memoryview(frames).cast("h")
    assert 3_000 < max(samples) < 12_000
    assert wav(tone) == wav(tone), "the same every time"


def test_the_first_player_that_is_there_plays() -> None:
    assert player(lambda name: name if name == "aplay" else None) == ("aplay", "-q")
    assert player(lambda _: "/bin/any") == PLAYERS[0]
    nobody = player(lambda _: None)
    assert nobody is None
    assert "silent" in tones_sentence(nobody)
    assert "aplay" in tones_sentence(("aplay", "-q"))


def test_one_tone_at_a_time_and_none_outlives_the_program(tmp_path: Path) -> None:
    heard = tmp_path / "heard"
    holds = f"import sys, time; open({str(heard)!r}, 'w').write(sys.argv[1]); time.sleep(600)"
    sounds = Sounds((sys.executable, "-c", holds))
    assert sounds.play("ring")
    assert not sounds.play("snap"), "the first is still heard"
    playing = sounds._playing
    assert playing is not None
    sounds.close()
    assert playing.returncode is not None
    assert sounds._folder is None


def test_a_player_that_cannot_be_started_is_silence() -> None:
    sounds = Sounds(("/nowhere/player",))
    assert not sounds.play("ring")
    assert not sounds.play("ring")
    sounds.close()
