"""Pages of telephone calls: the list of calls, and the page on which a player makes a call. A
telephone call is a message that a player who has won a crown (three or all of the five "great
games", won in a row) sends to other players.

Begin with `calls.py`.
"""
