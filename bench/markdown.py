"""Markdown tables."""

from collections.abc import Iterable, Sequence


def titled(title: str, columns: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """Return a markdown table under its title. All columns but the first are numbers."""
    lines = [f"| {' | '.join(columns)} |", "|---|" + "---:|" * (len(columns) - 1)]
    lines += [f"| {' | '.join(row)} |" for row in rows]
    return f"{title}\n\n" + "\n".join(lines)
