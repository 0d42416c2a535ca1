"""Plain-text input and output on a terminal: printing, reading standard input, labels of cards and
piles, charts.

Of `client_cli`, this package imports `exit_codes` alone. Begin with `output.py`.
"""
