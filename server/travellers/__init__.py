"""Travellers: for each deal the tries of all who have played it, in any race, and what is computed
from them (`engine/races/traveller.py`).

When a finished race is archived, a short row for each of its contestants is stored under the
identity of the deal. Begin with `store.py`; `stored_try.py` has the form of a row, `recorder.py`
makes the rows of a race, and `cache.py` computes travellers and keeps them in memory.
"""
