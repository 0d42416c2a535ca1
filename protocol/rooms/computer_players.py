"""Messages about computer players (bots) that the server seats in a room at the host's request."""

from typing import Literal

from engine.computer_players.strengths import PaceName, Strength
from protocol.message import Message, Request


class ComputerPlayer(Message):
    """A computer player. `strength` says how it chooses its moves: `greedy` makes any move that
    brings it on, `tips` follows the tips of the game's rules, `ahead` looks some moves ahead over
    the cards that a person would see. `pace` says how fast it moves."""

    strength: Strength
    pace: PaceName


class SeatBot(Request):
    """Seat a computer player in the room, which is ready for every race from then on. Host only. It
    is removed with `kick`."""

    type: Literal["seat_bot"] = "seat_bot"
    strength: Strength = "tips"
    pace: PaceName = "steady"
