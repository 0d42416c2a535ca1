"""Sentences about a room: who came and left, and how a race began and ended.

A seat is a numbered place in a room. `session` is what the client knows of the room.
"""

from typing import TYPE_CHECKING

from client_cli.features.computer_players import bot_words
from client_cli.messages import next_race, room_talk
from client_cli.messages.common_table import counted_lines, series_lines
from client_cli.messages.displayed_code import displayed
from client_cli.messages.game import by_points, clock, points_words, score
from client_cli.messages.race_terms import race_line, seconds
from client_cli.state.types import read_placed
from engine.races.ranking import Placed, Standing
from protocol import from_server as said
from protocol.rooms.events import Covered
from protocol.rooms.room_settings import Ballot, SettingsChanged
from protocol.texts import _, ngettext

if TYPE_CHECKING:
    from client_cli.state.known_room import KnownRoom


def room(session: "KnownRoom") -> list[str]:
    """Return sentences for somebody who has just entered the room: its race and the people in
    it."""
    if session.race is None or session.game is None or session.code is None:
        return []
    race, code = session.race, displayed(session.code)
    sentences = [_("Room {code}: {race}.", code=code, race=race_line(race, session.game))]
    here = [_member(session, seat) for seat, member in session.members.items() if not member.left]
    if here:
        sentences.append(_("Here: {names}.", names=", ".join(here)))
    return sentences


def missed_sentences(session: "KnownRoom", unread: list[said.RoomEvent]) -> list[str]:
    """Return sentences about the events that a player has missed while disconnected. Events that no
    longer matter, such as a countdown, are left out."""
    passing = said.Presence | Covered | said.ReadyChanged | said.Countdown | said.Called | said.Left
    lasting = [heard for heard in unread if not isinstance(heard, passing)]
    told = [line for heard in lasting for line in _missed(session, heard)]
    return [_("While you were away:"), *told] if told else []


def _missed(session: "KnownRoom", heard: said.Event) -> list[str]:
    """Return sentences about one event that the player has missed while disconnected. The session
    already has the state after all missed events, so the settings before the event are not
    known."""
    if isinstance(heard, SettingsChanged):
        return [_("The host has changed the settings.")]
    return event(session, heard)


def _member(session: "KnownRoom", seat: int) -> str:
    member = session.members[seat]
    notes = [_("you")] if seat == session.seat else []
    notes += [_("host")] if seat == session.host else []
    notes += [bot_words(member.player)] if member.bot else []
    notes += [_("claimed")] if member.claimed and not member.bot else []
    notes += [_("ready")] if member.ready else []
    notes += [_("aside")] if member.aside else []
    notes += [] if member.here else [_("away")]
    return f"{member.name} ({', '.join(notes)})" if notes else member.name


def left(session: "KnownRoom", event: said.Left) -> list[str]:
    """Return sentences about a player who has left the room. Call this before `session` forgets the
    player's seat."""
    told, host = room_talk.left(session, event), event.host
    if host is not None and host != session.host and event.seat != session.seat:
        told += " " + room_talk.host_passed(session, host)
    return [told]


def event(session: "KnownRoom", heard: said.Event) -> list[str]:
    match heard:
        case said.Joined(seat=seat, name=name, player=player):
            if player is not None:
                return [_("{name} has joined ({bot}).", name=name, bot=bot_words(player))]
            return [] if seat == session.seat else [_("{name} has joined.", name=name)]
        case said.Presence(seat=seat, here=here) if seat != session.seat:
            return [_presence(session.name(seat), here)]
        case Covered(seat=seat, covered=covered):
            return [_break(session, seat, covered)]
        case said.ReadyChanged(seat=seat, ready=ready):
            return [_ready(session, seat, ready)]
    return _race_event(session, heard)


def _presence(name: str, here: bool) -> str:
    return _("{name} is back.", name=name) if here else _("{name} has lost the line.", name=name)


def _ready(session: "KnownRoom", seat: int, ready: bool) -> str:
    if seat == session.seat:
        return _("You are ready.") if ready else _("You are not ready after all.")
    name = session.name(seat)
    if ready:
        return _("{name} is ready.", name=name)
    return _("{name} is not ready after all.", name=name)


def _break(session: "KnownRoom", seat: int, covered: bool) -> str:
    if seat == session.seat:
        return (
            _("Your board is covered.") if covered else _("You are back; your board is open again.")
        )
    name = session.name(seat)
    if covered:
        return _("{name} has gone to the room without a telephone.", name=name)
    return _("{name} is back.", name=name)


def _race_event(session: "KnownRoom", heard: said.Event) -> list[str]:
    match heard:
        case said.Countdown(starts_in_ms=ms):
            return [
                ngettext(
                    "The race starts in {n} second.",
                    "The race starts in {n} seconds.",
                    round(ms / 1000),
                )
            ]
        case said.Started():
            return [_("Go!")]
        case said.Called(call=call, call_ms=ms):
            goal = session.game.goal if session.game else call
            time = seconds(round(ms, -3) or ms)
            me = None if session.seat is None else session.members.get(session.seat)
            sentence = (
                _(
                    "Card {card} of {goal} is called; you have {time}.",
                    card=call,
                    goal=goal,
                    time=time,
                )
                if me is not None and me.racing
                else _("Card {card} of {goal} is called.", card=call, goal=goal)
            )
            return [sentence]
        case said.Held(held_ms=ms):
            return [
                ngettext(
                    "The server was away for {n} second; the clock stood still.",
                    "The server was away for {n} seconds; the clock stood still.",
                    round(ms / 1000),
                )
            ]
        case said.Over(ended_ms=ms, results=placed, opened=opened):
            lines = [place(session, read_placed(result)) for result in placed]
            if session.common is not None:
                lines = [*counted_lines(session, session.common), *lines]
            lines += [] if session.series is None else series_lines(session.series)
            over = _("The race is over after {time}.", time=clock(ms))
            return [over, *lines, *winnable_lines(opened), *next_race.score_lines(session)]
        case said.Skip(vote=Ballot() as ballot):
            return [next_race.vote(session, ballot)]
        case said.NextRace(race=race):
            return [_("Race {n} is open: a new deal, when everybody is ready.", n=race.n)]
    return room_talk.kept(session, heard)


def winnable_lines(opened: said.Opened | None) -> list[str]:
    """Return the sentence that says after a race of a winnable deal whether the solver had won it;
    nothing after any other race."""
    if opened is None or opened.winnable is None:
        return []
    if opened.winnable.k is None:
        return [_("It is not known whether this deal could be won.")]
    return [_("This deal could be won; its record has the moves.")]


def results(session: "KnownRoom") -> list[str]:
    """Return the contestants of the race with their places and figures, one a line, the first place
    first."""
    return [place(session, placed) for placed in session.ranking()]


def place(session: "KnownRoom", placed: Placed) -> str:
    name = session.name(placed.standing.seat)
    if placed.standing.seat == session.seat:
        name = _("{name} (you)", name=name)
    return f"{placed.place}. {name}: {score(session.game, placed.standing)}"


def finished(session: "KnownRoom", standing: Standing) -> str:
    """Return a sentence about another contestant whose game has ended with this `standing` (result
    and figures) while the race goes on."""
    name = session.name(standing.seat)
    if standing.result == "won":
        return _("{name} has solved it in {time}!", name=name, time=clock(standing.ended_ms or 0))
    if not by_points(session.game):
        return _finished_with(name, standing.reason, str(standing.best))
    if standing.points is None:  # a card that counts is face down
        return _finished(name, standing.reason)
    return _finished_with(name, standing.reason, points_words(standing.points))


def _finished(name: str, reason: str | None) -> str:
    if reason == "stuck":
        return _("{name} is stuck.", name=name)
    if reason == "resigned":
        return _("{name} has given up.", name=name)
    return _("{name} has finished.", name=name)


def _finished_with(name: str, reason: str | None, score: str) -> str:
    if reason == "stuck":
        return _("{name} is stuck with {score}.", name=name, score=score)
    if reason == "resigned":
        return _("{name} has given up with {score}.", name=name, score=score)
    return _("{name} has finished with {score}.", name=name, score=score)
