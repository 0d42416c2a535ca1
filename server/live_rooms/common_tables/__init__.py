"""Common tables of live rooms: keeps the table of a race of Racing Demon, has its commands stored
in one order, and sends what they change.

In Racing Demon all contestants of a race play at one common table. A command is a move of a
contestant, or a note by the server that nobody has to wait for a contestant.

`server/boards/common_table.py` has the table itself and decides on commands. Begin with
`play_table.py`.
"""
