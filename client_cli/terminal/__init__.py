"""Plain text on a terminal: output, standard input, names of cards and piles.

Imports `exit_codes` alone. Begin with `output.py`.
"""
