"""Small character charts: sparkline, columns, horizontal bars. No input or output."""

from collections.abc import Sequence

RAMP = " ▁▂▃▄▅▆▇█"
PLAIN_RAMP = " .:-=+*%#"
"""Ramp for terminals without symbols; each character is darker than the one before."""
STEPS = len(RAMP) - 1


def spark(values: Sequence[int], top: int, width: int, symbols: bool = True) -> str:
    """A sparkline of the last `width` values, one cell each. A value above zero is always
    visible."""
    ramp, shown = RAMP if symbols else PLAIN_RAMP, values[-width:] if width > 0 else []
    return "".join(ramp[_eighths(value, top, 1)] for value in shown)


def columns(
    values: Sequence[int], top: int, width: int, height: int, symbols: bool = True
) -> list[str]:
    """The same as columns `height` lines high, highest line first."""
    ramp, shown = RAMP if symbols else PLAIN_RAMP, values[-width:] if width > 0 else []
    heights = [_eighths(value, top, height) for value in shown]
    return [
        "".join(ramp[min(STEPS, max(0, each - STEPS * line))] for each in heights).rstrip()
        for line in reversed(range(height))
    ]


def bars(rows: Sequence[tuple[str, int]], width: int, bar: str = "█", label: int = 0) -> list[str]:
    """One line for each row, such as `out of 48    ███████ 7`; the longest bar fills the width."""
    label = max([label, *(len(name) for name, _ in rows)])
    room = max(1, width - label - 1 - max([1, *(len(str(value)) for _, value in rows)]) - 1)
    most = max([1, *(value for _, value in rows)])
    return [
        f"{name:<{label}} {bar * (max(1, room * value // most) if value else 0)} {value}".rstrip()
        for name, value in rows
    ]


def _eighths(value: int, top: int, height: int) -> int:
    """How many eighths of a line are filled."""
    full = STEPS * height * min(max(0, value), top) // max(1, top)
    return max(1, full) if value > 0 else 0
