"""Telephone calls: somebody who wins a crown may send others a message, once for each crown. A
crown is the title for three or five particular games won in a row.

Imports the packages `live_rooms`, `accounts` and those that they import. Begin to read with
`store.py`; the handlers are in `handlers/telephone.py`.
"""
