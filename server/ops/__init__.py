"""Operating a server: worker processes, the control channel, admin commands, backups, migrations.

Imports every other package of the server. Begin to read with `supervisor.py`; `admin/main.py` is
the command `patience admin`.
"""
