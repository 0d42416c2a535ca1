"""A short month: three evenings of a small community, and all checks at the end. `make month` runs
a large one."""

from pathlib import Path

import pytest

from tests.month.community import SHORT
from tests.month.driven import NO_COMPILER, has_compiler
from tests.month.run import month

pytestmark = pytest.mark.skipif(not has_compiler(), reason=NO_COMPILER)


@pytest.mark.processes
@pytest.mark.long(20)
def test_three_evenings_leave_nothing_wrong(tmp_path: Path) -> None:
    """Tables, tournaments, daily deals, crowns: see `community.py`."""
    told: list[str] = []
    faults = month(SHORT, 1, tmp_path / "store", told.append)
    assert not faults, "\n".join(told)
    did = "".join(line for line in told if line.startswith(("done: ", "cut short by the house: ")))
    for what in (
        "table",
        "dailies",
        "tournament",
        "crown race",
        "challenged race",
        "leisure race",
        "hunting",
        "alone",
        "renaming",
    ):
        assert what in did, did
