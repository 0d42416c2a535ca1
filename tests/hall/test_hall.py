"""An evening in a hall, in its small form; `make hall` holds it for sixty."""

from pathlib import Path

import pytest

from tests.browser import chromium
from tests.hall.__main__ import COUNTED, failures
from tests.hall.evening import Crowd, evening
from tests.harness import ServerProcess


@pytest.mark.long(30)
@pytest.mark.skipif(not (chromium.found() or chromium.REQUIRED), reason=chromium.ABSENT)
async def test_an_evening_in_a_hall(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name, value in COUNTED.items():
        monkeypatch.setenv(name, value)
    crowd = Crowd(scripts=24, bots=4, browsers=0)
    async with ServerProcess(tmp_path / "server") as server:
        report = await evening(server.url, crowd, 1, tmp_path / "client")
        assert not failures(report, crowd, 1), report.lines()
        assert "Traceback" not in server.log
