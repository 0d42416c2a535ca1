"""Pages of the crowns: runs for a crown, crown races, and the roll of honour (the list of won
crowns). A player wins a crown by winning three or all of the five "great games" in a row; the games
won in a row so far are the player's run.

Begin with `crowns.py`.
"""
