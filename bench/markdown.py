"""Tables that stand in a document as they are printed."""

from collections.abc import Iterable, Sequence


def titled(title: str, columns: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """A table under its title; all columns but the first are numbers."""
    lines = [f"| {' | '.join(columns)} |", "|---|" + "---:|" * (len(columns) - 1)]
    lines += [f"| {' | '.join(row)} |" for row in rows]
    return f"{title}\n\n" + "\n".join(lines)
