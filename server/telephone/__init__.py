"""Telephone calls: somebody who wins a crown may send others a message, once for each crown.

Imports the packages `live_rooms`, `accounts` and those that they import. Begin to read with
`store.py`; the handlers are in `handlers/telephone.py`.
"""
