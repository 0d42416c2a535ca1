"""Common tables of live rooms: keeps the table of a race of Racing Demon, has its commands stored
in one order, and sends what they change.

`server/boards/common_table.py` has the table itself and decides on commands. Begin with
`play_table.py`.
"""
