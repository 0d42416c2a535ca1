"""The formats of a tournament, such as knockout and Swiss: which entrants meet in each round, and
on which deals. Pure.

Begin to read with `round_generator.py`.
"""
