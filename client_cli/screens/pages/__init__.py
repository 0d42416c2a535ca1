"""The pages of the full-screen client: home, lists, tables, race, room, tournaments.

Begin with `home.py`. The base classes of pages are in `widgets/list_page.py`, `rooms/room.py`,
`table_page.py` and `play.py`.
"""
