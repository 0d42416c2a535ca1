"""The crowns: which great games a candidate has to win in a row, and within which breaks.

The events that matter for a crown are kept as facts (`facts.py`). The run of the candidate and the
crowns won are computed from these facts. Begin with `rules.py`.
"""
