"""Pages of telephone calls: the list of calls, and the page on which a player makes one.

Begin with `calls.py`.
"""
