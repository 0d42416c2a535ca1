"""The formats of a tournament: who meets whom, and the deals of each round. Pure.

Begin with `round_generator.py`.
"""
