"""Calendar of repeated tournaments: the next start, by local time in the series' time zone."""

from datetime import UTC, datetime

from dateutil.rrule import DAILY, MONTHLY, WEEKLY, rrule

from protocol.tournament_plan import Schedule


def next_start(schedule: Schedule, after: int) -> int | None:
    """The first start after `after` and after the present one, server time; None if not repeated.

    When clocks change, a start in the skipped hour moves behind it, and one in the repeated hour
    happens the first time.
    """
    if schedule.repeat is None:
        return None
    often = {"daily": (DAILY, 1), "weekly": (WEEKLY, 1), "fortnightly": (WEEKLY, 2)}
    frequency, interval = often.get(schedule.repeat, (MONTHLY, 1))
    start = schedule.starts
    zone = start.tzinfo
    local = start.replace(tzinfo=None)
    # For the 29th, 30th and 31st: the last day of shorter months.
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
