"""Computing leaderboards again from the results log: all of them, or after a race was voided.

Begin with `rebuild.py`.
"""
