"""The screens, one file each: home, lists, tables, race, room, tournaments.

Begin with `home.py`. `table.py` and `play.py` are the base classes of every screen with a table.
"""
