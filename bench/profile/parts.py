"""Find out to which part of the server each sampled stack belongs."""

from collections import Counter
from collections.abc import Iterable
from typing import NamedTuple

IDLE = "_worker (", "concurrent/futures/thread.py"
"""Text in the innermost function of a thread that waits for work. The sampler takes it for
running."""
LARGEST = 5

PARTS: dict[str, tuple[str, ...]] = {
    "from a frame to the move: unmask, parse, check limits, find the seat": (
        *("Socket.data_received", "Socket._short_texts", "Socket.process_event"),
        *("Connection._handle_immediately", "Dispatcher.play_at_once", "MovePath.play_at_once"),
    ),
    "the move on the seat's board: rules, progress, points": ("MovePath._submit", "MovePath._play"),
    "encode the move for the store": ("_to_store", "_told", "MoveWriter.submit"),
    "a batch of moves: build it, send it, read its replies": (
        "MoveWriter",
        "MoveBatches",
        "RoomStore.commit",
    ),
    "the answer: changed piles, message, JSON": ("acknowledge",),
    "count the answers, update the standings": ("_QueuedMove",),
    "progress to rivals, merged": ("LiveRoom.set_standing", "LiveRoom.flush"),
    "answers written to sockets": ("Socket.say",),
    "the stream of stored events": ("StreamFollower", "RoomFeed", "FeedConsumer", "StreamReader"),
    "races that start and end, rooms, joining": (
        *(
            "Connection.run",
            "Connection._handle_frame",
            "Connection._closed_by_client",
            "Connection._close",
        ),
        *(
            "Dispatcher",
            "Services",
            "RoomRegistry",
            "StoreSupervisor",
            "Timers",
            "LiveRoom.apply",
            "RoomStore",
            "PortListener",
        ),
    ),
    "results, crowns, archived records": (
        "Archiver",
        "Projector",
        "CrownHandlers",
        "CrownNotifier",
        "CrownService",
    ),
}
"""The parts of the server: functions, or classes with all their methods. The innermost function of
a stack that is listed here decides to which part the stack belongs."""
PART_OF = {name: part for part, names in PARTS.items() for name in names}
LOOP, LOOPS = "Runner.run", "the event loop itself, socket reads"
REST = "the rest"


class Part(NamedTuple):
    """A part of the server. `share` is the share of all samples that were in it. For the rest,
    `functions` are the largest functions."""

    name: str
    share: float
    functions: tuple[str, ...] = ()


def times(line: str) -> int:
    """Return how often a stack was seen."""
    return int(line.rpartition(" ")[2])


def folded(stacks: Iterable[str]) -> list[Part]:
    """Return the parts by their share, the largest first and the rest at the end. Stacks are lines
    of `outermost;...;innermost count`, each function with its file."""
    counts: Counter[str] = Counter()
    rest: Counter[str] = Counter()
    for line in stacks:
        stack = line.rpartition(" ")[0]
        if not stack or all(word in stack.rpartition(";")[2] for word in IDLE):
            continue
        names = [frame.rpartition(" (")[0] for frame in stack.split(";")]
        part = _part(names)
        counts[part] += times(line)
        if part == REST:
            rest[names[-1]] += times(line)
    whole = counts.total() or 1
    parts = [Part(name, some / whole) for name, some in counts.most_common() if name != REST]
    largest = tuple(name for name, _ in rest.most_common(LARGEST))
    return [*parts, Part(REST, counts[REST] / whole, largest)]


def _part(names: list[str]) -> str:
    if names[-1] == LOOP:
        return LOOPS
    for name in reversed(names):
        part = PART_OF.get(name) or PART_OF.get(name.partition(".")[0])
        if part is not None:
            return part
    return REST
