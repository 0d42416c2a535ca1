"""Pages of telephone calls: the list of calls, and composing one.

Begin with `calls.py`.
"""
