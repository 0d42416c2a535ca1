"""Pages of the crowns: runs, crown races, and the roll of honour.

Begin with `crowns.py`.
"""
