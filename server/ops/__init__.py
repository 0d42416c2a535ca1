"""Running a server: worker processes, the control channel, administration, backups.

Imports every other package. Begin with `supervisor.py`; `admin/main.py` is `patience admin`.
"""
