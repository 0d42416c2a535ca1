"""When a series of evenings goes on: by the clocks of its own zone, whatever time they keep."""

from datetime import UTC, datetime

from dateutil.rrule import DAILY, MONTHLY, WEEKLY, rrule

from protocol.tournament_plan import Schedule


def next_start(schedule: Schedule, after: int) -> int | None:
    """The first start later than `after` and than the one it has; None where it is not repeated.
    An hour that the clocks leave out is met after it, one that comes twice the first time."""
    if schedule.repeat is None:
        return None
    often = {"daily": (DAILY, 1), "weekly": (WEEKLY, 1), "fortnightly": (WEEKLY, 2)}
    frequency, interval = often.get(schedule.repeat, (MONTHLY, 1))
    start = schedule.starts
    zone = start.tzinfo
    local = start.replace(tzinfo=None)
    # A day no month lacks, for whoever meets on the 29th, 30th or 31st.
    days = {"bymonthday": range(28, local.day + 1), "bysetpos": -1} if local.day > 28 else {}
    rule = rrule(
        frequency, dtstart=local, interval=interval, **(days if frequency == MONTHLY else {})
    )
    later = datetime.fromtimestamp(max(after, schedule.starts_at) / 1000, tz=UTC)
    wall = later.astimezone(zone).replace(tzinfo=None)
    for found in rule.xafter(wall, inc=True):
        at = int(found.replace(tzinfo=zone).timestamp() * 1000)
        if at > max(after, schedule.starts_at):
            return at
    return None
