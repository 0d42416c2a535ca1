"""Solo games, ghost races and deals in line mode.

Begin with `solo.py`.
"""
