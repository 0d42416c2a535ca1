"""The pages of the full-screen client: home, lists, tables, race, room, tournaments.

Begin with `home.py`. `list_page.py` in `widgets/`, `room.py`, `table.py` and `play.py` have the
base classes.
"""
