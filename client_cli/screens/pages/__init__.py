"""The screens, one file each.

Begin with `home.py`; `table.py` and `play.py` are the base of every screen with a table.
"""
