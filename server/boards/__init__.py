"""Boards of seats: a seat's position and standing, its tilt marks, and packed logs of its moves.

Imports `engine` and `protocol` only. Begin with `seat_board.py`.
"""
