"""Telephone calls: whoever wins a crown may call others, once for each crown.

Imports `live_rooms`, `accounts` and below. Begin with `store.py`; the handlers are in
`handlers/telephone.py`.
"""
