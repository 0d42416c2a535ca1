"""Flood tests: clients that send frames or fetch pages as fast as the machine allows, while others
play.

`python -m tests.flood` measures the effect on the others.
"""
