"""The load generator `patience load`: bots that race, watch, and lose their connections.

Imports `net`, `state` and below. Begin with `command.py`, then `plan.py` and `scenario.py`.
"""
