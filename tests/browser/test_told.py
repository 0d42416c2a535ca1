"""Sentences of the browser client about moves, from its modules, without a browser."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

from tests.harness import LIMIT_S, ROOT

SCRIPT = """
import { moveSentence } from "./client_web/table/moves/spoken_moves.js";
import { applyChanges } from "./client_web/state/board_state.js";
const [game, before, ...moves] = JSON.parse(process.argv[1]);
const said = [];
let view = before;
for (const changed of moves) {
  const after = applyChanges(view, changed);
  said.push(moveSentence(game, view, after));
  view = after;
}
console.log(JSON.stringify(said));
"""


def said(*given: Any) -> list[str]:
    """What is said of each of these changes, beginning with a view."""
    node = Path(sys.executable).with_name("node")
    words = [str(node), "--input-type=module", "--eval", SCRIPT, json.dumps(given)]
    done = subprocess.run(words, check=True, cwd=ROOT, stdout=subprocess.PIPE, timeout=LIMIT_S)
    told: list[str] = json.loads(done.stdout)
    return told


def test_a_card_that_is_dealt_and_turned_face_down_at_once_is_said_once() -> None:
    game: Any = {"piles": [], "groups": []}
    before: Any = {"piles": {"stock": {"down": 0, "up": ["KS", "QH"]}}}
    closed = {"piles": {"stock": {"down": 13, "up": []}}, "passed": [["stock", "AD"]]}
    assert said(game, before, closed, {"piles": {}}) == [
        "Ace of diamonds dealt to the stock; 13 cards face down on the stock.",
        "",
    ]
