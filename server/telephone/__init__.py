"""Telephone calls: somebody who wins a crown may send others a message, once for each crown.

Imports `live_rooms`, `accounts` and below. Begin with `store.py`; the handlers are in
`handlers/telephone.py`.
"""
