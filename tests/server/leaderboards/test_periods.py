"""Days, weeks, months and years in a time zone."""

from datetime import UTC, datetime
from zoneinfo import ZoneInfo

import pytest
from pydantic import ValidationError

from server.leaderboards.periods import Calendar
from server.settings import ServerSettings, zone_of


def at(text: str) -> int:
    return int(datetime.fromisoformat(text).timestamp() * 1000)


@pytest.mark.parametrize(
    ("moment", "zone", "names"),
    [
        ("2026-11-21T12:00Z", "UTC", ["day:2026-11-21", "week:2026-W47", "month:2026-11"]),
        ("2026-11-21T23:30Z", "Europe/Paris", ["day:2026-11-22", "week:2026-W47", "month:2026-11"]),
        ("2027-01-01T00:00Z", "UTC", ["day:2027-01-01", "week:2026-W53", "month:2027-01"]),
        ("2027-01-01T00:00Z", "America/Lima", ["day:2026-12-31", "week:2026-W53", "month:2026-12"]),
    ],
)
def test_a_moment_belongs_to_the_periods_of_its_zone(
    moment: str, zone: str, names: list[str]
) -> None:
    found = [period.name for period in Calendar(zone_of(zone)).of(at(moment)).values()]
    assert found[:3] == names
    assert found[-1] == "all"


def test_boards_go_when_so_many_periods_have_followed() -> None:
    london = Calendar(ZoneInfo("Europe/London"), kept=2)
    found = london.of(at("2026-03-28T12:00Z"))
    assert found["day"].until == at("2026-03-31T00:00+01:00")  # an hour was lost on the 29th
    assert found["week"].until == at("2026-04-13T00:00+01:00")
    assert found["month"].until == at("2026-06-01T00:00+01:00")
    assert found["year"].until == at("2029-01-01T00:00+00:00")
    assert found["all"].until is None
    assert Calendar(UTC, kept=1).of(at("2026-12-05T00:00Z"))["month"].until == at(
        "2027-02-01T00:00Z"
    )


@pytest.mark.parametrize("name", ["Mars/Phobos", "", "../../etc/passwd", "Europe"])
def test_a_time_zone_that_is_none_is_refused_at_the_start(name: str) -> None:
    with pytest.raises(ValidationError, match="no such time zone"):
        ServerSettings(time_zone=name)


def test_days_begin_alike_wherever_the_server_runs() -> None:
    assert ServerSettings(time_zone="Pacific/Auckland").time_zone == "Pacific/Auckland"
    assert ServerSettings().time_zone == "UTC"
