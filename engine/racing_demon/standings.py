"""Compute the standings (the figures of each contestant) of a recorded round of Racing Demon in the
form that races of all games have."""

from engine.races.ranking import Standing
from engine.racing_demon.record import TableRecord


def standings(record: TableRecord) -> list[Standing]:
    """Return the final standing of each contestant of a round, in the order of the table. The
    record must have passed verification.

    A contestant who resigned has lost. If the bell (the time limit) or the organiser of a
    tournament ended the round, all others have lost by timeout, as in a race of any game.
    Otherwise they have completed the round. `reached_ms` is the time of the last command by which a
    card has left the reserve of the contestant. `moves` counts the moves of the contestant, but not
    the notes AWAY and BACK of the server.
    """
    rules, state = record.game, record.begun()
    at = {each.seat: position for position, each in enumerate(record.seats)}
    reached, made, resigned = dict.fromkeys(at, 0), dict.fromkeys(at, 0), dict[int, int]()
    for command in record.commands:
        seat, before = command.seat, state
        state = record.step(state, command).state
        made[seat] += command.is_move
        if rules.progress(state, at[seat]) > rules.progress(before, at[seat]):
            reached[seat] = command.ms
        if state.boards[at[seat]].resigned:
            resigned.setdefault(seat, command.ms)
    played_out = state.over is not None
    final = state if played_out else rules.ring(state)

    def ended(seat: int) -> tuple[str, str | None]:
        if seat in resigned:
            return "lost", "resigned"
        return ("complete", None) if played_out else ("lost", "timeout")

    return [
        Standing(
            seat=seat,
            result=ended(seat)[0],
            reason=ended(seat)[1],
            best=rules.progress(state, position),
            tie_break=0,
            reached_ms=reached[seat],
            points=rules.points(final, position),
            ended_ms=resigned.get(seat, record.ended_ms),
            moves=made[seat],
            clean=True,
        )
        for seat, position in at.items()
    ]


def has_moved(record: TableRecord, seat: int) -> bool:
    """Return whether the contestant in a seat has made a move. Resigning does not count, because
    the server resigns for entrants of a tournament who never came."""
    return any(
        each.seat == seat and each.is_move and each.text != "resign" for each in record.commands
    )
