"""Draw docs/architecture.svg: the packages of the product and the imports between them.

`make architecture` runs it. The imports are those of the code, late and type-checking ones too.
An arrow that follows from others is left out. Every package stands above all that it imports;
packages that import each other stand in one row.
"""

import sys
from collections import defaultdict
from collections.abc import Mapping
from html import escape
from pathlib import Path

import grimp

ROOT = Path(__file__).parents[2]
PICTURE = ROOT / "docs" / "architecture.svg"
PARTS = ("engine", "protocol", "server", "client_cli")
OPENED = ("server", "client_cli")
"""Packages that are drawn by the packages in them."""
BOX, GAP, ROW, MARGIN = 126, 14, 62, 20
HEIGHT = 30


def imports() -> dict[str, set[str]]:
    """What each package of the picture imports, directly."""
    graph = grimp.build_graph(*PARTS, exclude_type_checking_imports=False)
    edges: dict[str, set[str]] = defaultdict(set)
    for module in graph.modules:
        edges[_box(module)] |= {
            _box(other) for other in graph.find_modules_directly_imported_by(module)
        } - {_box(module)}
    top = {box for box in edges if box.endswith(".*")}
    return {box: seen - top for box, seen in edges.items() if box not in top}


def _box(module: str) -> str:
    """The box of the picture that a module belongs to; `.*` for what lies at the top of a part."""
    part, *rest = module.split(".")
    if part not in OPENED:
        return part
    if rest and (ROOT / part / rest[0] / "__init__.py").is_file():
        return f"{part}.{rest[0]}"
    return f"{part}.*"


def reduced(edges: Mapping[str, set[str]]) -> dict[str, set[str]]:
    """The arrows that do not follow from others. Packages that import each other keep theirs."""

    def reach(start: str, without: str) -> set[str]:
        seen, left = set(), [other for other in edges[start] if other != without]
        while left:
            box = left.pop()
            if box not in seen:
                seen.add(box)
                left += edges.get(box, ())
        return seen

    return {box: {to for to in seen if to not in reach(box, to)} for box, seen in edges.items()}


def rows(edges: Mapping[str, set[str]]) -> dict[str, int]:
    """The row of each box, from 0 at the bottom. Packages that import each other share a row."""
    group = {box: frozenset(other for other in edges if _both(edges, box, other)) for box in edges}
    row: dict[str, int] = {}

    def of(box: str) -> int:
        if box not in row:
            below = {to for one in group[box] for to in edges[one]} - group[box]
            height = 1 + max((of(to) for to in below), default=-1)
            for one in group[box]:
                row[one] = height
        return row[box]

    for box in sorted(edges):
        of(box)
    return row


def _both(edges: Mapping[str, set[str]], one: str, other: str) -> bool:
    return one == other or (_leads(edges, one, other) and _leads(edges, other, one))


def _leads(edges: Mapping[str, set[str]], start: str, end: str) -> bool:
    seen, left = {start}, [start]
    while left:
        for to in edges[left.pop()] - seen:
            if to == end:
                return True
            seen.add(to)
            left.append(to)
    return False


def _width(boxes: list[str]) -> float:
    return len(boxes) * BOX + (len(boxes) - 1) * GAP


def _place(at: dict[str, tuple[float, float]], boxes: list[str], middle: float, y: float) -> None:
    for number, box in enumerate(boxes):
        at[box] = (middle - _width(boxes) / 2 + number * (BOX + GAP), y)


def drawn(edges: Mapping[str, set[str]]) -> str:
    """The picture as one SVG document."""
    row = rows(edges)
    height = max(row.values())
    halves = [[box for box in sorted(edges) if box.startswith(f"{part}.")] for part in OPENED]
    at: dict[str, tuple[float, float]] = {}
    left = float(MARGIN)
    for half in halves:
        lines: dict[int, list[str]] = defaultdict(list)
        for box in half:
            lines[row[box]].append(box)
        half_width = max(map(_width, lines.values()))
        for level, boxes in lines.items():
            _place(at, boxes, left + half_width / 2, MARGIN + (height - level) * ROW)
        left += half_width + 3 * GAP
    width = left - 3 * GAP + MARGIN
    for box in edges.keys() - at.keys():
        _place(at, [box], width / 2, MARGIN + (height - row[box]) * ROW)
    total = 2 * MARGIN + height * ROW + HEIGHT
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:.0f} {total}" '
        'font-family="sans-serif" font-size="11">',
        "<title>The packages and the imports between them</title>",
        '<defs><marker id="tip" viewBox="0 0 8 8" refX="8" refY="4" markerWidth="7" '
        'markerHeight="7" orient="auto"><path d="M0 0 8 4 0 8z" fill="#777"/></marker></defs>',
        f'<rect width="{width:.0f}" height="{total}" fill="#fff"/>',
    ]
    for box, seen in sorted(reduced(edges).items()):
        for to in sorted(seen):
            (x, y), (u, v) = at[box], at[to]
            if v <= y:
                continue  # packages of one row that import each other
            parts.append(
                f'<path d="M{x + BOX / 2:.0f} {y + HEIGHT:.0f} {u + BOX / 2:.0f} {v:.0f}" '
                'stroke="#777" fill="none" marker-end="url(#tip)"/>'
            )
    for box, (x, y) in sorted(at.items()):
        part, _, name = box.partition(".")
        colour = {"server": "#dbe9f6", "client_cli": "#e4f1de"}.get(part, "#f6ecd2")
        parts.append(
            f'<rect x="{x:.0f}" y="{y:.0f}" width="{BOX}" height="{HEIGHT}" rx="4" '
            f'fill="{colour}" stroke="#555"/>'
        )
        parts.append(
            f'<text x="{x + BOX / 2:.0f}" y="{y + 19:.0f}" text-anchor="middle">'
            f"{escape(f'{part}/{name}' if name else part)}</text>"
        )
    return "\n".join([*parts, "</svg>", ""])


def main() -> int:
    PICTURE.write_text(drawn(imports()), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
