"""Draw the standings of a race, as a panel or in one line: places, progress bars, gaps to the
leader and time limits. The bell is the time at which the race ends. In a race with called cards,
the server announces the next card to all contestants, and each must place it in a given time."""

from collections.abc import Callable, Sequence

from rich.text import Text

from client_cli.features import crowns
from client_cli.features.crowns import CrownStatus
from client_cli.messages.game import by_points, clock
from client_cli.messages.grids import column_points, small_grid
from client_cli.screens.page import plain, progress_bar
from client_cli.screens.table.drawing.table_style import TableStyle
from client_cli.state.session import RoomSession
from engine.races.ranking import Placed
from protocol.texts import _

SOON_MS, CALL_SOON_MS, IDLE_SOON_MS = 60_000, 5_000, 300_000
"""Time limits are highlighted when fewer milliseconds than these are left: of the race, for a
called card, and for a move in a run for a crown."""
PANEL = 23
"""The least width of the panel with the standings, in cells."""
RUN_ROWS = 4
"""Lines that the state of a run for a crown takes in the panel."""


def bell(session: RoomSession, look: TableStyle, now_ms: int) -> str:
    """Return the time until the bell of the race, such as `7:19 left`. A `?` after the time means
    that the server cannot be reached; the displayed time then stands still. Return an empty text if
    the race has no bell or the player has hidden the timer."""
    if not look.timer:
        return ""
    left = session.clock.bell_in_ms(now_ms)
    held = "?" if session.clock.held else ""
    return "" if left is None else _("{time} left", time=clock(left + 999) + held)


def bell_is_near(session: RoomSession, now_ms: int) -> bool:
    """Whether fewer than `SOON_MS` milliseconds are left until the bell of the race."""
    left = session.clock.bell_in_ms(now_ms)
    return left is not None and left < SOON_MS


def called(session: RoomSession, now_ms: int) -> str:
    """Return the number of the called card and the time left to place it, such as `card 3: 0:12`;
    empty if no card is called."""
    left = session.clock.call_in_ms(now_ms)
    if left is None or session.call is None:
        return ""
    return _("card {number}: {time}", number=session.call, time=clock(left + 999))


def call_is_near(session: RoomSession, now_ms: int) -> bool:
    """Whether the time for placing the called card is nearly over and the player has not yet placed
    it."""
    left = session.clock.call_in_ms(now_ms)
    return left is not None and left < CALL_SOON_MS and not session.awaits_call


def number(session: RoomSession, placed: Placed) -> int:
    """Return a contestant's figure for the standings: the points in a game that is played for
    points, otherwise the best progress."""
    standing = placed.standing
    return (standing.points or 0) if by_points(session.game) else standing.best


def number_text(session: RoomSession, placed: Placed) -> str:
    """Return a contestant's figure for the standings (see `number`) as text. Return an empty text
    if the game is played for points and the contestant has none yet."""
    unknown = by_points(session.game) and placed.standing.points is None
    return "" if unknown else str(number(session, placed))


def reach(session: RoomSession, ranking: Sequence[Placed]) -> Callable[[Placed], tuple[int, int]]:
    """Return a function that computes how far a contestant's progress bar is filled, as (present
    value, value of a full bar). In a game played for points, these are the contestant's points and
    the most points of any contestant. In other games, and while the contestant has no points, they
    are the contestant's progress and the goal of the game."""
    goal = session.game.goal if session.game else 1
    most = max((p.standing.points or 0 for p in ranking), default=0)

    def of(placed: Placed) -> tuple[int, int]:
        points = placed.standing.points
        if points is None or not by_points(session.game):
            return placed.standing.best, goal
        return points, max(1, most)

    return of


def sign(session: RoomSession, placed: Placed, look: TableStyle) -> str:
    """Return the sign that shows the state of a contestant in the standings: won, complete, ended
    in another way, disconnected, or has not yet placed the called card. Return a space for a
    contestant in none of these states."""
    standing, glyphs = placed.standing, look.glyphs
    if standing.result == "won":
        return glyphs.out
    if standing.result == "complete":
        return glyphs.complete
    if standing.result is not None:
        return glyphs.finished
    member = session.members.get(standing.seat)
    if member is not None and not member.here:
        return glyphs.back_again
    return glyphs.thinking if standing.seat in session.thinking else " "


def panel(
    session: RoomSession, look: TableStyle, now_ms: int, rows: int, width: int = PANEL
) -> Text:
    """Draw the standings with two lines for each contestant. The first line has the place, the name
    and a sign for the contestant's state; the second has the progress bar, the figure and the gap
    to the leader. In a game on a grid, a small drawing of the contestant's grid replaces the bar,
    where there is room. `rows` is the number of lines available, and `width` the number of cells;
    names and bars grow with it."""
    loud, quiet = plain(look.palette.loud), plain(look.palette.quiet)
    text = Text(no_wrap=True, overflow="ellipsis")
    near = bell_is_near(session, now_ms)
    ranking = session.ranking()
    grids = small_grids(session, look, rows - 1 - len(ranking))
    if not grids:  # the header has the bell too
        text.append(f"{bell(session, look, now_ms)}\n", loud if near else quiet)
    text.append(f"{called(session, now_ms)}\n", loud if call_is_near(session, now_ms) else quiet)
    far = reach(session, ranking)
    lead = number(session, ranking[0]) if ranking else 0
    for placed in _fitting(session, ranking, rows - 1 if grids else (rows - 2) // 2):
        standing = placed.standing
        own = standing.seat == session.seat
        who = _("you") if own else session.name(standing.seat)
        value = number(session, placed)
        gap = f"-{lead - value}" if value < lead else ""
        gap = gap if standing.clean else f"{gap} u"
        if grids:
            text.append(f"{placed.place:>2} {who[:9]:<9} ", loud if own else "")
            text.append(f"{sign(session, placed, look)}", loud)
        else:
            name = f"{who[: width - 6]:<{width - 6}}"
            text.append(f"{placed.place:>2} {name} ", loud if own else "")
            text.append(f"{sign(session, placed, look)}\n", loud)
            text.append(
                f"   {progress_bar(look, *far(placed), width - 13)}", loud if own else quiet
            )
        text.append(f" {number_text(session, placed):>3}")
        text.append(f" {gap:>4}\n", quiet)
        text.append("".join(f"{line}\n" for line in grids.get(standing.seat, [])))
    if session.run is not None and 2 + 2 * len(ranking) + RUN_ROWS <= rows:
        text.append_text(_run(session.run, look, now_ms))
    return text


def small_grids(session: RoomSession, look: TableStyle, rows: int) -> dict[int, list[str]]:
    """In a game on a grid, return small drawings of the other contestants' grids, as a dictionary
    from the seat to the lines of the drawing. There are as many drawings as fit into `rows` lines,
    those of the leaders first. The points of each grid's columns are added if there is room for
    them in every drawing."""
    drawn: dict[int, list[str]] = {}
    below: dict[int, list[str]] = {}
    for seat in (placed.standing.seat for placed in session.ranking()):
        board = session.grids.get(seat)
        if session.rules is None or board is None or seat == session.seat:
            continue
        drawn[seat] = small_grid(
            session.rules, board, symbols=not look.ascii, empty=look.glyphs.dot
        )
        below[seat] = [*drawn[seat], *column_points(board)]
    if sum(map(len, below.values())) <= rows:
        return below
    while drawn and sum(map(len, drawn.values())) > rows:
        drawn.popitem()
    return drawn


def _run(run: CrownStatus, look: TableStyle, now_ms: int) -> Text:
    """Draw the state of a player's run for a crown: a sign, called a shield, for each game won, the
    break time left and, if it is short, the time left for the next move."""
    crown, loud, quiet = run.crown, plain(look.palette.loud), plain(look.palette.quiet)
    won = _("{won} of {games}", won=len(crown.won), games=crowns.goal(crown))
    text = Text(f"\n {_shields(run, look)}", loud)
    text.append(f" {won}\n")
    if crown.won:
        breaks = _("breaks {time} left", time=clock(run.total_left_ms(now_ms)))
        text.append(f" {breaks}\n", quiet)
    idle = _idle_left(run, now_ms)
    if idle is not None:
        within = _("move within {time}", time=clock(idle))
        text.append(f" {within}\n", plain(look.palette.alarm))
    return text


def _shields(run: CrownStatus, look: TableStyle) -> str:
    return crowns.shields(run.crown, look.glyphs.crown, look.glyphs.empty)


def _idle_left(run: CrownStatus, now_ms: int) -> int | None:
    """Return the milliseconds left for the player's next move in a run for a crown, if the time
    limit for the move is near; otherwise None."""
    left = run.left_ms(now_ms)
    near = left is not None and run.crown.limit == "idle" and left < IDLE_SOON_MS
    return left if near else None


def _fitting(session: RoomSession, ranking: list[Placed], room: int) -> list[Placed]:
    """Return the contestants to show in a panel with room for `room` of them: the leaders, and
    always the player."""
    if len(ranking) <= room:
        return ranking
    own = [p for p in ranking if p.standing.seat == session.seat]
    first = ranking[: max(1, room - 1)]
    return first + own if own and own[0] not in first else ranking[:room]


def one_line(session: RoomSession, look: TableStyle, now_ms: int) -> Text:
    """Draw the standings in one line: the player, then the contestants one place before and one
    place after, then the time left: `2. you 31 ▲ Ann 41 ▼ Bob 27 7:19 left`."""
    ranking = session.ranking()
    at = next((i for i, p in enumerate(ranking) if p.standing.seat == session.seat), 0)
    text = Text(no_wrap=True, overflow="ellipsis")
    around = [(at, ""), (at - 1, look.glyphs.up), (at + 1, look.glyphs.down)]
    for i, arrow in around:
        if 0 <= i < len(ranking):
            placed = ranking[i]
            who = session.who(placed.standing.seat)
            lead = f"{arrow} " if arrow else f"{placed.place}. "
            style = plain(look.palette.loud) if not arrow else ""
            how = f"{number_text(session, placed)}{sign(session, placed, look)}"
            text.append(f"{lead}{who[:12]} {how.strip()}".rstrip() + "   ", style)
    text.append(bell(session, look, now_ms))
    if session.run is not None:
        idle = _idle_left(session.run, now_ms)
        left = session.run.total_left_ms(now_ms) if idle is None else idle
        text.append(f"   {_shields(session.run, look)} {clock(left)}", plain(look.palette.loud))
    return text
