"""Messages about tournaments. A tournament is a number of rounds of races with one table of points.
Its plan is its complete definition.

The modules have the plan, requests, the state that is sent to those who follow a tournament, and
tables with results. Begin with `plan.py`.
"""
