"""Games played alone, ghost races and deals in line mode.

Begin with `solo.py`.
"""
