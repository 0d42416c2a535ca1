"""Games played alone, ghost races (against the recorded progress of a finished game) and deals in
line mode.

Begin with `solo.py`.
"""
