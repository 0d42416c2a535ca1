"""Files on this computer: records, preferences, the account's session.

Imports `terminal` alone. Begin with `storage.py`; `record_store.py` keeps records.
"""
