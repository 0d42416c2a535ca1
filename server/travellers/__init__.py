"""Travellers: for each deal the tries of all who have played it, in any race, and what is computed
from them (`engine/races/traveller.py`).

A short row for each contestant of a finished race is stored under the identity of the deal: when
the race is archived, if others play its deal in other rooms, and otherwise when somebody asks.

Begin with `store.py`; `stored_try.py` has the form of a row, `recorder.py` makes the rows of a
race, and `cache.py` computes travellers and keeps them in memory.
"""
