"""Calendar of tournament series: computes when the next tournament of a series starts. A series is
the tournaments that follow from one schedule, for example one on each Friday.
"""

from datetime import UTC, datetime

from dateutil.rrule import DAILY, MONTHLY, WEEKLY, rrule

from protocol.tournaments.plan import Schedule


def next_start(schedule: Schedule, after: int) -> int | None:
    """Return the server time in ms of the next start in a series: the first start that is later
    than the server time `after` and later than the start in `schedule`. Return None if the schedule
    does not repeat.

    All tournaments of a series start at the same local time in the time zone of the schedule. If
    this local time is skipped because clocks go forward, the start is later by the skipped time. If
    it occurs twice because clocks go back, the first time counts.
    """
    if schedule.repeat is None:
        return None
    often = {"daily": (DAILY, 1), "weekly": (WEEKLY, 1), "fortnightly": (WEEKLY, 2)}
    frequency, interval = often.get(schedule.repeat, (MONTHLY, 1))
    start = schedule.starts
    zone = start.tzinfo
    local = start.replace(tzinfo=None)
    # On the 29th, 30th or 31st: in shorter months the last day instead.
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
