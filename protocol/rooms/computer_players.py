"""Messages about computer players (bots) that the server seats in a room at the host's request."""

from typing import Literal

from engine.computer_players.strengths import PaceName, Strength
from protocol.message import Message, Request


class ComputerPlayer(Message):
    """A computer player. `strength` says how it chooses its moves: `greedy` makes the move that
    brings most at once, `tips` follows the tips in the rules of the game, and `ahead` looks some
    moves ahead, knowing only the cards that a person would see. `pace` says how fast it moves."""

    strength: Strength
    pace: PaceName


class SeatBot(Request):
    """Give a computer player a seat in the room. It is ready for every race from then on, and can
    be removed with `kick`. Only the host, the member who may change the settings of the room, may
    send this."""

    type: Literal["seat_bot"] = "seat_bot"
    strength: Strength = "tips"
    pace: PaceName = "steady"
