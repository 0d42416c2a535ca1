"""The process that searches for one winnable deal. It reads a question as one line of JSON, writes
the answer as one line of JSON, and ends. It also ends when its standard input is closed, because
then the server that has started it is gone.

It runs with low priority, so that servers on the same machine go first.
"""

import json
import os
import sys
import threading
from typing import Any

from engine.games import game
from engine.solver.winnable_deals import WinnableTerms, winnable_deal

NICENESS = 10


def answer(asked: dict[str, Any]) -> dict[str, Any]:
    """Return the answer to a question: the number `k` of the pack, and in `line` the moves that win
    it; both are None if the solver has won no pack."""
    how = WinnableTerms(asked["solver"], asked["nodes"], asked["last_pack"], asked["difficulty"])
    seed = bytes.fromhex(asked["seed"])
    return winnable_deal(game(asked["game"], asked["options"]), seed, how)._asdict()


def _end_with_server() -> None:
    sys.stdin.buffer.read()
    os._exit(1)


def main() -> None:
    """Answer one question."""
    if hasattr(os, "nice"):
        os.nice(NICENESS)
    asked = json.loads(sys.stdin.buffer.readline())
    threading.Thread(target=_end_with_server, daemon=True).start()
    sys.stdout.write(json.dumps(answer(asked)) + "\n")
    sys.stdout.flush()
    os._exit(0)  # without waiting for the thread, which holds the lock of the standard input


if __name__ == "__main__":
    main()
