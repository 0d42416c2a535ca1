"""An evening of Racing Demon in its small form: one round in which a terminal is killed."""

import shutil
from pathlib import Path

import pytest

from tests.browser import chromium
from tests.table_evening.evening import evening


@pytest.mark.long(60)
@pytest.mark.processes
@pytest.mark.skipif(not (chromium.found() or chromium.REQUIRED), reason=chromium.ABSENT)
@pytest.mark.skipif(shutil.which("tmux") is None, reason="tmux is not installed")
async def test_four_kinds_of_client_agree_with_the_record(tmp_path: Path) -> None:
    report = await evening(tmp_path, target=50, bell="20s", most=1)
    assert not report.wrong, report
    assert report.happened == ["A terminal was killed, and came back."]
    assert report.acknowledged > 0
