"""Files on this computer: records, preferences, seats, sessions of accounts.

Imports only `terminal`. Begin with `storage.py`; `record_store.py` keeps records.
"""
