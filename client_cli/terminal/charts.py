"""Draw small charts with characters: a sparkline, columns, horizontal bars. Pure functions."""

from collections.abc import Sequence

RAMP = " ▁▂▃▄▅▆▇█"
PLAIN_RAMP = " .:-=+*%#"
"""The characters of `RAMP`, from zero to a full block, for terminals that have only ASCII. Each is
darker than the one before."""
STEPS = len(RAMP) - 1


def spark(values: Sequence[int], top: int, width: int, symbols: bool = True) -> str:
    """Return a sparkline of the last `width` values, one character for each. `top` is the value of
    a full block. A value above zero is always visible."""
    ramp, shown = RAMP if symbols else PLAIN_RAMP, values[-width:] if width > 0 else []
    return "".join(ramp[_eighths(value, top, 1)] for value in shown)


def columns(
    values: Sequence[int], top: int, width: int, height: int, symbols: bool = True
) -> list[str]:
    """Draw the last `width` values as columns, and return the lines, the highest line first. `top`
    is the value of a column that is `height` lines high. A value above zero is always visible."""
    ramp, shown = RAMP if symbols else PLAIN_RAMP, values[-width:] if width > 0 else []
    heights = [_eighths(value, top, height) for value in shown]
    return [
        "".join(ramp[min(STEPS, max(0, each - STEPS * line))] for each in heights).rstrip()
        for line in reversed(range(height))
    ]


def bars(rows: Sequence[tuple[str, int]], width: int, bar: str = "█", label: int = 0) -> list[str]:
    """Draw a horizontal bar for each pair of name and value, and return one line for each: name,
    bar, value. The bar of the largest value fills the line of `width` cells. `label` is the least
    width of the names' column."""
    label = max([label, *(len(name) for name, _ in rows)])
    room = max(1, width - label - 1 - max([1, *(len(str(value)) for _, value in rows)]) - 1)
    most = max([1, *(value for _, value in rows)])
    return [
        f"{name:<{label}} {bar * (max(1, room * value // most) if value else 0)} {value}".rstrip()
        for name, value in rows
    ]


def _eighths(value: int, top: int, height: int) -> int:
    """Return the height of a column in eighths of a line, for a chart of `height` lines in which
    `top` fills all lines. At least 1 for a value above zero."""
    full = STEPS * height * min(max(0, value), top) // max(1, top)
    return max(1, full) if value > 0 else 0
