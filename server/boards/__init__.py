"""Boards of seats: a seat's position and standing, its tilt marks, and packed logs of its moves.

A seat is the numbered place of a player in a room. Its standing has its figures in a race, such as
the number of moves and the result. A tilt mark is a card turned a little as the player's reminder.

This package imports `engine` and `protocol` only. Begin with `seat_board.py`.
"""
