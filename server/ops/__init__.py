"""Operating a server: worker processes, the control channel, admin commands, backups, migrations.

Imports every other package. Begin with `supervisor.py`; `admin/main.py` is `patience admin`.
"""
