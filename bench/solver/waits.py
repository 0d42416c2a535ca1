"""`python -m bench waits`: how long a search for a winnable deal takes, of any difficulty and of
each class of difficulty (`engine/solver/difficulty.py`).

The packs of practice deals are searched one after another as the process of a server searches them
(`server/live_rooms/search_process.py`), and the class of each pack that is won is computed. A wait
is then the CPU time of a row of packs that are drawn from these by chance, up to the first one that
would be dealt.
"""

import argparse
import json
import math
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from random import Random
from time import process_time
from typing import Literal, NamedTuple

from rich.console import Console

from bench.markdown import titled
from bench.solver.deals import Question, pack
from engine.solver.difficulty import deal_figures, difficulty
from engine.solver.difficulty_classes import DIFFICULTIES, Difficulty
from engine.solver.solve import solve

FIRST_DEAL = 400_001
DRAWS = 4_000
"""How many waits are drawn for each class."""
UNPROVEN = 1e-4
"""At most this share of searches may end after the last pack with no deal."""
MOST_PACKS = 1_000
"""The maximum number of the last pack."""

QUESTIONS = (
    Question("aces_up", {}, 2_000),
    Question("aces_up", {"must_fill": False}, 2_000),
    Question("baroness", {}, 2_000),
    Question("baroness", {"last_two": "piles12"}, 2_000),
    Question("baroness", {"gap_moves": True}, 2_000),
    Question("bakers_dozen", {}, 3_000),
    Question("good_measure", {}, 3_000),
    Question("accordion", {}, 1_000),
    Question("accordion", {"lay_out_all": True}, 1_000),
    Question("accordion", {"compulsory": False}, 1_000),
    Question("as_you_like_it", {}, 2_000),
    Question("as_you_like_it", {"must_play_before_redeal": False}, 2_000),
    Question("usk", {}, 1_000),
    Question("usk", {"first_deal_has_ace": False}, 1_000),
    Question("klondike", {"turn": 3}, 3_000),
    Question("demon", {}, 2_000),
    Question("demon", {"whole_column_only": True}, 2_000),
    Question("demon", {"packet_only": True}, 2_000),
    Question("demon", {"grace": False}, 2_000),
    Question("fourteens", {}, 2_000),
    Question("fourteens", {"stacked": True}, 2_000),
    Question("grandfathers_clock", {}, 1_000),
)
"""The games that have winnable deals, with the nodes for each pack
(`engine/solver/winnable_deals.py`)."""


class SearchedPack(NamedTuple):
    """A pack that was searched: its class of difficulty, 0 if the solver has not won it, the
    seconds of CPU of the search, and those that the class has taken."""

    difficulty: Difficulty | Literal[0]
    seconds: float
    class_seconds: float


class Wait(NamedTuple):
    """A search for a winnable deal: its seconds of CPU, and the number k of the pack that would be
    dealt; None if it is none up to the last."""

    seconds: float
    k: int | None


def searched(question: Question, won: int) -> Iterator[SearchedPack]:
    """Search the packs of practice deals until `won` of them are won."""
    rules, deal = question.rules, FIRST_DEAL
    while won:
        state = rules.deal(pack(rules, deal))
        begun = process_time()
        found = solve(rules, state, question.nodes)
        solved = process_time()
        figures = deal_figures(rules, state, found)
        classed = 0 if figures is None else difficulty(figures, rules.goal)
        yield SearchedPack(classed, solved - begun, process_time() - solved)
        won -= figures is not None
        deal += 1


def last_pack(share: float) -> int:
    """Return the number of the last pack with which at most UNPROVEN of the searches deal none, if
    each pack is dealt with the probability `share`: a multiple of ten, at most MOST_PACKS."""
    if share >= 1:
        return 10
    needed = math.log(UNPROVEN) / math.log(1 - share)
    return min(MOST_PACKS, 10 * math.ceil(needed / 10))


def waits(packs: Sequence[SearchedPack], wanted: Iterable[int], last: int) -> list[Wait]:
    """Return DRAWS waits for a pack of the classes `wanted`, sorted by their seconds. If any class
    is wanted, no class is computed."""
    chance, dealt = Random(1), {*wanted}
    is_any = dealt == {*DIFFICULTIES}
    drawn = []
    for _ in range(DRAWS):
        seconds, k = 0.0, None
        for number in range(last + 1):
            one = chance.choice(packs)
            seconds += one.seconds + (0 if is_any else one.class_seconds)
            if one.difficulty in dealt:
                k = number
                break
        drawn.append(Wait(seconds, k))
    return sorted(drawn, key=lambda wait: wait.seconds)


def row(question: Question, packs: Sequence[SearchedPack], wanted: Sequence[int]) -> list[str]:
    """Return a row of the table for the classes `wanted`."""
    share = sum(one.difficulty in wanted for one in packs) / len(packs)
    told = [question.name, ", ".join(map(str, wanted)), str(len(packs)), f"{share:.1%}"]
    if not share:
        return [*told, "", "", "", ""]
    last = last_pack(share)
    drawn = waits(packs, wanted, last)
    late = math.ceil(0.99 * DRAWS) - 1
    ks = sorted(last if wait.k is None else wait.k for wait in drawn)
    times = [f"{drawn[DRAWS // 2].seconds:.2f}", f"{drawn[late].seconds:.1f}"]
    return [*told, str(last), *times, str(ks[late])]


def main(arguments: Sequence[str]) -> int:
    """Search packs and print the table. Return the exit code."""
    parser = argparse.ArgumentParser(prog="python -m bench waits", description=__doc__)
    parser.add_argument("games", nargs="*", metavar="GAME", help="the games; or else all of them")
    parser.add_argument("--won", type=int, default=200, help="packs of each game that are won")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the packs there as well")
    given = parser.parse_args(arguments)
    known = [question.slug for question in QUESTIONS]
    strange = [slug for slug in given.games if slug not in known]
    if strange:
        parser.error(f"{strange[0]} is not measured; there are {', '.join(dict.fromkeys(known))}")
    note = Console(stderr=True).print
    rows, written = [], {}
    for question in QUESTIONS:
        if not given.games or question.slug in given.games:
            packs = [*searched(question, given.won)]
            written[question.name] = packs
            note(f"{question.name}: {len(packs)} packs")
            classes = [[each] for each in DIFFICULTIES]
            rows += [row(question, packs, each) for each in [[*DIFFICULTIES], *classes]]
            if given.json:
                given.json.write_text(json.dumps(written) + "\n")
    columns = ["game", "class", "packs", "dealt", "last pack", "seconds, median"]
    columns += ["seconds, 99 of 100", "k, 99 of 100"]
    print(titled(f"Deals from {FIRST_DEAL:,}.", columns, rows))
    return 0
