"""`python -m tests.new_game NAME`: write the stubs of a new game and say what is left to do."""

import sys

from tests.new_game import ROOT, CannotWrite, write

LEFT = """
Left to do by hand (CONTRIBUTING.md, "A new game"):
  1. engine/games/{slug}.py, the rules
  2. engine/games/__init__.py, its line at the end of the list
  3. fill in the stubs above: their tests fail until then
  4. client_web/table/layout/game_layouts.js, how the browser lays its piles out
Then write what follows from the rules, and read it:
  python -m tests.engine.goldens
  python -m tests.client_cli.screens.snapshots
  patience protocol types > client_web/net/protocol.d.ts
  export WRITE_GOLDENS=1
  python -m pytest -n0 tests/client_cli/screens/test_solo.py -k first
  python -m pytest -n0 tests/docs/test_notation_page.py tests/docs/test_games_page.py
  make pictures ARGS={slug}
"""


def main(arguments: list[str]) -> int:
    """0 when the stubs are written, 2 when nothing is."""
    if len(arguments) != 1:
        print("Write it as: python -m tests.new_game NAME", file=sys.stderr)
        return 2
    try:
        changed = write(arguments[0])
    except CannotWrite as error:
        print(error, file=sys.stderr)
        return 2
    for path in changed:
        print(f"wrote {path.relative_to(ROOT)}")
    print(LEFT.format(slug=arguments[0]))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
