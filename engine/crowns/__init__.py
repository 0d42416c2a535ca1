"""The crowns: prizes for a player who wins several of five chosen games, the great games, in a row.
The package says which wins count for a crown, and how long the breaks between and within the games
may be.

The events that matter for a crown are kept as facts (`facts.py`). The run of a player (the wins in
a row) and the crowns won are computed from these facts. Begin with `rules.py`.
"""
