"""The page of a room after a race: places, times, and how to verify the race. The server shuffles
each deal from a secret. It publishes the hash of the secret before the race and the secret itself
after it, so that anybody can repeat the deal."""

from rich.text import Text

from client_cli.exit_codes import Failure
from client_cli.features import crowns
from client_cli.features.history import NOBODY_RACED
from client_cli.features.travellers import traveller
from client_cli.local.record_store import Kept, KeptRecord, KeptRound, find_race
from client_cli.messages import next_race
from client_cli.messages.analysis import analysis_lines, short_lines
from client_cli.messages.common_table import counted_lines, series_lines
from client_cli.messages.displayed_code import displayed
from client_cli.messages.game import by_points, own_end, score
from client_cli.messages.room_events import results, winnable_lines
from client_cli.net.one_shot_client import with_connection
from client_cli.net.room_protocol import RoomProtocol
from client_cli.replay.share_text import shared
from client_cli.screens import registry
from client_cli.screens.page import begin, plain, progress_bar
from client_cli.screens.pages.games import VotePage
from client_cli.screens.pages.post_game import checked, show_analysis, show_shared
from client_cli.screens.pages.rooms.lobby import SHORT
from client_cli.screens.pages.rooms.race_entry import NextRacePage
from client_cli.screens.pages.rooms.room import RoomPage
from client_cli.screens.pages.traveller import reading
from client_cli.screens.widgets.standings import reach, sign
from engine.errors import EngineError
from engine.races.record import SeatRecord
from engine.racing_demon.record import TableRecord
from protocol import codes
from protocol.from_server import RaceInfo
from protocol.texts import _, ngettext

COUNT_MS = 800
"""Milliseconds from the count of one contestant's cards to that of the next."""
WIDE = 72
"""Screen width in cells from which on names are shown in full."""
RACED_ONCE = _("Others have this deal, too: it is raced once, without a rematch.")
NOT_TOLD = _("Others have yet to play this deal: its record comes once it is opened.")
NOT_KEPT = _("The record is kept by those who raced.")


class ResultsPage(RoomPage):
    """The results of a race: places, times and the server's secret. Also the number of races that
    each player has won in this room, and the votes for the next game. With the key `m` the host
    opens a rematch, and any other player votes for one. With the key `n` a player votes for any
    game; with `t` the host opens a race of any game with any terms."""

    def __init__(self, room: RoomProtocol) -> None:
        super().__init__(room)
        self._opened_at: int | None = None
        """The local time at which the counting of the cards of a common table began."""

    def body(self) -> Text:
        session, look = self.session, self.look
        counted, done = self._counted()
        if not done:
            return Text("\n" + "".join(f"  {line}\n" for line in counted))
        loud, quiet = plain(look.palette.loud), plain(look.palette.quiet)
        ranking = session.ranking()
        far = reach(session, ranking)
        room, cells = (22, 10) if self.app.size.width >= WIDE else (12, 5)
        text = Text(f"\n  {self._headline()}\n\n", loud)
        for placed in ranking:
            standing = placed.standing
            own = standing.seat == session.seat
            name = session.name(standing.seat)
            name = _("{name} (you)", name=name) if own else name
            text.append(f"  {placed.place:>2}  {name[:room]:<{room}} ", loud if own else "")
            text.append(progress_bar(look, *far(placed), cells), loud if own else quiet)
            text.append(f" {sign(session, placed, look)} {score(session.game, standing)}\n")
        series = [] if session.series is None else series_lines(session.series)
        text.append("".join(f"\n  {line}" for line in counted) + ("\n" if counted else ""))
        text.append("".join(f"\n  {line}" for line in series) + ("\n" if series else ""))
        analysed = self._analysed()
        text.append("".join(f"\n  {line}" for line in analysed) + ("\n" if analysed else ""))
        together = [*next_race.score_lines(session), *next_race.vote_lines(session)]
        text.append("".join(f"\n  {line}" for line in together) + ("\n" if together else ""))
        if session.race is not None and session.race.commitment:
            text.append_text(self._checked(session.race))
        return text

    def _analysed(self) -> list[str]:
        """Return in few words whether the race could be won, once the server has found out."""
        session = self.session
        if session.analysis is None or session.rules is None:
            return []
        return short_lines(session.rules, session.name, session.analysis)

    def _counted(self) -> tuple[list[str], bool]:
        """Return the counts of the cards of a common table that are shown by now, one contestant
        after the other, and whether all are. There are none after other races."""
        table = self.session.common
        if table is None or table.state.over is None:
            return [], True
        lines, now = counted_lines(self.session, table), self.patience.now()
        self._opened_at = now if self._opened_at is None else self._opened_at
        shown = 1 + (now - self._opened_at) // COUNT_MS
        return lines[:shown], shown > len(lines)

    def _checked(self, race: RaceInfo) -> Text:
        """Return the text about the commitment, the secret, and how to verify the race."""
        session, look, text = self.session, self.look, Text()
        sealed = look.first(race.commitment, SHORT)
        text.append(f"\n  {_('Committed to before the start'):<29}  {sealed}\n")
        if session.opened is not None:
            secret = look.first(session.opened.secret, SHORT)
            text.append(f"  {_('Opened now'):<29}  {secret}\n")
            for sentence in winnable_lines(session.opened):
                text.append(f"\n  {sentence}\n")
        text.append_text(self._run())
        check = _("Anybody can deal it again and check:")
        if session.opened is None:  # not published while others play the deal
            check = _("Once it is told, anybody can check it:")
        text.append(f"\n  {check}  {self.command_line()}\n", plain(look.palette.quiet))
        return text

    def _run(self) -> Text:
        """Return the text about the player's run for a crown: the games won in the run, and the
        time limits as they are now. Return an empty text if the player has no run."""
        run, text = self.session.run, Text()
        if run is not None and run.crown.won:
            shields = crowns.shields(run.crown, self.look.glyphs.crown, self.look.glyphs.empty)
            text.append(f"\n  {shields} {crowns.after_words(run.crown)}\n")
            text.append(f"  {crowns.now_words(run, self.patience.now())}\n")
        return text

    def news(self, sentences: list[str]) -> None:
        """Show sentences about the room on the status line. Leave out sentences that repeat what
        the page shows already, such as the results."""
        known = [*results(self.session), *next_race.score_lines(self.session)]
        known += [] if self.session.series is None else series_lines(self.session.series)
        if self.session.common is not None:
            known += counted_lines(self.session, self.session.common)
        kept = self._kept() if self.session.analysis is not None else None
        if isinstance(kept, KeptRecord) and self.session.analysis is not None:
            known += analysis_lines(kept.record, self.session.analysis)
        super().news([sentence for sentence in sentences if sentence not in known])

    def _look_back(self, char: str) -> None:
        """Carry out a key that needs the record of the race: `c` verifies it, `s` shares it, `v`
        compares two games or replays a round at a common table, `w` shows the analysis. The
        record arrives from the server some time after the results."""
        if not self.session.standings:
            self.news([NOBODY_RACED])
            return
        storage = self.patience.storage
        if not self.session.keeps_record:
            self.news([NOT_TOLD if self.session.opened is None else NOT_KEPT])
            return
        kept = self._kept()
        if kept is None or storage is None:
            self.news([_("The record of the race has not come.")])
        elif char == "c":
            saved = storage.saved_commitments(self.patience.address(), kept.document)
            self.app.push_screen(checked(kept.document, saved))
        elif char == "s":
            show_shared(self, [*shared(kept.record), *next_race.score_lines(self.session)])
        elif isinstance(kept, KeptRound):
            self._replay(kept.record)
        elif char == "w":
            if self.session.analysis is not None:
                show_analysis(self, kept.record, self.session.analysis)
        elif len(kept.record.seats) < 2:
            self.news([_("There was nobody to be compared with.")])
        else:
            analysis = self.session.analysis
            registry.COMPARE.open(self.app, kept.record, *self._pair(kept), analysis=analysis)

    def _deal(self) -> str:
        """Return the id of the race if the server can be asked who has played its deal; empty if
        others have yet to play the deal, if the contestants shared a table, or if nothing is stored
        on this computer."""
        session = self.session
        asked = session.opened is not None and session.game is not None
        if not asked or session.race is None or session.code is None:
            return ""
        return codes.race_id(session.code, session.race.n) if self.patience.storage else ""

    async def _show_traveller(self) -> None:
        """Fetch the traveller of the deal from the server, and show it in a dialog over the page. A
        Failure is shown as a sentence."""
        deal, storage = self._deal(), self.patience.storage
        if storage is None:
            return
        try:
            told = await with_connection(
                self.patience.address(), storage, lambda client: traveller(client, deal)
            )
        except Failure as failure:
            self.news([str(failure)])
        else:
            self.app.push_screen(reading(told))

    def _kept(self) -> Kept | None:
        """Return the record of the race that this computer has stored; None if it has none."""
        race, storage = self.session.race, self.patience.storage
        return find_race(storage, race.id) if race is not None and storage is not None else None

    def _replay(self, record: TableRecord) -> None:
        try:
            registry.TABLE_REPLAY.open(self.app, record)
        except EngineError as error:
            self.news([_("The record cannot be played: {reason}", reason=error)])

    def _pair(self, kept: KeptRecord) -> list[SeatRecord]:
        """Return the two contestants whose games are compared: the player and the best of the
        others, or the two best if the player did not race."""
        seats = {seat.seat: seat for seat in kept.record.seats}
        order = [placed.standing.seat for placed in kept.record.results]
        order.sort(key=lambda seat: seat != kept.seat)
        return [seats[seat] for seat in order[:2]]

    def _headline(self) -> str:
        ranking = self.session.ranking()
        first = [p.standing.seat for p in ranking if p.place == 1]
        if len(ranking) == 1 and first == [self.session.seat]:
            standing, rules = ranking[0].standing, self.session.game
            if rules is not None and by_points(rules):
                return " ".join(own_end(rules, standing, standing.points))
            return _("Solved!") if standing.result == "won" else _("The cards have won.")
        if self.session.seat in first:
            return _("You win!") if len(first) == 1 else _("You share the first place!")
        if not first:
            return _("Nobody raced.")
        names = f" {_('and')} ".join(self.session.name(seat) for seat in first)
        return ngettext("{names} wins.", "{names} share the first place.", len(first), names=names)

    def command_line(self) -> str:
        """Return the `patience verify` command that verifies the race; empty if the room has no
        race or no code."""
        race = self.session.race
        if race is None or self.session.code is None:
            return ""
        code = codes.race_id(displayed(self.session.code), race.n)
        return f"patience verify {code}"  # not a text

    def key_pairs(self) -> list[tuple[str, str]]:
        session = self.session
        votes = session.seat is not None and not session.raced_once
        pairs = [("m", self._next_round()), ("n", _("next game"))] if votes else []
        pairs += [("t", _("other terms"))] if self._may_choose_terms() else []
        if session.keeps_record:
            if session.table_rules is not None:
                pairs.append(("v", _("replay")))
            elif len(session.ranking()) > 1:
                pairs.append(("v", _("compare")))
            pairs += [("w", _("winnable?"))] if session.analysis is not None else []
            pairs += [("s", _("share")), ("c", _("check"))]
        if self._deal():
            pairs.append(("e", _("everybody")))
        return [*pairs, ("/", _("say")), ("r", _("rules")), ("q", _("leave"))]

    def _may_choose_terms(self) -> bool:
        return self.session.is_host and not self.session.raced_once

    def _choose_terms(self) -> None:
        last = self.session.race
        if last is not None:
            self.app.push_screen(
                NextRacePage(last, lambda made: self.patience.do(self.room.rematch(made)))
            )

    def _next_round(self) -> str:
        """Return what the key for a rematch does, in words."""
        series = self.session.series
        if series is None or not series.target:
            return _("rematch")
        return _("new series") if series.over else _("next round")

    def command(self, key: str, char: str) -> bool:
        if key in ("space", "enter") and self._opened_at is not None:
            self._opened_at -= COUNT_MS * len(self.session.members)  # show the counts of all now
            self.tick()
            return True
        if (char == "m" and self.session.raced_once) or (char == "n" and self.session.raced_once):
            self.news([RACED_ONCE])
        elif char == "m" and self.session.seat is not None:
            self.patience.do(self.room.rematch())
        elif char == "n" and self.session.seat is not None:
            self.app.push_screen(VotePage(lambda slug: self.patience.do(self.room.vote(slug))))
        elif char == "t" and self._may_choose_terms():
            self._choose_terms()
        elif char in ("v", "s", "c", "w"):
            self._look_back(char)
        elif char == "e" and self._deal():
            begin(self, self._show_traveller, exclusive=True)
        elif char == "q":
            self.patience.leave_room(give_up_seat=True)
        else:
            return False
        return True
