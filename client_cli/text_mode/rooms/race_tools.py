"""Commands in a race that the client carries out itself, from what it knows.

They tilt cards as the player's own reminders, count cards, show the room and a QR code of its link,
compare two players' games, print the result to share, and check the race's record (the document of
a finished race that anybody can verify).
"""

from collections.abc import Callable, Sequence

from client_cli.exit_codes import Failure
from client_cli.features.history import NOBODY_RACED, places
from client_cli.local.record_store import Kept, KeptRound, find_race
from client_cli.messages import room_events, table_text
from client_cli.messages.displayed_code import HIDDEN, codes_are_hidden
from client_cli.net import invitations
from client_cli.net.room_client import RoomClient
from client_cli.net.server_process import reach_of
from client_cli.replay.share_text import shared
from client_cli.terminal.output import Output, holds
from client_cli.text_mode import card_marks
from client_cli.text_mode.offline import show_verification
from client_cli.text_mode.record_lookup import C, contestant
from engine.errors import EngineError
from protocol.texts import _

HELP = _("""\
compare    after a race: you and the best of the others, move by move;
           "compare ANN BEN" compares others
share      after a race: the result as text that names no card
check      after a race: deal it again, play it again; is the result true?
room       what is raced for, who is here, and how friends get in
qr         the link of this room as a picture, to point a phone at""")
HALVES = {(True, True): " ", (True, False): "▄", (False, True): "▀", (False, False): "█"}
"""Characters for two cells of a QR code, one above the other, light on a dark background."""
NO_RECORD = _("The record of the race has not come; it is there when the race is over.")
NO_TABLE = _("There is no table yet, or it is covered.")


class RaceTools:
    """Carries out the commands tilt, marks, count, compare, share, check, qr and room."""

    def __init__(self, room: RoomClient, voice: Output) -> None:
        self._room, self._voice = room, voice
        self._counted: tuple[str, card_marks.Counts] | None = None
        """(race id, the player's counts in that race); None before the first count."""
        self._verbs: dict[str, Callable[[str], None]] = {
            "tilt": self._tilt,
            "marks": self._marks,
            "count": self._count,
            "compare": self._compare,
            "share": self._share,
            "check": self._check,
            "qr": self._qr,
            "room": self._told_room,
        }

    def needs_record(self, line: str) -> bool:
        """Return whether the line is a command that needs the record of the race, which the server
        sends after the race."""
        return line.strip().partition(" ")[0].lower() in ("compare", "share", "check")

    def execute(self, line: str) -> bool:
        """Carry out a line if it is one of the commands of this class. Return whether it is."""
        word, _space, rest = line.strip().partition(" ")
        verb = self._verbs.get(word.lower())
        if verb is None:
            return False
        try:
            verb(rest.strip())
        except Failure as failure:
            self._voice.say([str(failure)])
        except EngineError as error:
            self._voice.say([_("The record cannot be played: {error}", error=error)])
        return True

    def _tilt(self, what: str) -> None:
        session = self._room.session
        state = None if session.covered else session.state()
        if session.rules is None or state is None:
            return self._voice.say([NO_TABLE])
        tilted = card_marks.tilt(session.rules, state, session.marks, what)
        if tilted.place is not None:
            self._room.mark(tilted.place, tilted.tilt)
        return self._voice.say([tilted.sentence])

    def _marks(self, _rest: str) -> None:
        session = self._room.session
        state = None if session.covered else session.state()
        if session.rules is None or state is None:
            return self._voice.say([NO_TABLE])
        return self._voice.say(card_marks.mark_sentences(session.rules, state, session.marks))

    def _count(self, what: str) -> None:
        session = self._room.session
        state = None if session.covered else session.state()
        if session.rules is None or session.race is None or state is None:
            return self._voice.say([NO_TABLE])
        if self._counted is None or self._counted[0] != session.race.id:
            self._counted = session.race.id, card_marks.Counts(session.rules)
        counts = self._counted[1]
        self._voice.say(counts.count(what) if what else table_text.count(session.rules, state))
        return self._voice.say([] if what else counts.counts_sentences())

    def _kept(self) -> Kept:
        """Return the record of the latest race. Raises Failure if nobody raced or the record has
        not arrived."""
        race = self._room.session.race
        if self._room.session.status == "over" and not self._room.session.standings:
            raise Failure.not_found(NOBODY_RACED)
        kept = find_race(self._room.storage, race.id) if race is not None else None
        if kept is None:
            raise Failure.not_found(NO_RECORD)
        return kept

    def _compare(self, names: str) -> None:
        from client_cli.replay.compare import compare
        from client_cli.replay.table_replay import compare_seats

        kept = self._kept()
        if isinstance(kept, KeptRound):
            seated = self._pair(kept, kept.record.seats, names)
            if seated is not None:
                compare_seats(kept.record, *seated, self._voice)
            return
        raced = self._pair(kept, kept.record.seats, names)
        if raced is not None:
            compare(kept.record, *raced, self._voice)

    def _pair(self, kept: Kept, seats: Sequence[C], names: str) -> tuple[C, C] | None:
        """Return the two contestants among `seats` to compare: those named or, without names, the
        player and the best of the others. If there are no two, say so and return None."""
        if names:
            one, _space, other = names.partition(" ")
            found = [contestant(seats, kept.seat, name) for name in (one, other or "you")]
        else:
            by_number = {seat.seat: seat for seat in seats}
            order = [placed.standing.seat for placed in places(kept)]
            order.sort(key=lambda seat: seat != kept.seat)
            found = [by_number[seat] for seat in order[:2]]
        if len(found) < 2:
            self._voice.say([_("There was nobody to be compared with.")])
            return None
        return found[0], found[1]

    def _share(self, _rest: str) -> None:
        kept = self._kept()
        self._voice.put({"race": kept.record.race, "text": "\n".join(shared(kept.record))})
        if not self._voice.as_json:
            self._voice.say(shared(kept.record, drawn=False))

    def _check(self, _rest: str) -> None:
        kept = self._kept()
        saved = self._room.storage.saved_commitments(self._room.server, kept.document)
        show_verification(kept.document, self._voice, saved)

    def _told_room(self, _rest: str) -> None:
        session = self._room.session
        watching = [_("{n} watching.", n=session.watchers)] if session.watchers else []
        how = invitations.invitation_sentences(self._invited()) if session.code else []
        self._voice.say([*room_events.room(session), *watching, *how])

    def _invited(self) -> invitations.Invitation:
        return invitations.invitation(reach_of(self._room.server), self._room.session)

    def _qr(self, _rest: str) -> None:
        import segno

        session = self._room.session
        if session.code is None:
            return self._voice.say([_("There is no room yet.")])
        if codes_are_hidden():
            return self._voice.say([HIDDEN])
        invited = self._invited()
        if not invited.link:
            return self._voice.say(invitations.invitation_sentences(invited))
        address = invited.link
        rows = [list(row) for row in segno.make(address, micro=False).matrix_iter(border=2)]
        rows += [[0] * len(rows[0])] * (len(rows) % 2)
        pairs = zip(rows[::2], rows[1::2], strict=True)
        drawn = ["".join(HALVES[bool(a), bool(b)] for a, b in zip(*pair, strict=True))
                 for pair in pairs]  # fmt: skip
        return self._voice.say([*drawn, address] if holds("█") else [address])
