"""Files on this computer: records, settings, the account's session.

Imports `terminal` alone. Begin with `storage.py`; `record_store.py` keeps records.
"""
