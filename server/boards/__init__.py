"""Boards of seats: a seat's position and standing, its tilt marks, and packed logs of its moves.

This package imports `engine` and `protocol` only. Begin with `seat_board.py`.
"""
