"""The leak search: compares everything sent in a room with what its readers may know.

The format of messages is not trusted: every string and every key of every frame is searched for
cards and secrets. In addition, boards and numbers must equal those of the referee, so that a
rival's board cannot pass for one's own and a number cannot count hidden cards.
"""

from collections.abc import Iterable

from tests.secrecy.known import Leak, Room
from tests.secrecy.listener import Listener
from tests.secrecy.recorder import RoomRecord
from tests.secrecy.words import cards_in, strings

__all__ = ["Leak", "cards_in", "scan", "scan_pages", "strings"]


def scan(record: RoomRecord) -> list[Leak]:
    """Every leak in everything sent in a room."""
    room = Room(record)
    leaks = [leak for tape in record.tapes for leak in Listener(room, tape).run()]
    for n, race in room.races.items():
        if (card := race.laid_early()) is not None:
            leaks.append(Leak("the server", f"card {card} laid before it was called", f"race {n}"))
    return leaks


def scan_pages(records: Iterable[RoomRecord], texts: Iterable[str]) -> list[Leak]:
    """Every leak in the server's log and public pages: they must never have a card or secret."""
    lines = sorted({line for text in texts for line in text.splitlines()})
    rooms = [Room(record) for record in records]
    plain = lines
    for room in rooms:
        if any(room.code in line for line in plain):
            plain = [room.plain(line) for line in plain]
    leaks = [
        Leak("the server", "a card on a page or in the log", line)
        for line in plain
        if cards_in(line)
    ]
    whole = "\n".join(lines)
    for room in rooms:
        for needles in (room.never, *room.sealed.values()):
            for needle, what in needles.items():
                if needle in whole:
                    where = next(line for line in lines if needle in line)
                    leaks.append(Leak("the server", what, where))
    return leaks
