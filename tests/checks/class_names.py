"""Two public classes share a name only where `docs/glossary.md` lists them as one idea.

`python -m tests.checks.class_names` prints every name that is shared and not listed, and every name
that is listed and no longer shared; it exits with 1 if there is any.
"""

import ast
import re
import sys
from collections import defaultdict
from collections.abc import Iterable
from pathlib import Path

ROOT = Path(__file__).parents[2]
PRODUCT = ("engine", "protocol", "server", "client_cli")
GLOSSARY = ROOT / "docs" / "glossary.md"
HEADING = "## One name on several layers"


def classes(root: Path = ROOT) -> dict[str, set[str]]:
    """The modules that define a public class, by the name of the class."""
    found: dict[str, set[str]] = defaultdict(set)
    for package in PRODUCT:
        for path in sorted((root / package).rglob("*.py")):
            for node in ast.parse(path.read_text(encoding="utf-8")).body:
                if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                    found[node.name].add(path.relative_to(root).as_posix())
    return dict(found)


def listed(glossary: str) -> dict[str, set[str]]:
    """The names that the glossary allows to be shared, and the modules that may share them."""
    rows = glossary.partition(HEADING)[2].partition("\n## ")[0]
    table: dict[str, set[str]] = {}
    for name, modules in re.findall(r"^\| `(\w+)` \| [^|]+ \| ([^|]+) \|$", rows, re.MULTILINE):
        table[name] = set(re.findall(r"`([\w/.]+)`", modules))
    return table


def faults(defined: dict[str, set[str]], allowed: dict[str, set[str]]) -> Iterable[str]:
    """A sentence for each name that is shared without leave, or listed without need."""
    for name, modules in sorted(defined.items()):
        if len(modules) > 1 and modules != allowed.get(name):
            yield f"{name} is a class of {', '.join(sorted(modules))}."
    for name in sorted(allowed):
        if len(defined.get(name, ())) < 2:
            yield f"{name} is listed in {GLOSSARY.name}, and no longer shared."


def main() -> int:
    found = list(faults(classes(), listed(GLOSSARY.read_text(encoding="utf-8"))))
    for sentence in found:
        print(sentence, file=sys.stderr)
    if found:
        print(
            f"Rename one, or list the idea under {HEADING!r} in {GLOSSARY.name}.", file=sys.stderr
        )
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
