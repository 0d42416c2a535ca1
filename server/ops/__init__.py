"""Operating a server: worker processes, the control channel (orders from the operator to running
processes), admin commands, backups, migrations of the stored data.

Imports every other package of the server. Begin to read with `supervisor.py`; `admin/main.py` is
the command `patience admin`.
"""
