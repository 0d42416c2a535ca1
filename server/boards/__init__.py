"""A seat's game: the board that its moves make, its standing, and its packed log.

Imports `engine` and `protocol` alone. Begin with `seat_board.py`.
"""
