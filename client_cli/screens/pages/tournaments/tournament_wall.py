"""The wall display of a tournament: standings and a clock in large type, so that many people can
read them from a distance. It needs no account."""

import asyncio
from collections.abc import Sequence

from rich.text import Text
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.widgets import Static

from client_cli.exit_codes import Failure
from client_cli.messages import tournaments as words
from client_cli.messages.commentary import commentary, crown_commentary
from client_cli.messages.displayed_code import codes_are_hidden, displayed
from client_cli.messages.game import clock
from client_cli.net import invitations
from client_cli.net.connection import ConnectionState
from client_cli.net.invitations import ServerAddress
from client_cli.net.server_process import reach_of
from client_cli.screens.page import Page, begin, plain
from client_cli.screens.pages.server_page import ASKING, DOWN
from client_cli.screens.pages.tournaments.podium import podium
from client_cli.screens.pages.tournaments.tournament_rows import drawn_bar
from client_cli.screens.table.drawing.table_style import TableStyle
from client_cli.tournament import state as known_as
from client_cli.tournament.follow import follow
from client_cli.tournament.state import KnownTournament
from protocol.crowns import CrownWon
from protocol.texts import _
from protocol.tournaments.live import EntrantProgress, TournamentReminder

DIGITS = {
    "0": ("███", "█ █", "█ █", "█ █", "███"),
    "1": ("  █", "  █", "  █", "  █", "  █"),
    "2": ("███", "  █", "███", "█  ", "███"),
    "3": ("███", "  █", "███", "  █", "███"),
    "4": ("█ █", "█ █", "███", "  █", "  █"),
    "5": ("███", "█  ", "███", "  █", "███"),
    "6": ("███", "█  ", "███", "█ █", "███"),
    "7": ("███", "  █", "  █", "  █", "  █"),
    "8": ("███", "█ █", "███", "█ █", "███"),
    "9": ("███", "█ █", "███", "  █", "███"),
    ":": (" ", "█", " ", "█", " "),
}
LARGE_FROM = (50, 20)
"""The least width and height of the screen, in cells, for a clock in large digits."""
SCALES = {2: (110, 36), 3: (180, 54)}
"""How many times larger the digits are, with the least width and height of the window."""
BARS_FROM = 66
"""Screen width in cells from which on the progress bars stand beside the standings."""
TURN_MS = 8_000
"""Milliseconds for which each part of a table too long for the screen is shown."""

LEAST_ROWS = 3
"""Lines that the podium leaves for the table below it."""
COUNTED_MS = 10_000
"""Milliseconds before a race in which only the sounds of the countdown are played."""
COMMENT_MS = 20_000
"""Milliseconds for which a comment (a sentence about the latest event of the tournament) is shown,
unless another comment replaces it."""


def large(text: str, mark: str, scale: int = 1) -> list[str]:
    """Return a time such as `1:30` in large digits, as five lines of text, or `scale` times as
    many. The digits are drawn with the character `mark`."""
    rows = ("  ".join(DIGITS[c][i] for c in text if c in DIGITS) for i in range(5))
    drawn = ("".join(c * scale for c in row).replace("█", mark) for row in rows)
    return [row for row in drawn for _i in range(scale)]


def scale_for(width: int, height: int) -> int:
    """Return how many times larger than in a small window the digits of a wall display of this size
    are drawn."""
    fitting = (scale for scale, (w, h) in SCALES.items() if width >= w and height >= h)
    return max(fitting, default=1)


WIDE_BARS = 60
"""The width in cells from which the part with the bars has room for long names."""
BAR_REST = 12
"""Cells beside the name and the bar: for the figure, the sign of the result, and a margin."""


class WallPage(Page):
    """The wall display of a tournament. The server sends updates while it is open."""

    def __init__(self, code: str) -> None:
        super().__init__()
        self._code = code
        self.known: KnownTournament | None = None
        self.reach: ServerAddress | None = None
        self._say = ASKING
        self._comment: tuple[str, int] | None = None
        """The latest comment (a sentence about an event of the tournament), and the time at which
        it came; None before the first."""

    def compose(self) -> ComposeResult:
        yield Static(id="header", classes="bar")
        with Vertical(id="middle"):
            yield Static(id="body")

    def on_mount(self) -> None:
        async def run() -> None:
            patience = self.patience
            if patience.storage is None:
                return
            try:
                address = patience.address()
                self.reach = await asyncio.to_thread(reach_of, address)
                await follow(
                    address,
                    patience.storage,
                    self._code,
                    self.take,
                    self._line,
                    patience.now,
                    self.overhear,
                )
            except Failure as failure:
                self._say = str(failure)
                self.tick()

        begin(self, run, exclusive=True)
        self.tick()

    def take(self, known: KnownTournament) -> None:
        """Show the new state of the tournament that has arrived from the server."""
        told = commentary(self.known.tournament, known.tournament) if self.known else []
        if told:
            self._comment = told[-1], self.patience.now()
        self.known, self._say = known, ""
        self.tick()

    def overhear(self, heard: TournamentReminder | CrownWon) -> None:
        """If the message says that an entrant of the tournament has won a crown (an award for games
        won in a row), show a sentence about it and play a sound. In the last seconds before a race,
        play no sound."""
        known, now = self.known, self.patience.now()
        if known is None or not isinstance(heard, CrownWon):
            return
        sentence = crown_commentary(known.tournament, heard)
        if not sentence:
            return
        self._comment = sentence, now
        each = known_as.current(known.tournament)
        left = None if each is None else known.left(each.starts_in_ms, now)
        if not left or left > COUNTED_MS:
            self.patience.chime()
        self.tick()

    def _line(self, line: ConnectionState) -> None:
        self._say = DOWN if line is ConnectionState.DOWN else ""

    def on_resize(self) -> None:
        self.call_after_refresh(self.tick)

    def typed(self, key: str, char: str) -> bool:
        if char == "q" or key == "escape":
            self.patience.leave_table()
            return True
        return False

    def tick(self) -> None:
        width, height = self.app.size
        loud = plain(self.look.palette.loud)
        if self.known is None or self._say:
            self.bar("body", Text(f"\n  {self._say}"))
            self.bar("header", Text(displayed(self._code), loud))
            return
        self.bar("header", self._header(width))
        now = self.patience.now()
        comment = self._comment[0] if self._comment and now < self._comment[1] + COMMENT_MS else ""
        drawn = wall(self.known, self.reach, self.look, now, width, height - 1, comment)
        self.bar("body", drawn)

    def _header(self, width: int) -> Text:
        tournament = self.known.tournament if self.known else None
        if tournament is None:
            return Text()
        title = known_as.title(tournament).upper()
        spaced = " ".join(title) if 2 * len(title) < width - 12 else title
        return Text.assemble((spaced, plain(self.look.palette.loud)), f"   {displayed(self._code)}")


def wall(
    known: KnownTournament,
    reach: ServerAddress | None,
    look: TableStyle,
    now: int,
    width: int,
    height: int,
    comment: str = "",
) -> Text:
    """Draw the whole wall display in `width` cells and `height` lines. `reach` is the address of
    the server, named in the invitation that is shown before the tournament starts. `now` is the
    time of the app's clock in milliseconds. `comment` is a sentence about the latest event."""
    lines = _top(known, reach, look, now, width, height)
    news = known.tournament.news[-1:]
    foot = [Text(comment)] if comment else []
    foot += [Text(words.news_line(each.text, known.tournament)) for each in news]
    room = height - len(lines) - len(foot) - 1
    if known.tournament.status == "finished":
        steps = podium(known.tournament, look, width, room - LEAST_ROWS)
        lines += [*steps, Text()] if steps else []
        room -= len(steps) + bool(steps)
    lines += _rows(known, look, now, width, max(1, room))
    lines += [Text("")] * (height - len(lines) - len(foot))
    for each in foot:
        each.stylize(plain(look.palette.loud))
        lines.append(_centred(each, width))
    for line in lines:
        line.truncate(width, overflow="ellipsis")
    return Text("\n").join(lines[:height])


def _centred(text: Text, width: int) -> Text:
    return Text(" " * max(0, (width - text.cell_len) // 2)) + text


def _top(
    known: KnownTournament,
    reach: ServerAddress | None,
    look: TableStyle,
    now: int,
    width: int,
    height: int,
) -> list[Text]:
    """Return the lines at the top of the wall display: which round or break is going on, the time
    left for it and, before the start, how to take part."""
    told, left = _going_on(known, now)
    loud, quiet = plain(look.palette.loud), plain(look.palette.quiet)
    wide, high = LARGE_FROM
    if left is not None and len(told) + 8 > width:
        told, left = words.briefly(known, now), None
    lines = [Text(), _centred(Text(told, loud), width)]
    if left is None:
        pass
    elif width < wide or height + 1 < high:
        lines[-1] = _centred(Text.assemble((told, loud), "  ", (clock(left), loud)), width)
    else:
        drawn = large(clock(left), look.glyphs.bar, scale_for(width, height + 1))
        lines += [Text(), *(_centred(Text(line, loud), width) for line in drawn)]
    invites = known.tournament.status == "open" and not codes_are_hidden()
    if invites and height + 1 >= high and reach is not None:
        code = displayed(known.tournament.code)
        command = f"patience tournament play {code}"  # not a text
        invited = invitations.by_command(reach, command)
        sentence = invitations.invitation_sentences(invited)[-1]
        shown = sentence if len(sentence) <= width else invited.command
        lines.append(_centred(Text(shown, quiet), width))
    return [*lines, Text()]


def _going_on(known: KnownTournament, now: int) -> tuple[str, int | None]:
    """Return a few words that say which round or break is going on, and the milliseconds left for
    it (None without a time limit)."""
    tournament, clocks = known.tournament, known.tournament.clocks
    each = known_as.current(tournament)
    if tournament.status == "finished":
        return _("THE FINAL TABLE"), None
    if tournament.status == "open":
        left = known.left(clocks.starts_in_ms, now)
        if left is not None and left >= 2 * words.DAY_MS:
            return _("STARTS IN {time}", time=words.span(left).upper()), None
        return (_("STARTS IN") if left is not None else _("CHECK IN")), left
    if tournament.status == "draft":
        return _("NOT OPEN YET"), None
    if tournament.status == "paused":
        return _("A PAUSE"), None
    if each is None:
        opens = known.left(clocks.opens_in_ms, now)
        if opens:
            return _("DEALS BEGIN IN"), opens
        closes = known.left(clocks.closes_in_ms, now)
        return (_("DEALS BEGIN FOR"), closes) if closes else (_("THE LAST DEALS"), None)
    name = f"{words.round_name(tournament, each)}   {words.game_title(each.game)}".upper()
    begins = known.left(each.starts_in_ms, now)
    last = each.number == known_as.planned(tournament)
    left = begins or words.round_left(known, each, now)
    doing = {"lobby": _("BEGINS IN"), "table": _("OVER, NEXT IN")}.get(each.state, "")
    doing = _("BEGINS IN") if begins else _("OVER") if last and each.state == "table" else doing
    return f"{name}   {doing}".rstrip(), left


# The standings and the bars. ----------------------------------------------------------------


def _rows(known: KnownTournament, look: TableStyle, now: int, width: int, room: int) -> list[Text]:
    tournament = known.tournament
    if not tournament.table or tournament.status in ("draft", "open"):
        there = [one for one in tournament.entrants if one.gone is None]
        signs = {True: "[x]", False: "[ ]"}
        names = [f"{signs[one.checked_in]} {known_as.named(one)}" for one in there]
        return _spread([Text(f"   {name}") for name in _columns(names, width)], room, now)
    each = known_as.current(tournament)
    begins = each is not None and known.left(each.starts_in_ms, now)
    bars = [] if begins else known_as.latest_bars(tournament)
    if not bars or width < BARS_FROM:
        return _spread(_standings(known, look, width, bars), room, now)
    half = width // 2
    left = _spread(_standings(known, look, half, []), room, now)
    right = _spread([_bar(known, look, bar, bars, width - half) for bar in bars], room, now)
    lines = []
    for i in range(max(len(left), len(right))):
        line = left[i].copy() if i < len(left) else Text()
        line.truncate(half - 1, overflow="ellipsis")
        line.pad_right(half - line.cell_len)
        lines.append(line + (right[i] if i < len(right) else Text()))
    return lines


def _columns(names: Sequence[str], width: int) -> list[str]:
    """Arrange names side by side in lines of `width` cells, as many in a line as fit."""
    cell = 34
    across = max(1, (width - 3) // cell)
    rows = [names[i : i + across] for i in range(0, len(names), across)]
    return ["".join(f"{name:<{cell}}" for name in row).rstrip() for row in rows]


def _standings(
    known: KnownTournament, look: TableStyle, width: int, bars: Sequence[EntrantProgress]
) -> list[Text]:
    tournament, names = known.tournament, known_as.names(known.tournament)
    by_entrant = {bar.entrant: bar for bar in bars}
    longest = max(8, width - 18 - (16 if bars else 0))
    lines = []
    for row in tournament.table:
        name = names.get(row.entrant, f"#{row.entrant}")[:longest]
        line = Text(f" {row.place:>3}  ")
        style = plain(look.palette.loud) if row.place == 1 else ""
        line.append(f"{name:<{min(longest, 30)}}", style)
        line.append(f" {row.total:>8}", style)
        bar = by_entrant.get(row.entrant)
        if bars:
            line.append("" if bar is None else f"  {' '.join(drawn_bar(bar, bars, look, 8))}")
        lines.append(line)
    return lines


def _bar(
    known: KnownTournament,
    look: TableStyle,
    bar: EntrantProgress,
    bars: Sequence[EntrantProgress],
    width: int,
) -> Text:
    longest = max(6, width - 20)
    field = min(longest, 20 if width < WIDE_BARS else 30)
    name = known_as.names(known.tournament).get(bar.entrant, f"#{bar.entrant}")[:longest]
    line = Text(f"{name[:field]:<{field}} ")
    filled, told = drawn_bar(bar, bars, look, max(12, width - field - BAR_REST))
    line.append(filled, plain(look.palette.loud))
    line.append(f" {told}")
    return line


def _spread(lines: Sequence[Text], room: int, now: int) -> list[Text]:
    """Fit lines into `room` lines of the display. If there is room, put blank lines between them.
    If there are too many lines, return as many as fit, and show the next ones after `TURN_MS`
    milliseconds, in turn. `now` is the time in milliseconds."""
    if 2 * len(lines) - 1 <= room:
        return [part for line in lines for part in (line, Text())][:-1]
    if len(lines) <= room:
        return list(lines)
    parts = -(-len(lines) // room)
    first = room * (now // TURN_MS % parts)
    return list(lines[first : first + room])
