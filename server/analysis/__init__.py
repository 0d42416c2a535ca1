"""The analysis of finished races: whether the deal could be won, and where each contestant lost it
(`engine/solver/analysis.py`).

A process of its own makes the analyses, the analyser, so that a search never holds up a server. The
queue of races to analyse is in the store, and so is the result, beside the race. Begin with
`analyser.py`; `analyser_process.py` starts the process, and `store.py` has the queue.
"""
