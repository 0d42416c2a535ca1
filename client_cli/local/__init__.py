"""Files on this computer: records, preferences, seats, sessions of accounts.

Of `client_cli`, this package imports `terminal` and `exit_codes`. Begin with `storage.py`;
`record_store.py` stores records.
"""
