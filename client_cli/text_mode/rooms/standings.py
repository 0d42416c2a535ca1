"""The standings of a race (its contestants in order, with their progress) as lines for people and
as JSON for programs."""

from typing import Any

from client_cli.messages.displayed_code import displayed
from client_cli.messages.game import by_points, clock
from client_cli.messages.grids import thinking_sentence
from client_cli.messages.race_terms import race_line
from client_cli.messages.room_events import place, results
from client_cli.net.room_client import now_ms
from client_cli.state.session import RoomSession
from engine.races.ranking import Placed
from protocol.texts import _, ngettext


def standings_line(session: RoomSession) -> str:
    """Return the standings in one line, such as `Standing: 1. Ann 31, 2. Ben 27.`; empty if there
    are none."""
    ranked = session.ranking()
    words = [f"{p.place}. {session.name(p.standing.seat)} {_number(session, p)}" for p in ranked]
    return _("Standing: {words}.", words=", ".join(words)) if words else ""


def _number(session: RoomSession, placed: Placed) -> str:
    """Return a contestant's figure for the standings: the progress or, in a game played for points,
    the points. While the points are unknown, it is the number of cards laid."""
    standing = placed.standing
    if not by_points(session.game):
        return str(standing.best)
    known = standing.points
    return (
        _("{best} laid", best=standing.best)
        if known is None
        else ngettext("{n} point", "{n} points", known)
    )


def race_lines(session: RoomSession) -> list[str]:
    """Return a line for each contestant's standing. While the race runs, add lines with the time
    until the bell (the end of the race's time) and, if the server has called a card that everybody
    must place, with the time left for placing it."""
    lines = [place(session, placed) for placed in session.ranking()]
    left = session.clock.bell_in_ms(now_ms())
    if session.status == "running" and left is not None:
        lines.append(_("{time} left.", time=clock(left)))
    card = session.clock.call_in_ms(now_ms())
    if card is not None and not session.awaits_call:
        lines.append(_("{time} to lay the card that is called.", time=clock(card)))
    lines += [still] if (still := thinking_sentence(session)) else []
    return lines or [_("The race has not begun.")]


def whole(session: RoomSession) -> list[str]:
    """Return lines that describe the room, its race and the standings, for somebody who has not
    followed the race."""
    if session.race is None or session.game is None or session.code is None:
        return [_("The race has not begun.")]
    code = displayed(session.code)
    sentences = [
        _(
            "Room {code}, race {n}: {race}.",
            code=code,
            n=session.race.n,
            race=race_line(session.race, session.game),
        )
    ]
    if session.status == "over":
        return [*sentences, _("The race is over."), *results(session)]
    return [*sentences, *race_lines(session)]


def standings_json(session: RoomSession) -> dict[str, Any]:
    """Return the race of a room and its standings as a JSON object, for programs that read line
    mode."""
    race, now = session.race, now_ms()
    return {
        "type": "standings",
        "race": race.id if race else None,
        "game": race.game if race else None,
        "options": race.options if race else None,
        "status": session.status,
        "clock_ms": session.clock.race_ms(now),
        "bell_ms": race.bell_ms if race else None,
        "standings": [
            {
                "place": placed.place,
                "name": session.name(placed.standing.seat),
                **placed.standing._asdict(),
            }
            for placed in session.ranking()
        ],
    }
