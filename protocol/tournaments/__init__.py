"""Messages about tournaments: the plan (the definition of a tournament), requests, the state that
is sent to those who follow a tournament, and tables.

Begin with `plan.py`.
"""
