"""Boards of seats: the board that the moves of a seat make, its standing, and its packed log.

Imports `engine` and `protocol` only. Begin with `seat_board.py`.
"""
