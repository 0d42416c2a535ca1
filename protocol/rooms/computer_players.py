"""Messages about computer players (bots) that the server seats in a room at the host's request."""

from typing import Literal

from protocol.message import Message, Request

Strength = Literal["greedy", "tips", "ahead"]
"""How a computer player chooses its moves, the weakest first: `greedy` makes any move that brings
it on, `tips` follows the tips of the game's rules, `ahead` looks some moves ahead over the cards
that a person would see."""
Pace = Literal["slow", "steady", "quick"]
"""How fast a computer player moves."""


class ComputerPlayer(Message):
    """The strength and the pace of a computer player."""

    strength: Strength
    pace: Pace


class SeatBot(Request):
    """Seat a computer player in the room, which is ready for every race from then on. Host only. It
    is removed with `kick`."""

    type: Literal["seat_bot"] = "seat_bot"
    strength: Strength = "tips"
    pace: Pace = "steady"
